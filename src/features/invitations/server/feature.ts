import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as applications from '../contract/applications.ts';
import * as invitationCalls from '../contract/invitations.ts';
import * as registration from '../contract/registration.ts';
import { errors } from '../errors.ts';
import { automaticAcceptance } from './automatic.ts';
import { clearingOfCodes, clearingOfRefused } from './clear.ts';
import { invitationsHandlers } from './handlers.ts';
import { applicationHooks, invitationHooks } from './hooks.ts';
import { registrationStep } from './new-year-step.ts';

export const invitations: ServerFeature = {
  name: 'invitations',
  errors,
  contract: [invitationCalls, applications, registration],
  handlers: invitationsHandlers,
  hooks: { invitation: invitationHooks, 'student-application': applicationHooks },
  jobs: [automaticAcceptance, clearingOfCodes, clearingOfRefused],
  newYearSteps: [registrationStep],
  demo: () => import('./demo.ts'),
};
