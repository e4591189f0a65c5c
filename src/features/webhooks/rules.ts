/** Addresses of one organisation. */
export const WEBHOOKS_MAX = 10;
export const NAME_MAX = 40;
export const URL_MAX = 500;
/** Hours for which the former secret still signs beside a new one. */
export const OVERLAP_HOURS = [0, 24, 72, 168] as const;
/** Deliveries that one call sends again. */
export const REPLAY_MAX = 500;
/** Days for which deliveries are kept. */
export const KEPT_DAYS = 30;
/** Days of failure after which an address is paused. */
export const PAUSE_AFTER_DAYS = 3;
/** Event of a test; an address cannot be registered for it. */
export const TEST_EVENT = 'webhook.test';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delay before each attempt after the first; together 23 hours and 36 minutes. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];
