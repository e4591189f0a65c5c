import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { signUpHandlers } from './handlers.ts';

export const signUp: ServerFeature = {
  name: 'sign-up',
  contract: [contract],
  handlers: signUpHandlers,
};
