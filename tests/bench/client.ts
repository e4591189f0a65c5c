import { randomBytes } from 'node:crypto';
import { bodyHash, signedHeader } from '../../src/shared/signing/mac.ts';
import type { Identity } from './load.ts';

/** A signed call as the browser makes it. Throws unless it succeeds. */
export async function send(port: number, { accessToken, code, orgId, orgType, roleId }: Identity, method: 'GET' | 'POST', target: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
  const host = `127.0.0.1:${port}`;
  const authorization = signedHeader(accessToken, code, {
    ts: String(Date.now()), nonce: randomBytes(18).toString('base64url'), method, target, host, appId: 'portal-web', orgId, orgType, roleId, secondaryToken: '', bodyHash: bodyHash(body),
  });
  const request: RequestInit = {
    method, headers: { authorization, 'app-id': 'portal-web', 'org-id': orgId, 'org-type': orgType, 'role-id': roleId, ...(body && { 'content-type': target.includes('/write') ? 'application/json' : 'application/octet-stream' }) },
  };
  const answer = await fetch(`http://${host}${target}`, body ? { ...request, body } : request);
  if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`);
  return answer;
}
