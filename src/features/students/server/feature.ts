import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { errors } from '../errors.ts';
import { enrolmentPart } from './archive-part.ts';
import { rowChoices } from './choices.ts';
import { studentEvents } from './events.ts';
import { studentsHandlers } from './handlers.ts';
import { importStep, myClassCard } from './home-cards.ts';
import { studentHooks } from './hooks/students.ts';

export const students: ServerFeature = {
  name: 'students',
  events: studentEvents,
  archive: [enrolmentPart],
  errors,
  contract: [contract],
  handlers: studentsHandlers,
  hooks: { student: studentHooks },
  rowChoices,
  homeCards: [myClassCard],
  newYearSteps: [importStep],
  demo: () => import('./demo/demo.ts'),
};
