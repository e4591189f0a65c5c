import { sql, type Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { ITEM, RUN } from '../../rules.ts';
import type { ErasureItemsTable, ErasureRunsTable } from './tables.ts';

const runs = (orgId: string) =>
  qb
    .selectFrom('erasure_runs as r')
    .leftJoin('accounts as p', 'p.user_id', 'r.proposed_by')
    .leftJoin('accounts as d', 'd.user_id', 'r.decided_by')
    .select(['r.run_id', 'r.status', 'r.reason', 'r.proposed_by', 'r.proposed_at', 'r.decided_by', 'r.decided_at'])
    .select(['r.refusal', 'r.erase_after', 'r.ended_at', 'p.real_name as proposer', 'd.real_name as decider'])
    .where('r.org_id', '=', orgId);

/** The lists of a school, the newest first. */
export const runsOf = (orgId: string, { limit, offset }: { limit: number; offset: number }) =>
  runs(orgId).orderBy('r.proposed_at', 'desc').limit(limit).offset(offset);
export const countRuns = (orgId: string) =>
  qb
    .selectFrom('erasure_runs')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('org_id', '=', orgId);
export const runOf = (orgId: string, runId: string) => runs(orgId).where('r.run_id', '=', runId);

/** A list, locked until the transaction ends. */
export const lockRun = (orgId: string, runId: string) =>
  qb
    .selectFrom('erasure_runs')
    .select(['run_id', 'status', 'proposed_by', 'erase_after'])
    .where('org_id', '=', orgId)
    .where('run_id', '=', runId)
    .forUpdate();

/** Returns 0 where another list waits for its approval. */
export const insertRun = (row: Insertable<ErasureRunsTable>) =>
  qb
    .insertInto('erasure_runs')
    .values(row)
    .onConflict((c) => c.doNothing());

export const decideRun = (
  orgId: string,
  runId: string,
  to: { status: number; by: string; at: string; eraseAfter?: string; refusal?: string },
) =>
  qb
    .updateTable('erasure_runs')
    .set({
      status: to.status,
      decided_by: to.by,
      decided_at: to.at,
      erase_after: to.eraseAfter ?? null,
      refusal: to.refusal ?? null,
    })
    .where('org_id', '=', orgId)
    .where('run_id', '=', runId);

/** Ends approved lists of which nothing waits any more. */
export const endRuns = (orgId: string, at: string) =>
  qb
    .updateTable('erasure_runs as r')
    .set({ status: RUN.ended, ended_at: at })
    .where('r.org_id', '=', orgId)
    .where('r.status', '=', RUN.approved)
    .where(
      sql<boolean>`not exists (select from erasure_items i where i.org_id = r.org_id and i.run_id = r.run_id and i.status in (3, 4))`,
    )
    .returning('r.run_id');

/** As one JSON parameter: a list may have a thousand students. */
export const insertItems = (
  orgId: string,
  rows: readonly Pick<Insertable<ErasureItemsTable>, 'run_id' | 'subject_id' | 'kinds' | 'status' | 'why' | 'total'>[],
) =>
  sql`insert into erasure_items (org_id, run_id, subject_id, kinds, status, why, total)
    select ${orgId}, i.run_id, i.subject_id, i.kinds, i.status, i.why, i.total
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(run_id text, subject_id text, kinds text[], status smallint, why text[], total integer)`.compile(
    qb,
  );

/** What an approval fixes for each student of a list. */
export const fixItems = (
  orgId: string,
  runId: string,
  rows: readonly { subject_id: string; kinds: string[]; status: number; why: string[]; total: number }[],
  at: string,
) =>
  sql`update erasure_items i set kinds = f.kinds, status = f.status, why = f.why, total = f.total, changed_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(subject_id text, kinds text[], status smallint, why text[], total integer)
    where i.org_id = ${orgId} and i.run_id = ${runId} and i.subject_id = f.subject_id`.compile(qb);

/** Students on a list, with the names of those who are here or in quarantine. */
export const itemsOf = (orgId: string, runId: string) =>
  qb
    .selectFrom('erasure_items as i')
    .leftJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'i.org_id').onRef('s.child_id', '=', 'i.subject_id'),
    )
    .leftJoin('quarantined_rows as q', (join) =>
      join
        .onRef('q.org_id', '=', 'i.org_id')
        .onRef('q.run_id', '=', 'i.run_id')
        .onRef('q.subject_id', '=', 'i.subject_id')
        .on('q.of_table', '=', 'students'),
    )
    .leftJoin('accounts as a', 'a.user_id', 'i.changed_by')
    .select([
      'i.subject_id',
      'i.kinds',
      'i.status',
      'i.why',
      'i.total',
      'i.changed_at',
      'a.real_name as changed_by_name',
    ])
    .select([
      sql<string | null>`coalesce(s.child_name, q.body ->> 'child_name')`.as('child_name'),
      sql<string | null>`coalesce(s.student_no, q.body ->> 'student_no')`.as('student_no'),
      sql<boolean>`exists (select from legal_holds h where h.org_id = i.org_id and h.subject_id = i.subject_id and h.lifted_at is null)`.as(
        'held',
      ),
    ])
    .where('i.org_id', '=', orgId)
    .where('i.run_id', '=', runId)
    .orderBy(sql`coalesce(s.name_pinyin, q.body ->> 'name_pinyin')`)
    .orderBy('i.subject_id');

/** How many students of some lists are in each state. */
export const itemCounts = (orgId: string, runIds: readonly string[]) =>
  qb
    .selectFrom('erasure_items')
    .select(['run_id', 'status', (eb) => eb.fn.countAll<number>().as('n'), sql<number>`sum(total)::int`.as('total')])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`run_id = any(${runIds}::text[])`)
    .groupBy(['run_id', 'status']);

/** Number of students whose data are in quarantine. */
export const quarantinedStudents = (orgId: string) =>
  qb
    .selectFrom('erasure_items')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('org_id', '=', orgId)
    .where('status', 'in', [ITEM.moving, ITEM.quarantined]);

export interface ItemChange {
  status: number;
  why?: readonly string[];
  total?: number;
  by?: string;
  at: string;
}
export const changeItem = (orgId: string, runId: string, childId: string, { status, why, total, by, at }: ItemChange) =>
  qb
    .updateTable('erasure_items')
    .set({
      status,
      changed_at: at,
      changed_by: by ?? null,
      ...(why && { why: [...why] }),
      ...(total !== undefined && { total }),
    })
    .where('org_id', '=', orgId)
    .where('run_id', '=', runId)
    .where('subject_id', '=', childId);

/** One student of a list who is to be moved; locked. */
export const nextToMove = (orgId: string, runId: string) =>
  qb
    .selectFrom('erasure_items')
    .select(['subject_id', 'kinds'])
    .where('org_id', '=', orgId)
    .where('run_id', '=', runId)
    .where('status', '=', ITEM.moving)
    .orderBy('subject_id')
    .limit(1)
    .forUpdate();

/** One student of a list, locked. */
export const lockItem = (orgId: string, runId: string, childId: string) =>
  qb
    .selectFrom('erasure_items')
    .select(['subject_id', 'kinds', 'status'])
    .where('org_id', '=', orgId)
    .where('run_id', '=', runId)
    .where('subject_id', '=', childId)
    .forUpdate();

/** Students whose quarantine is over and who are not held. */
export const dueItems = (orgId: string, at: string, limit: number) =>
  qb
    .selectFrom('erasure_items as i')
    .innerJoin('erasure_runs as r', (join) =>
      join.onRef('r.org_id', '=', 'i.org_id').onRef('r.run_id', '=', 'i.run_id'),
    )
    .select(['i.run_id', 'i.subject_id', 'i.kinds'])
    .where('i.org_id', '=', orgId)
    .where('i.status', '=', ITEM.quarantined)
    .where('r.status', '=', RUN.approved)
    .where('r.erase_after', '<=', at)
    .where(
      sql<boolean>`not exists (select from legal_holds h where h.org_id = i.org_id and h.subject_id = i.subject_id and h.lifted_at is null)`,
    )
    .orderBy('i.run_id')
    .orderBy('i.subject_id')
    .limit(limit);

/** The student's row in quarantine. */
export const quarantinedStudent = (orgId: string, runId: string, childId: string) =>
  sql<{ student_no: string; child_name: string }>`
    select q.body ->> 'student_no' as student_no, q.body ->> 'child_name' as child_name from quarantined_rows q
    where q.org_id = ${orgId} and q.run_id = ${runId} and q.subject_id = ${childId} and q.of_table = 'students'`.compile(
    qb,
  );

/** Accounts and objects of files that a quarantine holds. */
export const quarantinedParts = (orgId: string, runId: string, childId: string) =>
  sql<{ of_table: string; user_id: string | null; object_key: string | null }>`
    select q.of_table, q.body ->> 'user_id' as user_id, q.body ->> 'object_key' as object_key from quarantined_rows q
    where q.org_id = ${orgId} and q.run_id = ${runId} and q.subject_id = ${childId} and q.of_table in ('students', 'guardians', 'media_files')`.compile(
    qb,
  );

export const quarantineChild = (runId: string, childId: string, tables: readonly string[] | null, answers: boolean) =>
  sql<{
    n: number;
  }>`select quarantine_child(${runId}, ${childId}, ${tables === null ? null : [...tables]}::text[], ${answers}) as n`.compile(
    qb,
  );
export const restoreChild = (runId: string, childId: string) =>
  sql<{ n: number }>`select restore_child(${runId}, ${childId}) as n`.compile(qb);
export const eraseQuarantined = (runId: string, childId: string) =>
  sql<{ done: unknown }>`select erase_quarantined(${runId}, ${childId}) as done`.compile(qb);
