import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { errors } from '../errors.ts';
import * as tokens from '../sign-in-token-contract.ts';
import { serviceAccountHandlers } from './handlers.ts';

export const serviceAccounts: ServerFeature = {
  name: 'service-accounts',
  errors,
  contract: [contract, tokens],
  handlers: serviceAccountHandlers,
};
