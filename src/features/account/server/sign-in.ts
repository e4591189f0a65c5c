import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { signIn as contract, TokenPair } from '../../../platform/identity/contract.ts';
import { captchaSolved } from '../../../platform/identity/server/captcha/captcha.ts';
import { rememberAccount } from '../../../platform/identity/server/known-devices.ts';
import { network } from '../../../platform/identity/server/network.ts';
import { accountsByKey, replaceHash } from '../../../platform/identity/server/queries/accounts.ts';
import {
  attemptSubject,
  countSignIn,
  inSequence,
  requireNoCaptcha,
  requireNoDelay,
  type AttemptSubject,
} from '../../../platform/identity/server/sign-in-attempts.ts';
import { accountKey } from '../../../platform/identity/sign-in.ts';

type Input = BodyOf<typeof contract>;
/** Columns of an account that a sign-in needs. */
interface Account {
  user_id: string;
  password_hash: string;
  enabled: boolean;
}

/**
 * Signs in by login name or mobile (`api.md`, sign-in) and ends the older session of the same kind of app. An unknown
 * name gets the same error after the same time as a wrong password.
 *
 * @throws AppError AC_WRONG_PASSWORD, SHOW_VERIFY_CODE, AC_IDENTIFY_CODE_REQUIRED, AC_IDENTIFY_CODE_WRONG,
 *   AC_ACCOUNT_LOCKED; AC_ACCOUNT_UN_ENABLE when the password is right and the account disabled; PSY_UNAVAILABLE where
 *   too many wait
 */
export async function signIn(ctx: RequestContext, input: Input): Promise<TokenPair> {
  const key = accountKey(input.account);
  const [accounts] = await ctx.services.db.read({ orgId: null, userId: null }, [accountsByKey(key)]);
  // A login name takes precedence over an equal mobile.
  const account = accounts.find((a) => a.login_key === key) ?? accounts[0];
  const subject = attemptSubject(ctx, account ? `user:${account.user_id}` : `name:${key}`);
  return inSequence(subject.account, () => trySignIn(ctx, input, account, subject));
}

/** Whom a storm of wrong passwords can look like. */
const strangerOf = ({ address }: RequestContext, { known }: AttemptSubject): string | undefined =>
  known ? undefined : network(address);

async function trySignIn(
  ctx: RequestContext,
  input: Input,
  account: Account | undefined,
  subject: AttemptSubject,
): Promise<TokenPair> {
  const {
    services: { state, passwords, sessions, log },
    appKind,
    requestId,
  } = ctx;
  const logFields = { request_id: requestId, user_id: account?.user_id, app_kind: appKind };
  await requireNoDelay(ctx.services, subject);
  const solved = await captchaSolved(state, input);
  // Refused at once: what waits for its turn would be hashed.
  if (!solved) await requireNoCaptcha(ctx.services, subject);
  const { attempt, isRight } = await passwords.inPlace(strangerOf(ctx, subject), async (place) => ({
    attempt: await countSignIn(ctx, subject, solved),
    isRight: await passwords.verify(account?.password_hash, input.password, place),
  }));
  if (!isRight || !account) {
    log.info(logFields, 'sign-in refused');
    return attempt.refuse();
  }
  if (!account.enabled) throw new AppError('AC_ACCOUNT_UN_ENABLE');
  const pair = await sessions.open(account.user_id, appKind, ctx);
  await attempt.recordSuccess();
  rememberAccount(ctx, `user:${account.user_id}`);
  // The sign-in has already succeeded, so a failure here is only logged.
  await rehash(ctx, account, input.password).catch((error: unknown) =>
    log.warn({ err: error, ...logFields }, 'password not rehashed'),
  );
  log.info(logFields, 'signed in');
  return pair;
}

/** Hashes the password again when the configured cost has changed: the password is known only at sign-in. */
async function rehash(
  { services: { db, passwords, log }, requestId }: RequestContext,
  { user_id, password_hash }: Account,
  digest: string,
): Promise<void> {
  if (passwords.isCurrent(password_hash)) return;
  const [changed] = await db.write({ orgId: null, userId: user_id }, [
    replaceHash(user_id, password_hash, await passwords.hash(digest)),
  ]);
  if (changed > 0) log.info({ request_id: requestId, user_id }, 'password rehashed');
}
