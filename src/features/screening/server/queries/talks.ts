import { sql, type Insertable } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { TALK_STATUS } from '../../rules/consent-text.ts';
import type { TalkRequestsTable } from './tables.ts';

const nameOf = (column: string) =>
  sql<string | null>`(select a.real_name from accounts a where a.user_id = ${sql.ref(column)})`;

export const insertTalk = (row: Insertable<TalkRequestsTable>) => qb.insertInto('talk_requests').values(row);

/** Requests of an account that wait, locked. */
export const lockWaitingTalks = (orgId: string, userId: string) =>
  qb
    .selectFrom('talk_requests')
    .select(['request_id', 'child_id', 'wanted_with', 'note'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('status', '=', TALK_STATUS.waiting)
    .orderBy('request_id')
    .forUpdate();

/** Requests of an account, latest first. */
export const talksOf = (orgId: string, userId: string, limit: number) =>
  qb
    .selectFrom('talk_requests as t')
    .select(['t.request_id', 't.child_id', 't.requested_at', 't.status', 't.note', 't.answer', 't.handled_at'])
    .select([nameOf('t.wanted_with').as('wanted_with_name'), nameOf('t.handled_by').as('handled_by_name')])
    .where('t.org_id', '=', orgId)
    .where('t.user_id', '=', userId)
    .orderBy('t.requested_at', 'desc')
    .orderBy('t.request_id', 'desc')
    .limit(limit);

const inScope = (orgId: string, scope: Scope) =>
  qb
    .selectFrom('talk_requests as t')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 't.org_id').onRef('s.child_id', '=', 't.child_id'),
    )
    .where('t.org_id', '=', orgId)
    .where(studentsInScope(scope, 's'));

/** A page of the requests about students in a scope: those that wait first, each group latest first. */
export const talksInScope = (
  orgId: string,
  scope: Scope,
  { status, limit, offset }: { status: number | undefined; limit: number; offset: number },
) =>
  inScope(orgId, scope)
    .leftJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select(['t.request_id', 't.child_id', 's.child_name', 'c.class_name', 't.requested_at', 't.status'])
    .select(['t.note', 't.answer', 't.handled_at', 't.user_id', 's.user_id as student_user_id'])
    .select([nameOf('t.wanted_with').as('wanted_with_name'), nameOf('t.handled_by').as('handled_by_name')])
    .select(nameOf('t.user_id').as('asked_by_name'))
    .$if(status !== undefined, (q) => q.where('t.status', '=', status ?? 0))
    .orderBy(sql`(t.status = ${sql.lit(TALK_STATUS.waiting)})`, 'desc')
    .orderBy('t.requested_at', 'desc')
    .orderBy('t.request_id', 'desc')
    .limit(limit)
    .offset(offset);

/** How many requests about students in a scope wait. */
export const countWaitingTalks = (orgId: string, scope: Scope) =>
  inScope(orgId, scope)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('t.status', '=', sql.lit(TALK_STATUS.waiting));

export const countTalks = (orgId: string, scope: Scope, status: number | undefined) =>
  inScope(orgId, scope).select([
    sql<number>`(count(*) filter (where ${status ?? null}::int is null or t.status = ${status ?? null}::int))::int`.as(
      'total',
    ),
    sql<number>`(count(*) filter (where t.status = ${sql.lit(TALK_STATUS.waiting)}))::int`.as('waiting'),
  ]);

/** A request about a student in a scope, locked. */
export const lockTalk = (orgId: string, scope: Scope, requestId: string) =>
  inScope(orgId, scope)
    .select(['t.request_id', 't.status', 's.child_name'])
    .where('t.request_id', '=', requestId)
    .forUpdate('t');

/** The sheet of a child, for a request that was made from it. */
export const sheetOfChild = (orgId: string, childId: string, childExamId: string) =>
  qb
    .selectFrom('exam_sheets')
    .select('child_exam_id')
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .where('child_exam_id', '=', childExamId);

export const changeTalk = (
  orgId: string,
  requestId: string,
  change: Pick<TalkRequestsTable, 'handled_by' | 'handled_at'> & { status: number; answer?: string },
) => qb.updateTable('talk_requests').set(change).where('org_id', '=', orgId).where('request_id', '=', requestId);
