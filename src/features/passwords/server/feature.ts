import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as firstPasswords from '../contract/first-passwords.ts';
import * as passwordsContract from '../contract/passwords.ts';
import { expiryOfPasswords } from './expire-batches.ts';
import { passwordsHandlers } from './handlers.ts';
import { passwordStep } from './new-year-step.ts';
import { passwordsJob } from './prepare-passwords.ts';

export const passwords: ServerFeature = {
  name: 'passwords',
  contract: [firstPasswords, passwordsContract],
  handlers: passwordsHandlers,
  newYearSteps: [passwordStep],
  jobs: [passwordsJob, expiryOfPasswords],
};
