import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { accountById, setPasswordHash } from '../../../platform/identity/server/queries/accounts.ts';
import { deleteMemberships, isMoreThan } from '../../../platform/identity/server/queries/memberships.ts';
import { endSessionsOfUser } from '../../../platform/identity/server/queries/sessions.ts';
import { releaseBindings } from '../../../platform/outside-identity/server/release.ts';
import {
  registerAccount,
  type HashedPassword,
  type MakeAccount,
  type NewAccount,
} from '../../account/server/public.ts';
import { lockGuardian } from './lock-guardian.ts';
import { accountsOfGuardians, childrenOfGuardian, guardiansBeyond, setGuardianAccount } from './queries/guardians.ts';

/**
 * Creates a guardian's account, named by school and the student number of a child. It uses none of the school's places.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when the guardian has an account or no child
 */
export async function registerGuardian(
  ctx: OrgContext,
  tx: Tx,
  make: MakeAccount,
  guardianId: string,
): Promise<NewAccount & { guardian_id: string }> {
  const {
    actor,
    services: { access },
  } = ctx;
  const name = await lockGuardian(tx, ctx, guardianId);
  const [[held], [child]] = await tx.batch([
    accountsOfGuardians(actor.orgId, [guardianId]),
    childrenOfGuardian(actor.orgId, access.scope(actor, 'student'), guardianId),
  ]);
  if (held) throw new AppError('PSY_CONFLICT', { message: `${name}已经开通账号` });
  if (!child) throw new AppError('PSY_CONFLICT', { message: `${name}还没有关联孩子，请先关联` });
  const login = `${actor.orgId}-${child.student_no}-p`;
  const account = await registerAccount(ctx, tx, make, {
    resource: 'guardian',
    rowId: guardianId,
    holder: { identity: IDENTITY.parent, real_name: name, sex: null, login },
    link: (userId) => setGuardianAccount(actor.orgId, guardianId, userId, ctx.nowIso()),
  });
  return { guardian_id: guardianId, ...account };
}

/**
 * Sets a new password for a guardian, ends all sessions, and unbinds what they sign in with elsewhere. Only the
 * response contains the password.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT without an account; AC_FORBIDDEN when the guardian has children
 *   outside the role's scope; PSY_SHARED_ACCOUNT when the account is also a teacher's or used at another school
 */
export async function resetGuardianPassword(
  ctx: OrgContext,
  tx: Tx,
  { password: initial_password, hash }: HashedPassword,
  guardianId: string,
): Promise<NewAccount & { guardian_id: string }> {
  const {
    actor: { orgId },
    actor,
    services: { access, sessions },
  } = ctx;
  const now = ctx.nowIso();
  const name = await lockGuardian(tx, ctx, guardianId);
  const [[held], [beyond]] = await tx.batch([
    accountsOfGuardians(orgId, [guardianId]),
    guardiansBeyond(orgId, access.scope(actor, 'student'), [guardianId]),
  ]);
  if (!held) throw new AppError('PSY_CONFLICT', { message: `${name}还没有开通账号` });
  if (beyond) throw new AppError('AC_FORBIDDEN', { message: `${name}还有孩子不在您的管理范围内，请联系管理员` });
  const [[account], [more]] = await tx.batch([
    accountById(held.user_id),
    isMoreThan(held.user_id, orgId, IDENTITY.parent),
  ]);
  if (!account || more?.is_more) throw new AppError('PSY_SHARED_ACCOUNT');
  await tx.run(setPasswordHash(held.user_id, hash, now, { initial: true }));
  const ended = await tx.run(endSessionsOfUser(held.user_id, now));
  await audit(tx, ctx, {
    act: 'reset_password',
    resource: 'guardian',
    rowId: guardianId,
    rowLabel: name,
    after: { login_name: account.login_name },
  });
  await releaseBindings(ctx, tx, [held.user_id]);
  tx.afterCommit(() => sessions.publishEnded(ended));
  return { guardian_id: guardianId, user_id: held.user_id, login_name: account.login_name, initial_password };
}

/**
 * Removes a guardian's access to this school with the next request. The account stays, because another school may use
 * it.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT without an account
 */
export async function closeGuardianAccount(ctx: OrgContext, tx: Tx, guardianId: string): Promise<{ ok: true }> {
  const {
    actor: { orgId },
    services: { access },
  } = ctx;
  const name = await lockGuardian(tx, ctx, guardianId);
  const [account] = await tx.run(accountsOfGuardians(orgId, [guardianId]));
  if (!account) throw new AppError('PSY_CONFLICT', { message: `${name}没有账号` });
  await tx.batch([
    deleteMemberships(orgId, IDENTITY.parent, [account.user_id]),
    setGuardianAccount(orgId, guardianId, null, ctx.nowIso()),
  ]);
  await audit(tx, ctx, {
    act: 'update',
    resource: 'guardian',
    rowId: guardianId,
    rowLabel: name,
    before: { is_register: true },
    after: { is_register: false },
  });
  tx.afterCommit(() => access.invalidateOrg(orgId));
  return { ok: true };
}
