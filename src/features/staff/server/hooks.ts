import { randomBytes } from 'node:crypto';
import { isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import {
  closeAccount,
  insertAccount,
  renameAccount,
  takenLogins,
} from '../../../platform/identity/server/queries/accounts.ts';
import { accountKey } from '../../../platform/identity/sign-in.ts';
import type { ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { departmentsOf } from '../../organisation/server/public.ts';
import { dropMemberships, putMembership, teacherRows } from './queries.ts';
import { forgetUsers, membersOf, requireManageable, requireRemaining } from './staff.ts';

/** Digest of a random password that is never disclosed. */
const unknownDigest = () => randomBytes(16).toString('hex');

const TAKEN = '这个登录名已被使用，请换一个';
const keyOf = (loginName: unknown) => accountKey(String(loginName));

/**
 * A teacher has an account, a record and roles. A manager must be able to grant all of the teacher's roles; the account
 * has no usable password until one is generated (`reset-password.ts`).
 */
export const teacherHooks: ResourceHooks = {
  table: teacherRows,
  locksOrganisation: true,

  async validate(tx, ctx, drafts, reject) {
    const {
      actor,
      services: {
        access: { grants },
      },
    } = ctx;
    requireManageable(
      ctx,
      await membersOf(
        tx,
        actor.orgId,
        drafts.flatMap(({ before }) => (before ? [String(before['user_id'])] : [])),
      ),
    );
    const keys = drafts.flatMap(({ row, before }) => (before ? [] : [keyOf(row['login_name'])]));
    const [known, taken] = await tx.batch([departmentsOf(actor.orgId), takenLogins(keys)]);
    const departments = new Set(known.map((row) => row.department_id));
    const logins = new Set(taken.map(({ login_key }) => login_key));
    const grantable = grants.grantable(actor);
    for (const [i, { row, before }] of drafts.entries()) {
      if (
        typeof row['department_id'] === 'string' &&
        row['department_id'] !== before?.['department_id'] &&
        !departments.has(row['department_id'])
      )
        reject(i, 'department_id', '没有这个部门');
      if (before) continue;
      if (!grantable.includes(Number(row['role_id']))) reject(i, 'role_id', '您不能授予这个角色');
      const key = keyOf(row['login_name']);
      if (logins.has(key)) reject(i, 'login_name', TAKEN);
      logins.add(key);
    }
  },

  async beforeWrite(tx, { actor: { orgId }, services: { clock, passwords } }, rows) {
    const now = nowIso(clock);
    // One hash for all new accounts: the password is never disclosed, and each hash costs as much as a sign-in.
    const hash = rows.some(({ before }) => !before) ? await passwords.hash(unknownDigest()) : '';
    for (const { id, row, before } of rows) {
      const [name, loginName] = [String(row['teacher_name']), String(row['login_name'])];
      if (before) {
        if (before['teacher_name'] !== name) await tx.run(renameAccount(orgId, id, name, now));
        continue;
      }
      await tx.batch([
        insertAccount({
          user_id: id,
          login_name: loginName,
          login_key: keyOf(loginName),
          password_hash: hash,
          password_unset: true,
          real_name: name,
          sex: typeof row['sex'] === 'number' ? row['sex'] : null,
          avatar: null,
          mobile: null,
          created_at: now,
          updated_at: now,
        }),
        putMembership(orgId, id, Number(row['role_id']), {}),
      ]);
    }
  },

  async beforeDelete(tx, ctx, _, ids) {
    const {
      actor: { orgId },
      caller,
    } = ctx;
    if (ids.includes(caller.userId)) throw new AppError('PSY_OWN_ACCOUNT');
    const members = await membersOf(tx, orgId, ids);
    requireManageable(ctx, members);
    await tx.run(dropMemberships(orgId, ids));
    await requireRemaining(tx, ctx, members);
  },

  /** Deletes the accounts of former staff who belong to no other organisation; their login names become free. */
  async afterCommit(ctx, ids) {
    const { clock, db } = ctx.services;
    for (const userId of ids) await db.write({ orgId: null, userId }, [closeAccount(userId, nowIso(clock))]);
    await forgetUsers(ctx, ids);
  },

  explainConflict(error) {
    if (isUniqueViolation(error, 'accounts_login_key_key'))
      return new AppError('PSY_INVALID_INPUT', { details: [{ field: '/login_name', message: TAKEN }], cause: error });
    if (isUniqueViolation(error, 'teachers_no'))
      return new AppError('PSY_INVALID_INPUT', {
        details: [{ field: '/teacher_no', message: '这个工号已被使用' }],
        cause: error,
      });
    return undefined;
  },
};
