import { insertAll } from '../../src/app/server/demo/seed.ts';
import type { AdminRun, Database } from '../../src/platform/db/server/database.ts';
import { LARGE } from './bench-tenant.ts';

/** A member of staff of a bench tenant. */
export interface Person {
  userId: string;
  roleId: number;
  reach: Record<string, unknown>;
}

/** Accounts with the password of the large school's administrator, their roles and staff records. */
export async function addPeople(run: AdminRun, orgId: string, people: readonly Person[]): Promise<void> {
  const [administrator] = await run('select password_hash from accounts where login_key = $1', [LARGE.login]);
  await insertAll(
    run,
    'accounts',
    people.map(({ userId }) => ({
      user_id: userId,
      login_name: userId,
      login_key: userId,
      password_hash: administrator?.['password_hash'],
      real_name: '压测老师',
      enabled: true,
      created_at: 'now',
      updated_at: 'now',
    })),
  );
  await run("select set_config('app.org_id', $1, true)", [orgId]);
  await insertAll(
    run,
    'memberships',
    people.map(({ userId, roleId, reach }) => ({
      org_id: orgId,
      user_id: userId,
      identity: 3,
      role_id: roleId,
      role_extend: reach,
    })),
  );
  await insertAll(
    run,
    'teachers',
    people.map(({ userId }) => ({
      org_id: orgId,
      user_id: userId,
      teacher_name: '压测老师',
      enabled: true,
      owns_account: true,
      ext: {},
      created_at: 'now',
      updated_at: 'now',
    })),
  );
}

/** Runs SQL of the owner as one transaction. */
export const inTransaction = (db: Database, work: (run: AdminRun) => Promise<unknown>) =>
  db.admin(async (run) => {
    await run('begin');
    await work(run);
    await run('commit');
  });
