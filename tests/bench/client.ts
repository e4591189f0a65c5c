import { randomBytes } from 'node:crypto';
import { bodyHash, signedHeader } from '../../src/platform/signing/mac.ts';
import type { Identity } from './load.ts';

/** An answer of the server that is no success. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A signed call as the browser makes it; bytes are sent as a file, anything else as JSON. @throws Refused unless it
 * succeeds
 */
export async function send(
  port: number,
  { accessToken, code, orgId, orgType, roleId, secondaryToken = '' }: Identity,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  target: string,
  content?: object,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const isFile = content instanceof Uint8Array;
  const body =
    content && (isFile ? (content as Uint8Array<ArrayBuffer>) : new TextEncoder().encode(JSON.stringify(content)));
  const host = `127.0.0.1:${port}`;
  const authorization = signedHeader(accessToken, code, {
    ts: String(Date.now()),
    nonce: randomBytes(18).toString('base64url'),
    method,
    target,
    host,
    appId: 'portal-web',
    orgId,
    orgType,
    roleId,
    secondaryToken,
    bodyHash: bodyHash(body),
  });
  const request: RequestInit = {
    method,
    signal,
    headers: {
      authorization,
      'app-id': 'portal-web',
      'org-id': orgId,
      'org-type': orgType,
      'role-id': roleId,
      ...(secondaryToken !== '' && { 'secondary-token': secondaryToken }),
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
  };
  const answer = await fetch(`http://${host}${target}`, body ? { ...request, body } : request);
  if (!answer.ok) throw new Refused(answer.status, `${method} ${target}: ${answer.status} ${await answer.text()}`);
  return answer;
}
