import { randomInt } from 'node:crypto';
import { CODE_ALPHABET } from '../file-code.ts';

/** A random code that is easy to read aloud and to type. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
