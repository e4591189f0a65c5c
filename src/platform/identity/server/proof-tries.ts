import { SECONDARY_REST_MS, SECONDARY_TRIES } from '../../access/secondary.ts';
import { CODE_REST_MS, CODE_TRIES } from '../sms.ts';
import type { TryLimit } from './tries.ts';

/**
 * Tries of a person who is signed in, at their password or a code, wherever it is asked: whoever guesses at one guesses
 * at the other.
 */
export const OWN_PROOF: TryLimit = {
  name: 'secondary',
  restsAfter: SECONDARY_TRIES,
  ms: SECONDARY_REST_MS,
  message: '验证失败次数过多，请 15 分钟后再试',
};

/**
 * Tries at the code that a number was sent, by whoever is not signed in; the subject is purpose and number, whether
 * anybody has it or not.
 */
export const MOBILE_CODE: TryLimit = {
  name: 'sms-check',
  restsAfter: CODE_TRIES,
  ms: CODE_REST_MS,
  message: '验证码错误次数过多，请 15 分钟后再试',
};
