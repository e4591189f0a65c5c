import { changeAccount } from '../../../platform/audit/server/change-account.ts';
import type { AccountContext } from '../../../platform/context/server/context.ts';
import { isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { countAttempt, requireNotLocked, type AttemptLimit } from '../../../platform/identity/server/attempts.ts';
import { isLoginOfOthers, loginOf, setLogin } from '../../../platform/identity/server/queries/accounts.ts';
import { ownMemberships } from '../../../platform/identity/server/queries/memberships.ts';
import { inSequence } from '../../../platform/identity/server/sign-in-attempts.ts';
import { accountKey } from '../../../platform/identity/sign-in.ts';
import { isoTime, nowIso } from '../../../platform/runtime/server/clock.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { notify } from '../../notices/server/public.ts';
import { isReserved, isWellFormed, LOGIN_NAME_MS } from '../rules.ts';

/** Limit on names that are refused because they are not free: each refusal says that a name exists. */
const CHOICES: AttemptLimit = {
  name: 'login-name',
  lockAfter: 10,
  ms: 3_600_000,
  message: '尝试的登录名过多，请一小时后再试',
};

/** One message for every name that is not free, so that it does not say whose it is. */
const refused = () => invalid('/login_name', '这个登录名不能使用');

/** @throws AppError PSY_CONFLICT */
function requireDue(changedAt: string | null, now: number): void {
  const due = changedAt === null ? 0 : Date.parse(changedAt) + LOGIN_NAME_MS;
  if (now < due)
    throw new AppError('PSY_CONFLICT', { message: `登录名 30 天内只能修改一次，${dayOf(due)} 起可以再次修改` });
}

/**
 * Gives the caller's account another login name. Sessions stay, and the name before is not given to others.
 *
 * @throws AppError PSY_INVALID_INPUT when the name is malformed or not free; PSY_CONFLICT within 30 days of the last
 *   change; AC_FORBIDDEN for an authorised login; AC_ACCOUNT_LOCKED after ten names that were not free
 */
export async function changeLoginName(ctx: AccountContext, typed: string): Promise<{ login_name: string }> {
  const {
    services: { db, state, clock },
    caller: { userId },
  } = ctx;
  const login_name = typed.normalize('NFKC').trim();
  const login_key = accountKey(typed);
  if (!isWellFormed(login_name))
    throw invalid('/login_name', '4 至 32 个字符，以字母开头，只能用字母、数字、点、横线和下划线');
  return inSequence(`login-name:${userId}`, async () => {
    await requireNotLocked(state, CHOICES, userId);
    const [[account], others] = await db.read({ orgId: null, userId }, [
      loginOf(userId),
      isLoginOfOthers(userId, login_key),
    ]);
    if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
    if (isReserved(account.login_name)) throw new AppError('AC_FORBIDDEN', { message: '授权登录的账号不能修改登录名' });
    if (login_name === account.login_name) throw invalid('/login_name', '与现在的登录名相同');
    requireDue(account.login_changed_at, clock.now());
    const attempt = await countAttempt(state, CHOICES, userId);
    if (others.length > 0 || isReserved(login_name)) {
      await attempt.recordFailure();
      throw refused();
    }
    await write(ctx, account.login_name, { login_name, login_key });
    await attempt.recordSuccess();
    await tellHolder(ctx);
    return { login_name };
  });
}

/** Another person may take the name, or another process change this account, at the same time. */
async function write(
  ctx: AccountContext,
  before: string,
  chosen: { login_name: string; login_key: string },
): Promise<void> {
  const {
    services: { clock },
    caller: { userId },
  } = ctx;
  const now = clock.now();
  const entry = {
    act: 'update',
    rowLabel: before,
    before: { login_name: before },
    after: { login_name: chosen.login_name },
  };
  try {
    await changeAccount(ctx, userId, entry, async (tx) => {
      const changed = await tx.run(setLogin(userId, chosen, { at: isoTime(now), since: isoTime(now - LOGIN_NAME_MS) }));
      if (changed === 0) requireDue(isoTime(now), now);
      if ((await tx.run(isLoginOfOthers(userId, chosen.login_key))).length > 0) throw refused();
    });
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_login_key_key')) throw refused();
    throw error;
  }
}

/** A notice in every organisation of the person. A notice that fails does not undo the change. */
async function tellHolder({ services, caller: { userId }, requestId }: AccountContext): Promise<void> {
  const { db, clock, log } = services;
  try {
    const [memberships] = await db.read({ orgId: null, userId }, [ownMemberships(userId, nowIso(clock))]);
    for (const orgId of new Set(memberships.map(({ org_id }) => org_id)))
      await db.transaction({ orgId, userId: null }, (tx) =>
        notify(tx, services, orgId, [userId], {
          kind: 'login_name_changed',
          subject: { type: 'account', id: userId },
        }),
      );
  } catch (error) {
    log.warn({ err: error, request_id: requestId, user_id: userId }, 'a notice of a new login name was not written');
  }
}
