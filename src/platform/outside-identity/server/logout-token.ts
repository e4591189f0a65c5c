import type { FetchImplementation, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Services } from '../../context/server/services.ts';
import { outgoingRequest } from '../../outgoing/server/outgoing-request.ts';
import { configurationOf, type SsoServer } from './sso.ts';

type Parts = Pick<Services, 'outside' | 'log' | 'clock'>;

/** Whose session has ended at the identity server; one of the two is there. */
export interface LogoutToken {
  issuer: string;
  sub: string | undefined;
  sid: string | undefined;
  /** Unique at the identity server. */
  jti: string;
  /** In milliseconds: until then the token could be accepted once more. */
  acceptableUntil: number;
}

/** Why a logout token is not believed, for the log. */
export class LogoutTokenRefused extends Error {}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Asymmetric algorithms only: a token without a signature, or signed with a shared secret, proves no sender. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** In seconds. */
const AGE_MAX = 300;
const TOLERANCE = 60;

type Library = typeof import('jose');

const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: 1000 });

function keysOf({ createRemoteJWKSet, customFetch }: Library, { outside }: Parts, address: string): JWTVerifyGetKey {
  const key = `${outside.internalAddresses} ${address}`;
  const held = keySets.get(key);
  if (held) return held;
  const ask: FetchImplementation = (url, { headers, method }) =>
    outgoingRequest(url, { headers: Object.fromEntries(headers), method }, outside);
  const made = createRemoteJWKSet(new URL(address), { timeoutDuration: outside.timeoutMs, [customFetch]: ask });
  keySets.set(key, made);
  return made;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, §2.6), except that it comes for the first time.
 *
 * @throws LogoutTokenRefused; AppError PSY_UNAVAILABLE where the identity server is away
 */
export async function verifyLogoutToken(parts: Parts, server: SsoServer, token: string): Promise<LogoutToken> {
  const { issuer, jwks_uri: keys } = (await configurationOf(parts, server)).serverMetadata();
  if (keys === undefined) throw new LogoutTokenRefused('the identity server names no keys');
  const library = await import('jose');
  const { payload, protectedHeader } = await library
    .jwtVerify(token, keysOf(library, parts, keys), {
      issuer,
      audience: server.clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['iat', 'jti'],
      maxTokenAge: AGE_MAX,
      clockTolerance: TOLERANCE,
      currentDate: new Date(parts.clock.now()),
    })
    .catch((error: unknown) => {
      throw new LogoutTokenRefused('signature or claims are wrong', { cause: error });
    });
  const { events, sub, sid, jti, iat = 0 } = payload;
  const type = protectedHeader.typ?.toLowerCase();
  if (type !== undefined && type !== 'jwt' && type !== 'logout+jwt')
    throw new LogoutTokenRefused('another type of token');
  if (!isObject(events) || !isObject(events[EVENT])) throw new LogoutTokenRefused('no logout event');
  if ('nonce' in payload) throw new LogoutTokenRefused('an ID token');
  const found = { sub: textOf(sub), sid: textOf(sid) };
  if (found.sub === undefined && found.sid === undefined) throw new LogoutTokenRefused('nobody is named');
  if (jti === undefined) throw new LogoutTokenRefused('no jti');
  return { ...found, issuer, jti, acceptableUntil: (iat + AGE_MAX + TOLERANCE) * 1000 };
}
