import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import { codedChoices } from '../../../platform/resources/server/registry.ts';
import * as authorisedLogin from '../contract/authorised-login.ts';
import * as teachers from '../contract/teachers.ts';
import { errors } from '../errors.ts';
import { claimedRolesChore } from './claimed-roles.ts';
import { staffEvents } from './events.ts';
import { staffHandlers } from './handlers.ts';
import { teacherHooks } from './hooks.ts';
import { staffStep } from './staff-step.ts';

export const staff: ServerFeature = {
  name: 'staff',
  events: staffEvents,
  errors,
  contract: [authorisedLogin, teachers],
  handlers: staffHandlers,
  hooks: { teacher: teacherHooks },
  jobs: [claimedRolesChore],
  newYearSteps: [staffStep],
  choices: {
    role: ({ actor, services: { access } }) => Promise.resolve(codedChoices('role', access.grants.grantable(actor))),
  },
  demo: () => import('./demo/demo.ts'),
};
