import { sql } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import type { RowOf } from '../../../../platform/db/server/database.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';

const own = (orgId: string) =>
  qb
    .selectFrom('questionnaires as q')
    .select(['q.scale_id', 'q.title', 'q.draft', 'q.revision', 'q.published', 'q.updated_at'])
    .where('q.org_id', '=', orgId);

/** Questionnaires of a school, the last changed first. */
export const questionnairesOf = (orgId: string) =>
  own(orgId)
    .leftJoin('accounts as a', 'a.user_id', 'q.updated_by')
    .select('a.real_name as updated_by_name')
    .orderBy('q.updated_at', 'desc')
    .orderBy('q.scale_id');
export const questionnaireById = (orgId: string, scaleId: string) => own(orgId).where('q.scale_id', '=', scaleId);
export const lockQuestionnaire = (orgId: string, scaleId: string) => questionnaireById(orgId, scaleId).forUpdate('q');
export type QuestionnaireRow = RowOf<ReturnType<typeof lockQuestionnaire>>;

export const insertQuestionnaire = (row: {
  org_id: string;
  scale_id: string;
  title: string;
  draft: string;
  by: string;
  at: string;
}) => {
  const { by, at, ...rest } = row;
  return qb
    .insertInto('questionnaires')
    .values({ ...rest, created_by: by, created_at: at, updated_by: by, updated_at: at });
};

interface Change {
  title?: string;
  draft: string | null;
  revision: number;
  published?: number;
  updated_by: string;
  updated_at: string;
}

/** The row must be locked. */
export const changeQuestionnaire = (orgId: string, scaleId: string, change: Change) =>
  qb.updateTable('questionnaires').set(change).where('org_id', '=', orgId).where('scale_id', '=', scaleId);

export const deleteQuestionnaire = (orgId: string, scaleId: string) =>
  qb.deleteFrom('questionnaires').where('org_id', '=', orgId).where('scale_id', '=', scaleId);

/** All published versions of a questionnaire are not offered any more. */
export const removeVersions = (orgId: string, scaleId: string, at: string) =>
  qb
    .updateTable('scale_packs')
    .set({ removed_at: at })
    .where('org_id', '=', orgId)
    .where('scale_id', '=', scaleId)
    .where('kind', '=', 'questionnaire');

/** Plans that name a questionnaire, in whatever version. */
export const plansNaming = (orgId: string, scaleId: string) =>
  qb
    .selectFrom('exams')
    .select('exam_name')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`${scaleId} = any(scale_ids)`)
    .orderBy('created_at');

/**
 * The last submitted sheet of each student in a scope at a screening, by class and name, with its answers.
 *
 * @param after Position after which the batch begins
 */
export const submittedSheets = (orgId: string, examId: string, scope: Scope, after: number, limit: number) =>
  qb
    .selectFrom('exam_sheets as h')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'h.org_id').onRef('s.child_id', '=', 'h.child_id'),
    )
    .select(['h.child_exam_id', 'h.class_name', 'h.answers', 'h.submitted_at', 's.child_name', 's.student_no'])
    .where('h.org_id', '=', orgId)
    .where('h.exam_id', '=', examId)
    .where('h.submitted_at', 'is not', null)
    .where('h.withdrawn_at', 'is', null)
    .where(studentsInScope(scope, 's'))
    .where(
      sql<boolean>`not exists (select from exam_sheets n where n.org_id = h.org_id and n.exam_id = h.exam_id and n.child_id = h.child_id
        and n.attempt > h.attempt and n.submitted_at is not null and n.withdrawn_at is null)`,
    )
    .orderBy('h.period')
    .orderBy('h.grade')
    .orderBy('h.class_name')
    .orderBy('s.name_pinyin')
    .orderBy('h.child_exam_id')
    .offset(after)
    .limit(limit);
export type SubmittedSheet = RowOf<ReturnType<typeof submittedSheets>>;
