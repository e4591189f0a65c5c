/** What a supervisor sees of a student in a computer room. */
export const SEAT_STATES = ['not_started', 'answering', 'still', 'finished', 'closed', 'waiting_consent'] as const;
export type SeatState = (typeof SEAT_STATES)[number];

/** Without an answer for this long a student stands still and may need help. */
export const STILL_MS = 3 * 60_000;
