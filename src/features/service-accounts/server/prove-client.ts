import { timingSafeEqual } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { tokenHash } from '../../../platform/identity/server/tokens.ts';
import { NONCES } from '../../../platform/state/server/shared-state.ts';
import { serviceSignIn } from '../contract.ts';
import { ASSERTION_SECONDS } from '../rules.ts';
import type { PublicJwk } from './public-key.ts';

type Proof = Pick<BodyOf<typeof serviceSignIn>, 'client_id' | 'client_secret' | 'client_assertion'>;

interface Stored {
  secret_hash: string;
  public_key: PublicJwk | null;
}

/** In seconds; clocks of two machines differ. */
const TOLERANCE = 30;

const isOneOf = (hashes: readonly string[], given: string): boolean =>
  hashes.some((hash) => {
    const [a, b] = [Buffer.from(hash), Buffer.from(given)];
    return a.length === b.length && timingSafeEqual(a, b);
  });

/** The claims of an assertion that one of the keys has signed for this portal; undefined for every other one. */
async function verified(
  ctx: RequestContext,
  clientId: string,
  assertion: string,
  keys: readonly PublicJwk[],
): Promise<JWTPayload | undefined> {
  const { importJWK, jwtVerify } = await import('jose');
  for (const key of keys) {
    // The kind of the key decides about the algorithm, never the assertion.
    const algorithms = key.kty === 'OKP' ? ['EdDSA', 'Ed25519'] : ['ES256'];
    try {
      const { payload } = await jwtVerify(assertion, await importJWK({ ...key }, algorithms[0]), {
        algorithms,
        issuer: clientId,
        subject: clientId,
        audience: [ctx.origin, `${ctx.origin}${serviceSignIn.path}`],
        requiredClaims: ['exp', 'jti'],
        clockTolerance: TOLERANCE,
        currentDate: new Date(ctx.now()),
      });
      return payload;
    } catch {
      // Another key may have signed it.
    }
  }
  return undefined;
}

/** Whether an assertion proves one of the keys, ends soon, and comes for the first time (RFC 7523 §3). */
async function provesKey(ctx: RequestContext, clientId: string, assertion: string, keys: readonly PublicJwk[]) {
  const claims = await verified(ctx, clientId, assertion, keys);
  if (claims?.exp === undefined || typeof claims.jti !== 'string' || claims.jti === '') return false;
  const left = claims.exp + TOLERANCE - ctx.now() / 1000;
  if (left > ASSERTION_SECONDS + 2 * TOLERANCE) return false;
  const key = `${NONCES}assertion:${tokenHash(`${clientId}\n${claims.jti}`)}`;
  return ctx.services.state.claim(key, Math.ceil(left * 1000) + 1);
}

/** Whether a system proves one of its valid secrets, or one of its valid keys. Exactly one of the two proofs counts. */
export async function provesClient(
  ctx: RequestContext,
  { client_id, client_secret, client_assertion }: Proof,
  stored: readonly Stored[],
): Promise<boolean> {
  if (client_assertion !== undefined && client_secret === undefined)
    return provesKey(
      ctx,
      client_id,
      client_assertion,
      stored.flatMap(({ public_key }) => public_key ?? []),
    );
  if (client_secret === undefined || client_assertion !== undefined) return false;
  const hashes = stored.filter(({ public_key }) => public_key === null).map(({ secret_hash }) => secret_hash);
  return isOneOf(hashes, tokenHash(client_secret));
}
