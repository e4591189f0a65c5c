import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { errors } from '../errors.ts';
import * as passkeys from '../passkey-contract.ts';
import { secondaryHandlers } from './handlers.ts';
import { passkeyHandlers } from './passkeys/handlers.ts';

export const verification: ServerFeature = {
  name: 'verification',
  errors,
  contract: [contract, passkeys],
  handlers: [...secondaryHandlers, ...passkeyHandlers],
};
