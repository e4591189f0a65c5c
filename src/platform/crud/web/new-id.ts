import { base64url } from '../../signing/mac.ts';

const BYTES = 18;

/** A random id that cannot be guessed; also works without TLS, unlike `crypto.randomUUID`. */
export const newId = (): string => base64url(crypto.getRandomValues(new Uint8Array(BYTES)));
