import { randomBytes } from 'node:crypto';
import type { AccountContext, RequestContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { TokenPair } from '../../../../platform/identity/contract.ts';
import { rememberAccount } from '../../../../platform/identity/server/known-devices.ts';
import {
  newChallenge,
  siteOf,
  takeChallenge,
  verifyAssertion,
  type Purpose,
} from '../../../../platform/identity/server/passkeys.ts';
import { passkeyByCredential, usePasskey } from '../../../../platform/identity/server/queries/passkeys.ts';
import { newToken, tokenHash } from '../../../../platform/identity/server/tokens.ts';
import type { SecondaryProof } from '../../../../platform/session/contract.ts';
import type * as contract from '../../passkey-contract.ts';
import { logRefusal, proofBy } from '../verify-again.ts';
import { credentialsHere } from './own-passkeys.ts';

/** The challenge of an attempt to sign in belongs to one browser and one site. */
const holderOf = ({ origin, device }: RequestContext, attempt: string): string =>
  tokenHash([attempt, origin, device].join('\n'));

/**
 * Whose passkey answers a challenge. The challenge is used up, whatever comes of it.
 *
 * @returns undefined where it does not; the log of the server says why
 */
async function provenBy(
  ctx: RequestContext,
  { purpose, holder }: { purpose: Purpose; holder: string },
  credential: contract.Assertion,
): Promise<string | undefined> {
  const { services, requestId } = ctx;
  const refuse = (why: string): undefined => {
    services.log.info({ request_id: requestId, purpose, why }, 'passkey refused');
    return undefined;
  };
  const challenge = await takeChallenge(services, purpose, holder);
  if (challenge === undefined) return refuse('no open challenge');
  const [[passkey]] = await services.db.read({ orgId: null, userId: null }, [passkeyByCredential(credential.id)]);
  if (!passkey) return refuse('unknown');
  const counter = await verifyAssertion(challenge, siteOf(ctx.origin), passkey, credential);
  if (counter === undefined) return refuse('signature, site, holder or counter');
  const [used] = await services.db.write({ orgId: null, userId: passkey.user_id }, [
    usePasskey(passkey.credential_id, passkey.counter, counter, ctx.nowIso()),
  ]);
  return used === 0 ? refuse('used at the same time') : passkey.user_id;
}

export async function challengeSignIn(ctx: RequestContext): Promise<DataOf<typeof contract.signInChallenge>> {
  const attempt = newToken(randomBytes);
  const challenge = await newChallenge(ctx.services, 'sign-in', holderOf(ctx, attempt));
  return { attempt, challenge, rp_id: siteOf(ctx.origin).rpId };
}

/**
 * Signs in whom a passkey belongs to. Every refusal has the same words.
 *
 * @throws AppError AC_PASSKEY_INVALID; AC_ACCOUNT_UN_ENABLE when the passkey is right and the account disabled
 */
export async function signIn(
  ctx: RequestContext,
  { attempt, credential }: BodyOf<typeof contract.signInByPasskey>,
): Promise<TokenPair> {
  const { sessions, log } = ctx.services;
  // The answer must name the holder, because the authenticator chose the passkey.
  const named = typeof credential.user_handle === 'string' && credential.user_handle !== '';
  const userId = named
    ? await provenBy(ctx, { purpose: 'sign-in', holder: holderOf(ctx, attempt) }, credential)
    : undefined;
  if (userId === undefined) throw new AppError('AC_PASSKEY_INVALID');
  const pair = await sessions.open(userId, ctx.appKind, ctx);
  rememberAccount(ctx, `user:${userId}`);
  log.info({ request_id: ctx.requestId, user_id: userId, app_kind: ctx.appKind }, 'signed in by passkey');
  return pair;
}

/** A challenge for the caller's own passkeys. */
export async function challengeProof(ctx: AccountContext): Promise<DataOf<typeof contract.proofChallenge>> {
  const challenge = await newChallenge(ctx.services, 'proof', ctx.caller.chainId);
  return { challenge, rp_id: siteOf(ctx.origin).rpId, allow: await credentialsHere(ctx) };
}

/**
 * Verifies the caller by one of their passkeys.
 *
 * @throws AppError PSY_AUTHENTICATOR_REQUIRED where the role may verify with an authenticator app only;
 *   AC_PASSKEY_INVALID
 */
export async function verifyByPasskey(ctx: AccountContext, credential: contract.Assertion): Promise<SecondaryProof> {
  const { actor, caller } = ctx;
  if (actor?.security.authenticatorRequired) throw new AppError('PSY_AUTHENTICATOR_REQUIRED');
  const userId = await provenBy(ctx, { purpose: 'proof', holder: caller.chainId }, credential);
  if (userId === caller.userId) return proofBy(ctx, 'passkey')();
  await logRefusal(ctx);
  throw new AppError('AC_PASSKEY_INVALID');
}
