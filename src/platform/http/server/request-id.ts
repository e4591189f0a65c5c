import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const GIVEN = /^[A-Za-z0-9._-]{8,64}$/;

/** The id of a request: the one that a trusted proxy has set, otherwise a number that no other process uses. */
export function requestIds(fromProxy: boolean): (request?: IncomingMessage) => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return (request) => {
    const given = request?.headers['x-request-id'];
    return fromProxy && typeof given === 'string' && GIVEN.test(given) ? given : `${process}-${(++count).toString(36)}`;
  };
}
