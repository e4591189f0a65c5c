import { createHash, createHmac } from 'node:crypto';
import type { RandomBytes } from '../../db/server/ids.ts';

/** 256 bits: a token cannot be guessed, so an unsalted hash of it may be stored. */
const TOKEN_BYTES = 32;

export const newToken = (random: RandomBytes): string => Buffer.from(random(TOKEN_BYTES)).toString('base64url');

/** Hash under which a token is stored. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Signing secret of a session (`code`), derived from the access token and the server's secret. So the database stores
 * no signing secret, and a leaked token alone cannot sign requests.
 */
export const codeOf = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(`session code\n${token}`).digest('base64url');
