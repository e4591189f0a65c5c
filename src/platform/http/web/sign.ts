import { base64url, bodyHash, signedHeader } from '../../signing/mac.ts';
import type { Choice, Session } from './session-store.ts';

/** In pixels. Narrower viewports get the mobile layout (`spec §9`). */
export const MOBILE_BELOW = 600;

export const appId = (viewportWidth: number): string => (viewportWidth < MOBILE_BELOW ? 'portal-mobile' : 'portal-web');

export interface Outgoing {
  method: string;
  /** Path with its query exactly as sent. */
  target: string;
  host: string;
  appId: string;
  body: string | Uint8Array | undefined;
}

export interface Signature {
  session: Session;
  choice: Choice | undefined;
  secondaryToken: string | undefined;
  /** Client time in milliseconds. */
  now: number;
  /** 18 random bytes. */
  random: Uint8Array;
}

export const NONCE_BYTES = 18;

const text = new TextEncoder();

/** The headers of a signed call (`api.md`, headers on every signed call); those without a value are left out. */
export function signedHeaders(
  out: Outgoing,
  { session, choice, secondaryToken, now, random }: Signature,
): Record<string, string> {
  // The server verifies the three together. Students and parents have no role, and before the selection there is none.
  const [orgId, orgType, roleId] = [choice?.org_id, choice?.org_type, choice?.role_id].map((part) =>
    String(part ?? ''),
  ) as [string, string, string];
  const authorization = signedHeader(session.access_token, session.code, {
    ts: String(now + session.differtimestamp),
    nonce: base64url(random),
    method: out.method,
    target: out.target,
    host: out.host,
    appId: out.appId,
    orgId,
    orgType,
    roleId,
    secondaryToken: secondaryToken ?? '',
    bodyHash: bodyHash(typeof out.body === 'string' ? text.encode(out.body) : out.body),
  });
  return {
    authorization,
    'app-id': out.appId,
    ...(choice && { 'org-id': orgId, 'org-type': orgType }),
    ...(roleId !== '' && { 'role-id': roleId }),
    ...(secondaryToken && { 'secondary-token': secondaryToken }),
  };
}
