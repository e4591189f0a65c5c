import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { errors } from '../errors.ts';
import { choices } from './choices.ts';
import { classEvents } from './events.ts';
import { classesHandlers } from './handlers.ts';
import { classHooks } from './hooks/classes.ts';
import { collegeHooks, majorHooks } from './hooks/faculty.ts';

export const classes: ServerFeature = {
  name: 'classes',
  events: classEvents,
  errors,
  contract: [contract],
  handlers: classesHandlers,
  hooks: { class: classHooks, college: collegeHooks, major: majorHooks },
  choices,
  demo: () => import('./demo/demo.ts'),
};
