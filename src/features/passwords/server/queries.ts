import { sql, type Insertable, type UpdateResult } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import type { BatchState, Skipped } from '../contract/passwords.ts';

/** A batch of new passwords, from its creation to its sheet. */
export interface PasswordBatchesTable {
  org_id: string;
  batch_id: string;
  user_id: string;
  state: BatchState;
  total: number;
  skipped: Skipped[];
  created_at: string;
  expires_at: string;
  in_effect_at: string | null;
}
/** New password of one person: hashed for sign-in, encrypted for the sheet; both null until created. */
export interface PasswordBatchItemsTable {
  org_id: string;
  batch_id: string;
  n: number;
  user_id: string;
  child_id: string;
  child_name: string;
  class_name: string | null;
  student_no: string;
  login_name: string;
  /** A member of staff: then `child_id` is the account and `student_no` the staff number. */
  staff: boolean;
  password_hash: string | null;
  sealed: string | null;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    password_batches: PasswordBatchesTable;
    password_batch_items: PasswordBatchItemsTable;
  }
}

/** Students by class, or by number and login name, with their accounts; columns of the account are null without one. */
export const selectedStudents = (
  orgId: string,
  classIds: readonly string[],
  numbers: readonly string[],
  loginKeys: readonly string[],
) =>
  qb
    .selectFrom('students as s')
    .leftJoin('accounts as a', 'a.user_id', 's.user_id')
    .leftJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select([
      's.child_id',
      's.child_name',
      's.student_no',
      's.study_status',
      's.class_id',
      'c.class_name',
      'a.user_id',
      'a.login_name',
      'a.login_key',
      'a.enabled',
    ])
    .select(
      sql<boolean>`case when a.user_id is null then false else is_more_than_student(a.user_id, ${orgId}) end`.as(
        'more',
      ),
    )
    .where('s.org_id', '=', orgId)
    .where(
      sql<boolean>`(s.class_id = any(${classIds}::text[]) or s.student_no = any(${numbers}::text[]) or a.login_key = any(${loginKeys}::text[]))`,
    )
    .orderBy('c.period')
    .orderBy('c.grade')
    .orderBy('c.class_no', (o) => o.asc().nullsLast())
    .orderBy('c.class_name')
    .orderBy('s.student_no');

/** Staff without a password whose account the organisation created; without authorised logins. */
export const staffWithoutPassword = (orgId: string) =>
  qb
    .selectFrom('teachers as t')
    .innerJoin('accounts as a', 'a.user_id', 't.user_id')
    .select(['t.user_id', 't.teacher_name', 't.teacher_no', 'a.login_name'])
    .where('t.org_id', '=', orgId)
    .where('t.enabled', '=', true)
    .where('t.owns_account', '=', true)
    .where('t.expires_at', 'is', null)
    .where('a.enabled', '=', true)
    .where('a.password_unset', '=', true)
    .orderBy('t.name_key')
    .orderBy('t.user_id');

/** Which of these login names belong to people of the organisation who are not students. */
export const nonStudentLogins = (orgId: string, loginKeys: readonly string[]) =>
  qb
    .selectFrom('memberships as m')
    .innerJoin('accounts as a', 'a.user_id', 'm.user_id')
    .select(['a.login_key', 'a.real_name'])
    .distinct()
    .where('m.org_id', '=', orgId)
    .where('m.identity', '<>', IDENTITY.student)
    .where(sql<boolean>`a.login_key = any(${loginKeys}::text[])`);

/** Inserts a batch unless the school has an open one (index `password_batches_open`). Returns the number of rows. */
export const insertBatch = (batch: Insertable<PasswordBatchesTable>) =>
  qb
    .insertInto('password_batches')
    .values({ ...batch, skipped: sql<Skipped[]>`${JSON.stringify(batch.skipped)}::jsonb` })
    .onConflict((c) => c.doNothing());

export const insertItems = (items: readonly Omit<PasswordBatchItemsTable, 'password_hash' | 'sealed'>[]) =>
  qb.insertInto('password_batch_items').values(items.map((item) => ({ ...item, password_hash: null, sealed: null })));

const batches = (orgId: string) =>
  qb
    .selectFrom('password_batches as b')
    .innerJoin('accounts as a', 'a.user_id', 'b.user_id')
    .select([
      'b.batch_id',
      'b.user_id',
      'b.state',
      'b.total',
      'b.skipped',
      'b.created_at',
      'b.expires_at',
      'b.in_effect_at',
      'a.real_name as created_by',
    ])
    .select((eb) =>
      eb
        .selectFrom('password_batch_items as i')
        .select((x) => x.fn.countAll<number>().as('n'))
        .where('i.org_id', '=', orgId)
        .whereRef('i.batch_id', '=', 'b.batch_id')
        .where('i.sealed', 'is not', null)
        .as('done'),
    )
    .where('b.org_id', '=', orgId);

export const batchById = (orgId: string, batchId: string) => batches(orgId).where('b.batch_id', '=', batchId);
/** Latest first. */
export const latestBatches = (orgId: string, limit: number) =>
  batches(orgId).orderBy('b.created_at', 'desc').orderBy('b.batch_id', 'desc').limit(limit);

export const lockBatch = (orgId: string, batchId: string) =>
  qb
    .selectFrom('password_batches')
    .select(['user_id', 'state', 'total', 'expires_at'])
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .forUpdate();

export const itemsToMake = (orgId: string, batchId: string, limit: number) =>
  qb
    .selectFrom('password_batch_items')
    .select(['n', 'user_id'])
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .where('sealed', 'is', null)
    .orderBy('n')
    .limit(limit);

export interface MadePassword {
  n: number;
  password_hash: string;
  sealed: string;
}

export const saveMadePasswords = (orgId: string, batchId: string, made: readonly MadePassword[]) =>
  sql<UpdateResult>`
  update password_batch_items i set password_hash = m.password_hash, sealed = m.sealed
  from unnest(${made.map(({ n }) => n)}::int4[], ${made.map(({ password_hash }) => password_hash)}::text[], ${made.map(({ sealed }) => sealed)}::text[]) as m(n, password_hash, sealed)
  where i.org_id = ${orgId} and i.batch_id = ${batchId} and i.n = m.n`.compile(qb);

/** Changes the state of a batch; returns 0 when its state is none of `from`. */
export const moveBatch = (
  orgId: string,
  batchId: string,
  from: readonly BatchState[],
  change: { state: BatchState; in_effect_at?: string; expires_at?: string },
) =>
  qb
    .updateTable('password_batches')
    .set(change)
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .where('state', 'in', from);

/** Expired batches. */
export const overdueBatches = (orgId: string, now: string) =>
  qb
    .selectFrom('password_batches')
    .select('batch_id')
    .where('org_id', '=', orgId)
    .where('state', 'in', ['preparing', 'ready', 'in_effect'])
    .where('expires_at', '<=', now)
    .forUpdate();

export const deleteItems = (orgId: string, batchIds: readonly string[]) =>
  qb
    .deleteFrom('password_batch_items')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`batch_id = any(${batchIds}::text[])`);

/** In the order of the sheet. */
export const itemsOf = (orgId: string, batchId: string) =>
  qb
    .selectFrom('password_batch_items')
    .select(['n', 'user_id', 'child_id', 'child_name', 'class_name', 'student_no', 'login_name', 'staff', 'sealed'])
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .orderBy('n');

/**
 * Activates created passwords of accounts that are still solely a student's here and enabled, and of given staff who
 * still have none. Returns the accounts.
 */
export const putIntoEffect = (orgId: string, batchId: string, staff: readonly string[], at: string) =>
  sql<{ user_id: string }>`
  update accounts a set password_hash = i.password_hash, password_unset = false, password_initial = true, updated_at = ${at} from password_batch_items i
  where i.org_id = ${orgId} and i.batch_id = ${batchId} and i.password_hash is not null and a.user_id = i.user_id and a.enabled
    and case when i.staff then a.password_unset and i.user_id = any(${staff}::text[])
      else exists (select from memberships m where m.org_id = ${orgId} and m.user_id = i.user_id and m.identity = ${sql.lit(IDENTITY.student)})
        and not is_more_than_student(i.user_id, ${orgId}) end
  returning a.user_id`.compile(qb);

export const deleteItemsBut = (orgId: string, batchId: string, userIds: readonly string[]) =>
  qb
    .deleteFrom('password_batch_items')
    .where('org_id', '=', orgId)
    .where('batch_id', '=', batchId)
    .where(sql<boolean>`user_id <> all(${userIds}::text[])`);
