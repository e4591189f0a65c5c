import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { choices } from './choices.ts';
import { yearsHandlers } from './handlers.ts';
import { yearHooks } from './hooks.ts';
import { yearSteps } from './new-year-steps.ts';

export const academicYears: ServerFeature = {
  name: 'academic-years',
  contract: [contract],
  handlers: yearsHandlers,
  hooks: { year: yearHooks },
  choices,
  newYearSteps: yearSteps,
  demo: () => import('./demo.ts'),
};
