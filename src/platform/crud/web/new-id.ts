import { base64url } from '../../signing/mac.ts';

const BYTES = 18;

/** Nobody guesses it, and it is there without TLS too. */
export const newId = (): string => base64url(crypto.getRandomValues(new Uint8Array(BYTES)));
