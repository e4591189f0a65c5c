import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as workContract from '../contract/case-work.ts';
import * as caseContract from '../contract/cases.ts';
import * as escalationContract from '../contract/escalation.ts';
import * as reportContract from '../contract/reports.ts';
import * as planContract from '../contract/safety-plans.ts';
import * as statisticsContract from '../contract/warn-statistics.ts';
import * as warningContract from '../contract/warnings.ts';
import { casePart, warningPart } from './archive-part.ts';
import { escalationChore, messagesChore } from './escalation/chores.ts';
import { escalationTable } from './escalation/default-steps.ts';
import { crisisEvents } from './events.ts';
import { caseHandlers } from './handlers/cases.ts';
import { crisisHandlers } from './handlers/crisis.ts';
import { escalationHandlers } from './handlers/escalation.ts';
import { warnStatisticsHandlers } from './handlers/warn-statistics.ts';
import { crisisCards } from './home-cards.ts';
import { caseHooks, warnHooks } from './hooks.ts';
import { caseOfStudents } from './queries/crisis-cases.ts';
import { mayReadStepFiles } from './read-case.ts';
import { readCrisisLevel } from './read-crisis-level.ts';
import { mayReadWarn } from './read-warnings.ts';
import { warningsOfSchools } from './school-facts.ts';

declare module '../../../platform/context/server/services.ts' {
  interface Services {
    /** An institution sees no number that is about fewer students than this. */
    smallestGroup: number;
  }
}

export const crisis: ServerFeature = {
  name: 'crisis',
  events: crisisEvents,
  archive: [warningPart, casePart],
  contract: [
    reportContract,
    warningContract,
    caseContract,
    workContract,
    planContract,
    escalationContract,
    statisticsContract,
  ],
  handlers: [...crisisHandlers, ...caseHandlers, ...escalationHandlers, ...warnStatisticsHandlers],
  hooks: { 'crisis-case': caseHooks, warn: warnHooks },
  facts: { student: readCrisisLevel },
  extends: { student: caseOfStudents },
  mediaReaders: { 'case-step': mayReadStepFiles, warn: mayReadWarn },
  policyTables: [escalationTable],
  jobs: [escalationChore, messagesChore],
  homeCards: crisisCards,
  schoolFacts: [warningsOfSchools],
  demo: () => import('./demo/demo.ts'),
};
