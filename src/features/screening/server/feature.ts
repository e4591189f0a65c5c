import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as examsContract from '../contract/exams.ts';
import * as ownContract from '../contract/own.ts';
import * as progressContract from '../contract/progress.ts';
import * as scalesContract from '../contract/scales.ts';
import { examHooks } from './exams/exam-hooks.ts';
import { examHandlers } from './handlers/exams.ts';
import { ownHandlers } from './handlers/own.ts';
import { progressHandlers } from './handlers/progress.ts';
import { scaleHandlers } from './handlers/scales.ts';

export const screening: ServerFeature = {
  name: 'screening',
  contract: [examsContract, ownContract, progressContract, scalesContract],
  handlers: [...examHandlers, ...ownHandlers, ...progressHandlers, ...scaleHandlers],
  hooks: { exam: examHooks },
  demo: () => import('./demo.ts'),
};
