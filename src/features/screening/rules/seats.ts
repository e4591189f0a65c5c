/** What a supervisor sees of a student in a computer room. */
export const SEAT_STATES = ['not_started', 'answering', 'still', 'finished', 'closed', 'waiting_consent'] as const;
export type SeatState = (typeof SEAT_STATES)[number];

/** Without an answer for this long a student stands still and may need help. */
export const STILL_MS = 3 * 60_000;

/** A page with an open sheet reports this often. */
export const CONTACT_MS = 15_000;
/** A device that reported and is silent for this long has lost its network, or was switched off. */
export const LOST_MS = 60_000;
