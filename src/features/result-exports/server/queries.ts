import { sql } from 'kysely';
import { studentsInScope, type Scope } from '../../../platform/access/server/queries/scope.ts';
import type { RowOf } from '../../../platform/db/server/database.ts';
import { qb } from '../../../platform/db/server/query-builder.ts';

const submitted = (orgId: string, scope: Scope) =>
  qb
    .selectFrom('exam_sheets as h')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'h.org_id').onRef('s.child_id', '=', 'h.child_id'),
    )
    .where('h.org_id', '=', orgId)
    .where('h.submitted_at', 'is not', null)
    .where('h.withdrawn_at', 'is', null)
    .where(studentsInScope(scope, 's'));

/** The last submitted sheet of each student in a scope at a screening, by class and name. */
export const lastSheets = (orgId: string, examId: string, scope: Scope) =>
  submitted(orgId, scope)
    .select(['h.child_exam_id', 'h.child_id'])
    .where('h.exam_id', '=', examId)
    .where(
      sql<boolean>`not exists (select from exam_sheets n where n.org_id = h.org_id and n.exam_id = h.exam_id and n.child_id = h.child_id
        and n.attempt > h.attempt and n.submitted_at is not null and n.withdrawn_at is null)`,
    )
    .orderBy('h.period')
    .orderBy('h.grade')
    .orderBy('h.class_name')
    .orderBy('s.name_pinyin')
    .orderBy('h.child_exam_id');

/** Sheets of students in a scope at a screening that are not in the data: withdrawn, and not submitted. */
export const leftOut = (orgId: string, examId: string, scope: Scope) =>
  qb
    .selectFrom('exam_sheets as h')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'h.org_id').onRef('s.child_id', '=', 'h.child_id'),
    )
    .select([
      sql<number>`count(*) filter (where h.withdrawn_at is not null)::int`.as('withdrawn'),
      sql<number>`count(*) filter (where h.withdrawn_at is null and h.submitted_at is null)::int`.as('open'),
    ])
    .where('h.org_id', '=', orgId)
    .where('h.exam_id', '=', examId)
    .where(studentsInScope(scope, 's'));

/** Submitted sheets with their answers, in no order. */
export const sheetsOfIds = (orgId: string, scope: Scope, ids: readonly string[]) =>
  submitted(orgId, scope)
    .innerJoin('exams as e', (join) => join.onRef('e.org_id', '=', 'h.org_id').onRef('e.exam_id', '=', 'h.exam_id'))
    .select(['h.child_exam_id', 'h.child_id', 'h.exam_id', 'h.class_name', 'h.attempt', 'h.answers'])
    .select(['h.submitted_at', 'h.scored_at', 'h.incomplete', 'e.exam_name', 'e.scale_ids', 'e.scale_versions'])
    .where(sql<boolean>`h.child_exam_id = any(${[...ids]}::text[])`);
export type ExportedSheet = RowOf<ReturnType<typeof sheetsOfIds>>;

/** The results in force of sheets. */
export const resultsOfSheets = (orgId: string, ids: readonly string[]) =>
  qb
    .selectFrom('exam_results')
    .select(['child_exam_id', 'scale_id', 'version', 'norm_set', 'valid', 'dimensions', 'scored_at'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_exam_id = any(${[...ids]}::text[])`)
    .where('ended_at', 'is', null);
export type ExportedResult = RowOf<ReturnType<typeof resultsOfSheets>>;
