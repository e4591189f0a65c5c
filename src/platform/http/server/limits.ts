import { AppError } from '../../errors/app-error.ts';
import type { Clock } from '../../runtime/server/clock.ts';
import type { SharedState } from '../../state/server/shared-state.ts';

const WINDOW_MS = 60_000;

/**
 * Requests per minute. A whole school may share one address, so its limit only stops machines; the limit of an account
 * stops guessing.
 */
export interface Limit {
  /** Absent: the call counts on its own. */
  address?: number;
  account?: number;
}
export type Limits = Readonly<Record<string, Limit>>;

const EVERY_PUBLIC_CALL: Limit = { address: 1200 };

/** Calls without a session that cost or reveal more than others. */
export const publicLimits: Limits = {
  // Every call of one service account.
  system: { account: 1200 },
  'service-account.sign-in': { address: 120 },
  'sign-in-token.look': { address: 300 },
  'sign-in-token.exchange': { address: 300 },
  'account.sign-in': { address: 600, account: 30 },
  'passkey.sign-in-challenge': { address: 600 },
  'passkey.sign-in': { address: 600 },
  'account.refresh': { address: 600 },
  // Only wrong codes count: a whole school starts from one address.
  'screening.exam-sign-in': {},
  // Wrong codes are counted apart.
  'exports.verify': { address: 300 },
  // Unknown codes are counted apart: a whole school registers from one address.
  'registration.check': { address: 300 },
  'registration.check-group': { address: 300 },
  'registration.send-sms': { address: 60 },
  'registration.apply': { address: 120 },
  'registration.apply-group': { address: 120 },
  'registration.sign-up-only': { address: 120 },
  'sign-up.send-code': { address: 60 },
  'sign-up.check-code': { address: 120 },
  'sign-up.sign-up': { address: 120 },
  'account.send-sms': { address: 60 },
  'account.sms-sign-in': { address: 300 },
  'third.depart': { address: 300 },
  'third.sign-in': { address: 300 },
  'third.corporate-sign-in': { address: 300 },
  'third.pending': { address: 300 },
  'third.corp-signature': { address: 300 },
  'third.suite-signature': { address: 300 },
  'account.mobile-status': { address: 120 },
  'account.check-code': { address: 120 },
  'account.reset-password': { address: 120 },
  'account.captcha-session': { address: 300 },
  'account.captcha-image': { address: 300 },
  'account.captcha-work': { address: 60 },
};

/** @throws AppError AC_TOO_MANY_REQUESTS until the next window begins */
export type Throttle = (endpoint: string, kind: keyof Limit, subject: string) => Promise<void>;

/** Counts in windows of the clock, in the shared state, so that all processes count together. */
export const throttle =
  (state: SharedState, clock: Clock, limits: Limits = publicLimits): Throttle =>
  async (endpoint, kind, subject) => {
    const max = (limits[endpoint] ?? EVERY_PUBLIC_CALL)[kind];
    if (max === undefined) return;
    const now = clock.now();
    const window = Math.floor(now / WINDOW_MS);
    const left = (window + 1) * WINDOW_MS - now;
    if ((await state.count(`limit:${endpoint}:${kind}:${subject}:${window}`, left)) <= max) return;
    throw new AppError('AC_TOO_MANY_REQUESTS', { retryInMs: left });
  };
