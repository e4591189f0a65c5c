import { SECONDARY_REST_MS, SECONDARY_TRIES } from '../../access/secondary.ts';
import type { AttemptLimit } from './attempts.ts';

/** Shared limit for attempts of a signed-in user at the password or at an SMS code. */
export const OWN_PROOF: AttemptLimit = {
  name: 'secondary',
  lockAfter: SECONDARY_TRIES,
  ms: SECONDARY_REST_MS,
  message: '验证失败次数过多，请 15 分钟后再试',
};

/** Limit of its own for codes of an authenticator app: a right password must not give further attempts at them. */
export const AUTHENTICATOR_PROOF: AttemptLimit = { ...OWN_PROOF, name: 'authenticator' };
