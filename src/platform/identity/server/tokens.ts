import { createHash, createHmac } from 'node:crypto';
import type { RandomBytes } from '../../db/server/ids.ts';

/** 256 bits, so that a token cannot be guessed and its plain hash can be stored. */
const TOKEN_BYTES = 32;

export const newToken = (random: RandomBytes): string => Buffer.from(random(TOKEN_BYTES)).toString('base64url');

/** What is stored of a token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * The signing secret of a session (`code`): derived from the access token under the server's secret, so that nothing to
 * sign with lies in the database, and a token that leaks into a log or an address signs nothing.
 */
export const codeOf = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(`session code\n${token}`).digest('base64url');
