/** Validity periods of an authorised login, in hours (`spec §9`). */
export const VALIDITY_HOURS = [24, 72, 120, 168] as const;
