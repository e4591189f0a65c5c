import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as session from '../../../platform/session/contract.ts';
import * as contract from '../contract.ts';
import { errors } from '../errors.ts';
import { accountHandlers } from './handlers/account.ts';
import { ownAccountHandlers } from './handlers/own-account.ts';

export const account: ServerFeature = {
  name: 'account',
  errors,
  contract: [contract, session],
  handlers: [...accountHandlers, ...ownAccountHandlers],
};
