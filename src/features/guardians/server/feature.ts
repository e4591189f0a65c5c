import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as consents from '../contract/consents.ts';
import * as guardiansContract from '../contract/guardians.ts';
import { consentPart } from './archive-part.ts';
import { mayReadConsent } from './consents.ts';
import { guardianEvents } from './events.ts';
import { guardiansHandlers } from './handlers.ts';
import { guardianHooks } from './hooks.ts';
import { consentStep } from './new-year-step.ts';

export const guardians: ServerFeature = {
  name: 'guardians',
  events: guardianEvents,
  archive: [consentPart],
  contract: [consents, guardiansContract],
  handlers: guardiansHandlers,
  hooks: { guardian: guardianHooks },
  mediaReaders: { consent: mayReadConsent },
  newYearSteps: [consentStep],
  demo: () => import('./demo/demo.ts'),
};
