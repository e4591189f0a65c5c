import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as bureauContract from '../contract/bureau.ts';
import * as examsContract from '../contract/exams.ts';
import * as ownContract from '../contract/own.ts';
import * as packsContract from '../contract/packs.ts';
import * as progressContract from '../contract/progress.ts';
import * as qualityContract from '../contract/quality.ts';
import * as questionnaireContract from '../contract/questionnaires.ts';
import * as recalculationContract from '../contract/recalculation.ts';
import * as roomContract from '../contract/rooms.ts';
import * as ruleContract from '../contract/rules.ts';
import * as scalesContract from '../contract/scales.ts';
import * as seatContract from '../contract/seats.ts';
import * as sheetContract from '../contract/sheets.ts';
import { errors } from '../errors.ts';
import { screeningPart } from './archive-part.ts';
import { answeringJob } from './bureau/inform-institution.ts';
import { informingJob } from './bureau/inform-schools.ts';
import { bureauPlanHooks } from './bureau/plan-hooks.ts';
import { screeningEvents } from './events.ts';
import { announceOpened } from './exams/announce-opened.ts';
import { examHooks } from './exams/exam-hooks.ts';
import { bureauHandlers } from './handlers/bureau.ts';
import { examHandlers } from './handlers/exams.ts';
import { ownHandlers } from './handlers/own.ts';
import { packHandlers } from './handlers/packs.ts';
import { progressHandlers } from './handlers/progress.ts';
import { questionnaireHandlers } from './handlers/questionnaires.ts';
import { roomHandlers } from './handlers/rooms.ts';
import { ruleHandlers } from './handlers/rules.ts';
import { scaleHandlers } from './handlers/scales.ts';
import { seatHandlers } from './handlers/seats.ts';
import { sheetHandlers } from './handlers/sheets.ts';
import { planOfSchools, screeningCards, screeningStep } from './home-cards.ts';
import { refuseWithdrawn } from './refuse-export.ts';
import { leftScoring } from './sheets/score-left.ts';
import { scoringJob } from './sheets/score-sheets.ts';
import { totalHooks } from './totals/totals-hooks.ts';

export const screening: ServerFeature = {
  name: 'screening',
  events: screeningEvents,
  archive: [screeningPart],
  errors,
  contract: [
    bureauContract,
    examsContract,
    ownContract,
    packsContract,
    questionnaireContract,
    progressContract,
    qualityContract,
    recalculationContract,
    roomContract,
    ruleContract,
    scalesContract,
    seatContract,
    sheetContract,
  ],
  handlers: [
    ...bureauHandlers,
    ...examHandlers,
    ...ownHandlers,
    ...packHandlers,
    ...progressHandlers,
    ...questionnaireHandlers,
    ...roomHandlers,
    ...ruleHandlers,
    ...scaleHandlers,
    ...seatHandlers,
    ...sheetHandlers,
  ],
  hooks: { exam: examHooks, 'exam-total': totalHooks, 'bureau-plan': bureauPlanHooks },
  consentRecorded: announceOpened,
  exportRefusals: { archives: refuseWithdrawn, results: refuseWithdrawn, fhir: refuseWithdrawn },
  jobs: [scoringJob, leftScoring, informingJob, answeringJob],
  homeCards: screeningCards,
  newYearSteps: [screeningStep],
  schoolFacts: [planOfSchools],
  demo: () => import('./demo/demo.ts'),
};
