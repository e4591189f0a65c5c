/** Key of the query for the own passkeys. */
export const PASSKEYS = ['passkeys'];
