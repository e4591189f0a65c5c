import { sql, type Insertable } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { suspendedAt } from '../../../../platform/context/server/queries/orgs.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { ExamCodesTable } from './tables.ts';

export const examById = (orgId: string, examId: string) =>
  qb
    .selectFrom('exams')
    .select(['exam_id', 'exam_name', 'status', 'starts_at', 'ends_at'])
    .where('org_id', '=', orgId)
    .where('exam_id', '=', examId)
    .where('status', '!=', 'draft');

/** When a device with the sheet was last heard from, by its contacts; null before the first. */
const heard = (sheet: string) =>
  sql<string | null>`(select max(d.contact_at) from exam_seats d where d.org_id = ${sql.ref(`${sheet}.org_id`)}
    and d.child_exam_id = ${sql.ref(`${sheet}.child_exam_id`)})`;

/** The last sheet of each student in a scope, in the order of a class list. */
export const seatsOf = (
  orgId: string,
  scope: Scope,
  examId: string,
  only: { classId?: string | undefined; childIds?: readonly string[] | undefined },
) =>
  qb
    .selectFrom('exam_sheets as h')
    .innerJoin('exams as e', (join) => join.onRef('e.org_id', '=', 'h.org_id').onRef('e.exam_id', '=', 'h.exam_id'))
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'h.org_id').onRef('s.child_id', '=', 'h.child_id'),
    )
    .select(['h.child_exam_id', 'h.child_id', 'h.class_name', 'h.answered', 'h.total', 'h.device'])
    .select(['h.started_at', 'h.last_answer_at', 'h.submitted_at', 'h.scored_at', 'h.withdrawn_at'])
    .select(['h.needs_consent', 'h.consented_at', 'e.status as exam_status', 'e.starts_at', 'e.ends_at'])
    .select(['s.child_name', 's.student_no'])
    .select([
      sql<number>`coalesce((select sum(d.unsent) from exam_seats d where d.org_id = h.org_id
        and d.child_exam_id = h.child_exam_id), 0)::int`.as('unsent'),
      heard('h').as('heard_at'),
    ])
    .where('h.org_id', '=', orgId)
    .where('h.exam_id', '=', examId)
    .where(studentsInScope(scope, 's'))
    .where(
      sql<boolean>`not exists (select from exam_sheets later where later.org_id = h.org_id and later.exam_id = h.exam_id
        and later.child_id = h.child_id and later.attempt > h.attempt)`,
    )
    .$if(only.classId !== undefined, (q) => q.where('h.class_id', '=', only.classId ?? ''))
    .$if(only.childIds !== undefined, (q) =>
      q.where(sql<boolean>`h.child_id = any(${[...(only.childIds ?? [])]}::text[])`),
    )
    .orderBy('h.class_name')
    .orderBy('s.student_no')
    .orderBy('h.child_id')
    .limit(5000);

/** Codes of sheets; a new list ends them. */
export const endCodes = (orgId: string, sheetIds: readonly string[]) =>
  qb
    .deleteFrom('exam_codes')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_exam_id = any(${[...sheetIds]}::text[])`)
    .returning('code_hash');
export const forgetTenants = (hashes: readonly string[], before: string) =>
  qb
    .deleteFrom('exam_code_tenants')
    .where(sql<boolean>`code_hash = any(${[...hashes]}::text[]) or expires_at < ${before}::timestamptz`);
export const insertCodes = (rows: readonly Insertable<ExamCodesTable>[]) =>
  qb.insertInto('exam_codes').values([...rows]);
export const insertTenants = (rows: readonly { code_hash: string; tenant: string; expires_at: string }[]) =>
  qb.insertInto('exam_code_tenants').values([...rows]);

/** The school of a code. */
export const tenantOfCode = (hash: string) =>
  qb.selectFrom('exam_code_tenants').select('tenant').where('code_hash', '=', hash);

/** A code with what decides whether it still opens its sheet, locked. */
export const lockCode = (orgId: string, hash: string) =>
  qb
    .selectFrom('exam_codes as c')
    .innerJoin('exam_sheets as h', (join) =>
      join.onRef('h.org_id', '=', 'c.org_id').onRef('h.child_exam_id', '=', 'c.child_exam_id'),
    )
    .innerJoin('exams as e', (join) => join.onRef('e.org_id', '=', 'h.org_id').onRef('e.exam_id', '=', 'h.exam_id'))
    .innerJoin('orgs as o', 'o.org_id', 'c.org_id')
    .select(['c.child_exam_id', 'c.exam_id', 'c.expires_at', 'h.child_id', 'o.org_type'])
    .select(suspendedAt('c.org_id').as('suspended_at'))
    .select(['h.needs_consent', 'h.consented_at', 'h.withdrawn_at', 'h.submitted_at', 'h.scored_at'])
    .select(['e.status as exam_status', 'e.starts_at', 'e.ends_at', 'h.device as holder'])
    .select(
      sql<string | null>`(select greatest(h.last_answer_at, max(d.contact_at)) from exam_seats d
        where d.org_id = h.org_id and d.child_exam_id = h.child_exam_id and d.device = h.device)`.as('heard_at'),
    )
    .where('c.org_id', '=', orgId)
    .where('c.code_hash', '=', hash)
    .forUpdate('c');
export const useCode = (orgId: string, hash: string, at: string, device: string | null) =>
  qb.updateTable('exam_codes').set({ used_at: at, device }).where('org_id', '=', orgId).where('code_hash', '=', hash);
