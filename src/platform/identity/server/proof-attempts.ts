import { SECONDARY_REST_MS, SECONDARY_TRIES } from '../../access/secondary.ts';
import { CODE_LOCK_MS, CODE_ATTEMPTS } from '../sms.ts';
import type { AttemptLimit } from './attempts.ts';

/** Shared limit for attempts of a signed-in user at the password or at an SMS code. */
export const OWN_PROOF: AttemptLimit = {
  name: 'secondary',
  lockAfter: SECONDARY_TRIES,
  ms: SECONDARY_REST_MS,
  message: '验证失败次数过多，请 15 分钟后再试',
};

/**
 * Limit for attempts at an SMS code without a session. The subject is purpose and number, whether or not an account has
 * the number.
 */
export const MOBILE_CODE: AttemptLimit = {
  name: 'sms-check',
  lockAfter: CODE_ATTEMPTS,
  ms: CODE_LOCK_MS,
  message: '验证码错误次数过多，请 15 分钟后再试',
};
