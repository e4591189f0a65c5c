import { sql, type RawBuilder } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { studentsInScope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { contains } from '../../../../platform/resources/server/queries/rows/expressions.ts';
import { TIME_ZONE_OFFSET } from '../../../../platform/schema/wall-clock.ts';

const child = sql`s.org_id = t.org_id and s.child_id = t.child_id`;
const childIs = (what: RawBuilder<unknown>) => sql`exists (select from students s where ${child} and ${what})`;

/** Imported scores as a resource, within the role's scope of students. */
export const totalRows: RowTable = {
  computed: {
    child_name: sql`(select s.child_name from students s where ${child})`,
    class_id: sql`null::text`,
    class_name: sql`(select c.class_name from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id where ${child})`,
    created_by_name: sql`(select a.real_name from accounts a where a.user_id = t.created_by)`,
  },
  found: {
    child_name: (wanted) => childIs(contains(sql.ref('s.child_name'), wanted)),
    class_id: (wanted) => childIs(sql`s.class_id = ${wanted}`),
  },
  within: (scope) =>
    scope.kind === 'all' ? sql<boolean>`true` : sql<boolean>`${childIs(studentsInScope(scope, 's'))}`,
};

/** A day's scores of one student and one scale. */
export interface TotalsSheet {
  exam_id: string;
  child_exam_id: string;
  child_id: string;
  /** YYYY-MM-DD. */
  tested_on: string;
}

/** A day on which a scale was taken elsewhere, as a screening that is over. */
export interface TotalsExam {
  exam_id: string;
  exam_name: string;
  scale_id: string;
  version: string;
  /** YYYY-MM-DD. */
  tested_on: string;
}

const startOf = (day: string) => `${day}T00:00:00${TIME_ZONE_OFFSET}`;

export const addTotalsExams = (orgId: string, exams: readonly TotalsExam[], by: string, at: string) =>
  qb
    .insertInto('exams')
    .values(
      exams.map(({ exam_id, exam_name, scale_id, version, tested_on }) => ({
        org_id: orgId,
        exam_id,
        exam_name,
        scale_ids: [scale_id],
        scale_versions: sql<Record<string, string>>`${JSON.stringify({ [scale_id]: version })}::jsonb`,
        starts_at: startOf(tested_on),
        ends_at: sql<string>`${startOf(tested_on)}::timestamptz + interval '1 day'`,
        scope: sql<Record<string, string[]>>`'{}'::jsonb`,
        consent_text: null,
        retakes: 0,
        status: 'closed' as const,
        published_at: at,
        published_by: by,
        closed_at: at,
        copied_from: null,
        bureau_plan_id: null,
        created_by: by,
        imported: true,
      })),
    )
    .onConflict((c) => c.doNothing());

/** Sheets as of the student's present class; those that exist are scored again. */
export const addTotalsSheets = (orgId: string, sheets: readonly TotalsSheet[]) =>
  sql`insert into exam_sheets (org_id, child_exam_id, exam_id, child_id, class_id, class_name, period, grade, started_at, submitted_at, imported)
  select s.org_id, v.child_exam_id, v.exam_id, s.child_id, s.class_id, c.class_name, c.period, c.grade, v.at, v.at, true
  from unnest(${sheets.map(({ child_exam_id }) => child_exam_id)}::text[], ${sheets.map(({ exam_id }) => exam_id)}::text[],
    ${sheets.map(({ child_id }) => child_id)}::text[], ${sheets.map(({ tested_on }) => startOf(tested_on))}::timestamptz[]) as v(child_exam_id, exam_id, child_id, at)
  join students s on s.org_id = ${orgId} and s.child_id = v.child_id
  left join classes c on c.org_id = s.org_id and c.class_id = s.class_id
  on conflict (org_id, child_exam_id) do update set scored_at = null`.compile(qb);

/** The scores of imported sheets. */
export const totalsOf = (orgId: string, sheetIds: readonly string[]) =>
  qb
    .selectFrom('exam_totals')
    .select(['child_exam_id', 'dimension_id', 'score'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_exam_id = any(${[...sheetIds]}::text[])`);

/** Which of these sheets have raised a warning. */
export const raisedSheets = (orgId: string, sheetIds: readonly string[]) =>
  qb
    .selectFrom('screening_hits')
    .select('child_exam_id')
    .distinct()
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_exam_id = any(${[...sheetIds]}::text[])`);

const leftOf = (totalIds: readonly string[]) =>
  sql<boolean>`exists (select from exam_totals t where t.org_id = h.org_id and t.child_exam_id = h.child_exam_id and not t.total_id = any(${[...totalIds]}::text[]))`;

/** Deletes imported sheets that have no scores but these. */
export const deleteEmptySheets = (orgId: string, sheetIds: readonly string[], totalIds: readonly string[]) =>
  qb
    .deleteFrom('exam_sheets as h')
    .where('h.org_id', '=', orgId)
    .where('h.imported', '=', true)
    .where(sql<boolean>`h.child_exam_id = any(${[...sheetIds]}::text[])`)
    .where(sql<boolean>`not ${leftOf(totalIds)}`);

/** Lets sheets be scored again. */
export const scoreAgain = (orgId: string, sheetIds: readonly string[]) =>
  qb
    .updateTable('exam_sheets')
    .set({ scored_at: null })
    .where('org_id', '=', orgId)
    .where('imported', '=', true)
    .where(sql<boolean>`child_exam_id = any(${[...sheetIds]}::text[])`);

/** Deletes the days that have no sheet any more. */
export const deleteEmptyExams = (orgId: string, examIds: readonly string[]) =>
  qb
    .deleteFrom('exams')
    .where('org_id', '=', orgId)
    .where('imported', '=', true)
    .where(sql<boolean>`exam_id = any(${[...examIds]}::text[])`)
    .where(
      sql<boolean>`not exists (select from exam_sheets h where h.org_id = exams.org_id and h.exam_id = exams.exam_id)`,
    );
