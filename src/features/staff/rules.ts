/** Hours that an authorised login may hold (`spec §9`). */
export const VALIDITY_HOURS = [24, 72, 120, 168] as const;
