import { sql, type RawBuilder } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { studentsInScope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { dueState } from '../../../../platform/resources/server/queries/due-state.ts';
import { contains } from '../../../../platform/resources/server/queries/rows/expressions.ts';
import { slot } from '../../../../platform/resources/server/queries/rows/plan.ts';
import { CASE_STATUS } from '../../../crisis/public.ts';

type Sql = RawBuilder<unknown>;

/** Name of the account in a column of `t`. */
export const nameOf = (column: string): Sql =>
  sql`(select a.real_name from accounts a where a.user_id = ${sql.ref(`t.${column}`)})`;
/** Restricts rows to those whose account name contains a text. */
export const named =
  (column: string) =>
  (wanted: Sql): Sql =>
    sql`exists (select from accounts a where a.user_id = ${sql.ref(`t.${column}`)} and ${contains(sql.ref('a.real_name'), wanted)})`;

const child = sql`s.org_id = t.org_id and s.child_id = t.child_id`;
const childIs = (what: Sql): Sql => sql`exists (select from students s where ${child} and ${what})`;

/**
 * Rows about one student each, within the role's scope of students. Restricted rows are visible to the author's role
 * group only.
 */
export const recordRows = ({ computed, found, ...more }: Partial<RowTable> = {}): RowTable => ({
  computed: {
    child_name: sql`(select s.child_name from students s where ${child})`,
    class_id: sql`null::text`,
    class_name: sql`(select c.class_name from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id where ${child})`,
    created_by_name: nameOf('created_by'),
    ...computed,
  },
  found: {
    child_name: (wanted) => childIs(contains(sql.ref('s.child_name'), wanted)),
    class_id: (wanted) => childIs(sql`s.class_id = ${wanted}`),
    created_by_name: named('created_by'),
    ...found,
  },
  within: (scope) =>
    scope.kind === 'all' ? sql<boolean>`true` : sql<boolean>`${childIs(studentsInScope(scope, 's'))}`,
  readable: sql<boolean>`(not t.restricted or t.author_group = ${slot('roleGroup')})`,
  ...more,
});

/** Open cases of these students, locked against closing. */
export const openCases = (orgId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('crisis_cases')
    .select(['case_id', 'child_id'])
    .where('org_id', '=', orgId)
    .where('status', '=', CASE_STATUS.open)
    .where(sql<boolean>`child_id = any(${childIds}::text[])`)
    .forShare();

/** State of a follow-up on the reader's current day. */
const followUpState = sql`case when t.done_on is not null then 'done' else ${dueState(sql.ref('t.due_on'), slot('today'))} end`;
/** Open follow-ups before finished ones; the date decides the rest. */
const dueRank = sql`case when t.done_on is null then 0 else 1 end`;
export const followUpRows = recordRows({ computed: { due_state: followUpState }, sortKeys: { due_state: dueRank } });
