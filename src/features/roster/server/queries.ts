import { sql, type Generated, type Insertable, type RawBuilder } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import type { BoxState } from '../box-contract.ts';
import type { ProposalKind, Received } from '../contract.ts';

/** Every role of the staff with the classes that it is limited to. */
export const rolesOfStaff = (orgId: string) =>
  qb
    .selectFrom('memberships')
    .select(['user_id', 'role_id', sql<string[] | null>`role_extend -> 'class_ids'`.as('class_ids')])
    .where('org_id', '=', orgId)
    .where('identity', '=', IDENTITY.staff)
    .orderBy('user_id')
    .orderBy('role_id');

/** A proposal by which the school would follow a roster that it received. */
export interface RosterProposalsTable {
  org_id: string;
  proposal_id: string;
  kind: ProposalKind;
  child_id: string | null;
  user_id: string | null;
  class_id: string | null;
  file_name: string;
  found_at: string;
  kept_at: string | null;
  kept_by: string | null;
}
/** What the reading of a file brought. */
interface Outcome {
  file_name: string;
  /** When the file that was read had been put down. */
  put_at?: string;
  problem?: string;
  received?: Received;
}
/** Where a roster is put down, to be read at an hour. */
export interface RosterBoxesTable {
  org_id: string;
  hour: number | null;
  writes: Generated<boolean>;
  requester: Requester | null;
  due_at: string | null;
  file: Uint8Array | null;
  file_name: string | null;
  put_at: string | null;
  put_by: string | null;
  /** Of the file that lies there. */
  is_read: Generated<boolean>;
  state: BoxState | null;
  read_at: string | null;
  outcome: Outcome | null;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    roster_proposals: RosterProposalsTable;
    roster_boxes: RosterBoxesTable;
  }
}

/** Students of any status, to be found by their numbers. */
export const studentsOfSchool = (orgId: string) =>
  qb.selectFrom('students').select(['child_id', 'student_no', 'class_id', 'study_status']).where('org_id', '=', orgId);

/** Staff with login names; authorised logins end by themselves and are left out. */
export const staffOfSchool = (orgId: string) =>
  qb
    .selectFrom('teachers as t')
    .innerJoin('accounts as a', 'a.user_id', 't.user_id')
    .select(['t.user_id', 't.enabled', 'a.login_key'])
    .where('t.org_id', '=', orgId)
    .where('t.expires_at', 'is', null);

/** Removes the open proposals, and what a person kept that the roster does not say any more. */
export const dropProposals = (orgId: string, still: readonly string[]) =>
  qb
    .deleteFrom('roster_proposals')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`(kept_at is null or not (proposal_id = any(${[...still]}::text[])))`);

export const insertProposals = (orgId: string, rows: readonly Insertable<RosterProposalsTable>[]) =>
  qb
    .insertInto('roster_proposals')
    .columns(['org_id', 'proposal_id', 'kind', 'child_id', 'user_id', 'class_id', 'file_name', 'found_at'])
    .expression(
      sql`select ${orgId}, proposal_id, kind, child_id, user_id, class_id, file_name, found_at from json_populate_recordset(null::roster_proposals, ${JSON.stringify(rows)}::json)`,
    )
    .onConflict((conflict) => conflict.columns(['org_id', 'proposal_id']).doNothing());

const undecided = (orgId: string) =>
  qb.selectFrom('roster_proposals as p').where('p.org_id', '=', orgId).where('p.kept_at', 'is', null);

/** Whether its person is still here: staff may be deleted while their accounts remain. */
const isHere = sql<boolean>`(p.user_id is null or exists (select from teachers h where h.org_id = p.org_id and h.user_id = p.user_id))`;

const open = (orgId: string) => undecided(orgId).where(isHere);

/** Open proposals with the names of what they are about. */
export const openProposals = (orgId: string, size: number, offset: number) =>
  open(orgId)
    .leftJoin('students as s', (join) => join.onRef('s.org_id', '=', 'p.org_id').onRef('s.child_id', '=', 'p.child_id'))
    .leftJoin('teachers as t', (join) => join.onRef('t.org_id', '=', 'p.org_id').onRef('t.user_id', '=', 'p.user_id'))
    .leftJoin('classes as c', (join) => join.onRef('c.org_id', '=', 'p.org_id').onRef('c.class_id', '=', 'p.class_id'))
    .leftJoin('classes as f', (join) => join.onRef('f.org_id', '=', 's.org_id').onRef('f.class_id', '=', 's.class_id'))
    .select([
      'p.proposal_id',
      'p.kind',
      'p.file_name',
      'p.found_at',
      's.child_name',
      's.student_no',
      't.teacher_name',
      'c.class_name',
      'f.class_name as from_class',
    ])
    // Missing classes come last: they can only be kept.
    .orderBy(sql`p.kind = 'class_left'`)
    .orderBy('p.kind')
    .orderBy('c.grade')
    .orderBy('c.name_key')
    .orderBy('s.name_pinyin')
    .orderBy('t.name_key')
    .orderBy('p.proposal_id')
    .limit(size)
    .offset(offset);

export const countProposals = (orgId: string) => open(orgId).select((eb) => eb.fn.countAll<number>().as('n'));

/** Undecided proposals by id, locked, so that two people do not decide on one; also those whose person is gone. */
export const lockProposals = (orgId: string, ids: readonly string[]) =>
  undecided(orgId)
    .select(['p.proposal_id', 'p.kind', 'p.child_id', 'p.user_id', 'p.class_id', isHere.as('is_here')])
    .where(sql<boolean>`p.proposal_id = any(${[...ids]}::text[])`)
    .orderBy('p.proposal_id')
    .forUpdate();

export const deleteProposals = (orgId: string, ids: readonly string[]) =>
  qb
    .deleteFrom('roster_proposals')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`proposal_id = any(${[...ids]}::text[])`);

export const keepProposals = (orgId: string, ids: readonly string[], by: string, at: string) =>
  qb
    .updateTable('roster_proposals')
    .set({ kept_at: at, kept_by: by })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`proposal_id = any(${[...ids]}::text[])`);

const nameOf = (id: RawBuilder<unknown>) =>
  sql<string | null>`(select a.real_name from accounts a where a.user_id = ${id})`;
/** The box without its file. `put_at` is null where no file lies there. */
export const boxOf = (orgId: string) =>
  qb
    .selectFrom('roster_boxes')
    .select(['hour', 'writes', 'requester', 'due_at', 'file_name', 'is_read', 'state', 'read_at', 'outcome'])
    .select(sql<string | null>`case when file is null then null else put_at end`.as('put_at'))
    .select([nameOf(sql`requester ->> 'user_id'`).as('set_by_name'), nameOf(sql`put_by`).as('put_by_name')])
    .where('org_id', '=', orgId);
export const lockBox = (orgId: string) => boxOf(orgId).forUpdate();

export const fileOf = (orgId: string) =>
  qb.selectFrom('roster_boxes').select(['file', 'file_name', 'put_at']).where('org_id', '=', orgId);

const json = <T>(value: T) => sql<T>`${JSON.stringify(value)}::jsonb`;

export const putBox = ({
  requester,
  ...box
}: Pick<RosterBoxesTable, 'org_id' | 'hour' | 'due_at'> & { writes: boolean; requester: Requester }) => {
  const change = { ...box, requester: json(requester) };
  return qb
    .insertInto('roster_boxes')
    .values(change)
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(change));
};

const box = (orgId: string) => qb.updateTable('roster_boxes').where('org_id', '=', orgId);

/** Takes a file in where an hour is set. */
export const putFile = (orgId: string, file: { file: Uint8Array; file_name: string; put_at: string; put_by: string }) =>
  box(orgId)
    .set({ ...file, is_read: false })
    .where('hour', 'is not', null)
    .returning('due_at');

const NO_FILE = { file: null, file_name: null, put_at: null, put_by: null };
export const dropFile = (orgId: string) => box(orgId).set(NO_FILE);
export const dropOldFile = (orgId: string, before: string) => dropFile(orgId).where('put_at', '<', before);

export const boxDue = (orgId: string, at: string) => box(orgId).set({ due_at: at });

/** Marks a file as read, unless another one lies there by now. */
export const markRead = (orgId: string, putAt: string) => box(orgId).set({ is_read: true }).where('put_at', '=', putAt);

/** What became of the file. */
export const settleBox = (
  orgId: string,
  { outcome, ...change }: { state?: BoxState; read_at?: string; outcome?: Outcome },
) => box(orgId).set({ ...change, ...(outcome && { outcome: json(outcome) }) });
