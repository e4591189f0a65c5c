/** What a school may hand over about a student. */
export const PARTS = ['base', 'summary', 'results', 'follow_ups', 'texts'] as const;
export type Part = (typeof PARTS)[number];

/** How long a package waits for its answer. */
export const TRANSFER_DAYS = 30;

/** What became of a package; `handed_out`: a file for another system. */
export const TRANSFER_STATES = ['waiting', 'accepted', 'declined', 'withdrawn', 'expired', 'handed_out'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** The state of a package at a time: a waiting one ends by itself. @param now Milliseconds */
export const stateAt = (state: TransferState, expiresAt: string, now: number): TransferState =>
  state === 'waiting' && Date.parse(expiresAt) <= now ? 'expired' : state;
