import * as Type from 'typebox/type';

/** A secret that the browser drew for one way out and back: base64url of 32 bytes. */
export const Secret = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
/** Its SHA-256, in the same form. */
export const Hash = Secret;
export const State = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** Where the browser goes. */
export const Departure = Type.Object({ url: Type.String() });
