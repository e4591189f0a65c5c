import { sql, type Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { LegalHoldsTable } from './tables.ts';

/** The name of a student who is here or whose data are in quarantine. */
const nameOf = sql<string | null>`coalesce(
  (select s.child_name from students s where s.org_id = h.org_id and s.child_id = h.subject_id),
  (select q.body ->> 'child_name' from quarantined_rows q where q.org_id = h.org_id and q.subject_id = h.subject_id and q.of_table = 'students' limit 1))`;

/** Holds of a school, those in force first. */
export const holdsOf = (orgId: string) =>
  qb
    .selectFrom('legal_holds as h')
    .leftJoin('accounts as a', 'a.user_id', 'h.set_by')
    .leftJoin('accounts as l', 'l.user_id', 'h.lifted_by')
    .select(['h.hold_id', 'h.subject_id', 'h.reason', 'h.set_at', 'h.lifted_at', 'h.lift_reason'])
    .select(['a.real_name as set_by_name', 'l.real_name as lifted_by_name', nameOf.as('child_name')])
    .where('h.org_id', '=', orgId)
    .orderBy(sql`h.lifted_at is null`, 'desc')
    .orderBy('h.set_at', 'desc')
    .limit(500);

/** Returns 0 when one is in force. */
export const insertHold = (row: Insertable<LegalHoldsTable>) =>
  qb
    .insertInto('legal_holds')
    .values(row)
    .onConflict((c) => c.columns(['org_id', 'subject_id']).where('lifted_at', 'is', null).doNothing());

/** Ends a hold that is in force. */
export const liftHold = (orgId: string, holdId: string, by: { user: string; at: string; reason: string }) =>
  qb
    .updateTable('legal_holds')
    .set({ lifted_by: by.user, lifted_at: by.at, lift_reason: by.reason })
    .where('org_id', '=', orgId)
    .where('hold_id', '=', holdId)
    .where('lifted_at', 'is', null)
    .returning(['subject_id']);

export const holdOf = (orgId: string, holdId: string) =>
  qb.selectFrom('legal_holds').select(['lifted_at']).where('org_id', '=', orgId).where('hold_id', '=', holdId);

/** A child by the student's row, or by what is in quarantine. */
export const heldChild = (orgId: string, childId: string) =>
  sql<{ child_name: string | null }>`
    select s.child_name from students s where s.org_id = ${orgId} and s.child_id = ${childId}
    union all select null from erasure_items i where i.org_id = ${orgId} and i.subject_id = ${childId} and i.status in (3, 4)`.compile(
    qb,
  );

/** Serialises holds and erasures of a child. */
export const lockSubject = (orgId: string, childId: string) =>
  sql<{
    locked: unknown;
  }>`select pg_advisory_xact_lock(hashtextextended(${`erasure ${orgId} ${childId}`}, 0)) as locked`.compile(qb);

/** Number of holds in force. */
export const countHolds = (orgId: string) =>
  qb
    .selectFrom('legal_holds')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('org_id', '=', orgId)
    .where('lifted_at', 'is', null);

export const countHoldsOf = (orgId: string, childId: string) => countHolds(orgId).where('subject_id', '=', childId);
