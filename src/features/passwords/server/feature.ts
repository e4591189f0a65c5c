import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as firstPasswords from '../contract/first-passwords.ts';
import * as passwordsContract from '../contract/passwords.ts';
import { passwordsHandlers } from './handlers.ts';

export const passwords: ServerFeature = {
  name: 'passwords',
  contract: [firstPasswords, passwordsContract],
  handlers: passwordsHandlers,
};
