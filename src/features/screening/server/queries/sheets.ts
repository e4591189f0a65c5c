import { sql, type Insertable } from 'kysely';
import {
  peopleIn,
  studentsInScope,
  type People,
  type Scope,
} from '../../../../platform/access/server/queries/scope.ts';
import { compileOnce } from '../../../../platform/db/server/compile-once.ts';
import type { RowOf, Statement } from '../../../../platform/db/server/database.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { ExamAnswersTable, ExamResultsTable, ExamSheetsTable } from './tables.ts';

/** Sheets of published screenings with their screening and their student. */
const sheets = (orgId: string) =>
  qb
    .selectFrom('exam_sheets as h')
    .innerJoin('exams as e', (join) => join.onRef('e.org_id', '=', 'h.org_id').onRef('e.exam_id', '=', 'h.exam_id'))
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'h.org_id').onRef('s.child_id', '=', 'h.child_id'),
    )
    .select(['h.child_exam_id', 'h.exam_id', 'h.child_id', 'h.attempt', 'h.answered', 'h.total'])
    .select(['h.needs_consent', 'h.consented_at', 'h.assented_at', 'h.withdrawn_at', 'h.submitted_at', 'h.scored_at'])
    .select(['e.exam_name', 'e.status as exam_status', 'e.starts_at', 'e.ends_at', 'e.retakes', 'e.visibility'])
    .select('s.child_name')
    .where('h.org_id', '=', orgId)
    .where('e.status', '!=', 'draft');

const listed = (orgId: string, scope: Scope) =>
  sheets(orgId)
    .where('h.imported', '=', false)
    .where(studentsInScope(scope, 's'))
    .orderBy('e.starts_at', 'desc')
    .orderBy('h.exam_id')
    .orderBy('h.child_id')
    .orderBy('h.attempt', 'desc')
    .limit(1000);
export type ListedSheet = RowOf<ReturnType<typeof listed>>;

const listedOf = compileOnce(({ orgId, ...people }: { orgId: string } & People) =>
  listed(orgId, { kind: 'parts', ...people }),
);
/** The sheets of the children in a scope, those of the latest screening first. */
export function sheetsInScope(orgId: string, scope: Scope): Statement<ListedSheet> {
  const people = peopleIn(scope);
  return people ? listedOf({ orgId, ...people }) : listed(orgId, scope);
}

const whole = (orgId: string) =>
  sheets(orgId)
    .select(['h.class_id', 'h.class_name', 'h.period', 'h.grade', 'h.started_at', 'h.last_answer_at'])
    .select(['h.answers', 'h.draft_key', 'h.device', 'h.former_devices', 'h.incomplete', 'h.imported'])
    .select(['e.scale_ids', 'e.scale_versions', 'e.norm_sets', 'e.place', 'e.duty'])
    .select(['s.born_on', 's.sex']);

/** Sheets of children in a scope, with their answers. */
export const sheetsByIds = (orgId: string, scope: Scope, ids: readonly string[]) =>
  whole(orgId)
    .where(sql<boolean>`h.child_exam_id = any(${[...ids]}::text[])`)
    .where(studentsInScope(scope, 's'));
/** A sheet of a child in a scope, with its answers. */
export const sheetById = (orgId: string, scope: Scope, id: string) =>
  whole(orgId).where('h.child_exam_id', '=', id).where(studentsInScope(scope, 's'));
export type StoredSheet = RowOf<ReturnType<typeof sheetById>>;

const locked = (orgId: string, scope: Scope, id: string) => sheetById(orgId, scope, id).forUpdate('h');
const lockedOf = compileOnce(({ orgId, id, ...people }: { orgId: string; id: string } & People) =>
  locked(orgId, { kind: 'parts', ...people }, id),
);
/** The same, locked until the transaction ends. */
export function lockSheet(orgId: string, scope: Scope, id: string): Statement<StoredSheet> {
  const people = peopleIn(scope);
  return people ? lockedOf({ orgId, id, ...people }) : locked(orgId, scope, id);
}

/** The last sheet of the children in a scope at a screening, locked. */
export const lockLastSheet = (orgId: string, scope: Scope, examId: string) =>
  whole(orgId)
    .where('h.exam_id', '=', examId)
    .where(studentsInScope(scope, 's'))
    .orderBy('h.attempt', 'desc')
    .limit(1)
    .forUpdate('h');

export const insertSheet = (sheet: Insertable<ExamSheetsTable>) => qb.insertInto('exam_sheets').values(sheet);

type Change = Partial<
  Pick<
    ExamSheetsTable,
    'answers' | 'device' | 'draft_key' | 'last_answer_at' | 'scored_at' | 'started_at' | 'submitted_at'
  >
> & { answered?: number; total?: number; former_devices?: string[]; incomplete?: boolean };

const changed = compileOnce(({ orgId, id, ...change }: { orgId: string; id: string } & Change) =>
  qb.updateTable('exam_sheets').set(change).where('org_id', '=', orgId).where('child_exam_id', '=', id),
);
/** The row must be locked. */
export const changeSheet = (orgId: string, id: string, change: Change) => changed({ orgId, id, ...change });

export const appendAnswers = compileOnce((row: Insertable<ExamAnswersTable>) =>
  qb.insertInto('exam_answers').values(row),
);

/** Sheets among which the next batches are found: those of other processes are passed over. */
const WAITING_MAX = 5000;

/** Screenings with submitted sheets without a result, the one that waits longest first. */
export const waitingExams = (orgId: string) =>
  qb
    .selectFrom((eb) =>
      eb
        .selectFrom('exam_sheets')
        .select(['exam_id', 'submitted_at'])
        .where('org_id', '=', orgId)
        .where('submitted_at', 'is not', null)
        .where('scored_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .orderBy('submitted_at')
        .limit(WAITING_MAX)
        .as('h'),
    )
    .select('h.exam_id')
    .groupBy('h.exam_id')
    .orderBy((eb) => eb.fn.min('h.submitted_at'))
    .orderBy('h.exam_id');

/** Locks a screening against changes until the transaction ends; other batches may hold it as well. */
export const holdExam = (orgId: string, examId: string) =>
  qb
    .selectFrom('exams')
    .select(['exam_id', 'exam_name', 'scale_ids', 'scale_versions', 'norm_sets', 'duty'])
    .where('org_id', '=', orgId)
    .where('exam_id', '=', examId)
    .forShare();
type HeldExam = RowOf<ReturnType<typeof holdExam>>;

/**
 * Submitted sheets of a screening without a result, locked; those that another process scores are left out before
 * anything else is looked up for them.
 */
export const lockUnscored = (orgId: string, examId: string, limit: number) =>
  qb
    .with('h', (db) =>
      db
        .selectFrom('exam_sheets')
        .select(['child_exam_id', 'child_id', 'attempt', 'period', 'grade', 'answers', 'imported'])
        .select(['submitted_at', 'scored_at'])
        .where('org_id', '=', orgId)
        .where('exam_id', '=', examId)
        .where('submitted_at', 'is not', null)
        .where('scored_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .orderBy('submitted_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .selectFrom('h')
    // Looked up one by one: the planner's join reads all students of a school for each batch.
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('students')
          .select(['born_on', 'sex'])
          .where('org_id', '=', orgId)
          .whereRef('child_id', '=', 'h.child_id')
          .limit(1)
          .as('s'),
      (join) => join.onTrue(),
    )
    .selectAll('h')
    .select(['s.born_on', 's.sex'])
    .orderBy('h.submitted_at');

/** A submitted sheet without a result that is none of these, locked by another transaction or not. */
export const otherUnscored = (orgId: string, ids: readonly string[]) =>
  qb
    .selectFrom('exam_sheets as h')
    .innerJoin('exams as e', (join) => join.onRef('e.org_id', '=', 'h.org_id').onRef('e.exam_id', '=', 'h.exam_id'))
    .select('h.child_exam_id')
    .where('h.org_id', '=', orgId)
    .where('h.submitted_at', 'is not', null)
    .where('h.scored_at', 'is', null)
    .where('h.withdrawn_at', 'is', null)
    .where('e.status', '!=', 'draft')
    .where(sql<boolean>`h.child_exam_id <> all(${[...ids]}::text[])`)
    // The order of the index, which the planner otherwise passes over for a read of the whole table.
    .orderBy('h.submitted_at')
    .limit(1);

/** Locks a sheet until the transaction ends. */
export const holdSheet = (orgId: string, id: string) =>
  qb
    .selectFrom('exam_sheets')
    .select('child_exam_id')
    .where('org_id', '=', orgId)
    .where('child_exam_id', '=', id)
    .forUpdate();

/** What scoring needs of a sheet and its screening. */
export type UnscoredSheet = RowOf<ReturnType<typeof lockUnscored>> & HeldExam;

/**
 * Scored sheets of a screening with a result by another norm set than the plan's, locked.
 *
 * @param after The last sheet of the batch before
 */
export const lockOutdated = (orgId: string, examId: string, after: string, limit: number) =>
  whole(orgId)
    .where('h.exam_id', '=', examId)
    .where('h.child_exam_id', '>', after)
    .where('h.scored_at', 'is not', null)
    .where('h.withdrawn_at', 'is', null)
    // Answers whose term is over are gone: the result stays as it was.
    .where(sql<boolean>`(h.answers is not null or h.imported)`)
    .where(
      sql<boolean>`exists (select from exam_results r where r.org_id = h.org_id and r.child_exam_id = h.child_exam_id
        and r.ended_at is null and r.norm_set <> '' and r.norm_set <> coalesce(e.norm_sets ->> r.scale_id, r.norm_set))`,
    )
    .orderBy('h.child_exam_id')
    .limit(limit)
    .forUpdate('h');

export const endResults = (orgId: string, ids: readonly string[], at: string) =>
  qb
    .updateTable('exam_results')
    .set({
      ended_at: at,
      ended_by: sql<string>`(select e.recalculated_by from exams e where e.org_id = exam_results.org_id and e.exam_id = exam_results.exam_id)`,
    })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_exam_id = any(${[...ids]}::text[])`)
    .where('ended_at', 'is', null);
/** A result to be stored. */
export type NewResult = Omit<Insertable<ExamResultsTable>, 'ended_at' | 'ended_by' | 'org_id'>;

/** What results of a batch have in common: their screening and pack. */
const SHARED = ['exam_id', 'scale_id', 'version', 'wording', 'norm_set', 'source', 'scored_at'] as const;

/**
 * Stores results from one array for each column, which PostgreSQL reads in a third of the time of a list of objects.
 * What results share is sent once.
 */
export function insertResults(orgId: string, rows: readonly NewResult[]) {
  const shared = new Map<string, { at: number; row: NewResult }>();
  const places = rows.map((row) => {
    const key = SHARED.map((name) => row[name]).join('\n');
    const known = shared.get(key) ?? { at: shared.size + 1, row };
    shared.set(key, known);
    return known.at;
  });
  const common = [...shared.values()].map(({ row }) => row);
  const ofCommon = (name: (typeof SHARED)[number]) =>
    sql`(${common.map((row) => row[name] ?? 'answered')}::text[])[r.place]`;
  const each = (value: (row: NewResult) => string) => sql`${rows.map(value)}::text[]`;
  return sql`insert into exam_results (org_id, result_id, child_exam_id, child_id, valid, dimensions, marks, positive, exam_id, scale_id, version, wording, norm_set, source, scored_at)
  select ${orgId}, r.result_id, r.child_exam_id, r.child_id, r.valid::boolean, r.dimensions::jsonb, r.marks::jsonb, r.positive::boolean, ${sql.join(SHARED.slice(0, -1).map(ofCommon))}, ${ofCommon('scored_at')}::timestamptz
  from unnest(${places}::int4[], ${each((row) => row.result_id)}, ${each((row) => row.child_exam_id)}, ${each((row) => row.child_id)}, ${each((row) => String(row.valid))}, ${each((row) => JSON.stringify(row.dimensions))}, ${each((row) => JSON.stringify(row.marks))}, ${each((row) => String(row.positive ?? false))})
    as r (place, result_id, child_exam_id, child_id, valid, dimensions, marks, positive)`.compile(qb);
}
export const markScored = (orgId: string, ids: readonly string[], at: string) =>
  qb
    .updateTable('exam_sheets')
    .set({ scored_at: at })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_exam_id = any(${[...ids]}::text[])`);

/** Number of sheets whose consent was withdrawn since a time. @param examIds empty: of all screenings */
export const withdrawnSince = (
  orgId: string,
  { childIds, examIds, since }: { childIds: readonly string[]; examIds: readonly string[]; since: string },
) =>
  qb
    .selectFrom('exam_sheets')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('org_id', '=', orgId)
    .where('withdrawn_at', '>=', since)
    .where('submitted_at', 'is not', null)
    .where(sql<boolean>`child_id = any(${[...childIds]}::text[])`)
    .where(sql<boolean>`(cardinality(${[...examIds]}::text[]) = 0 or exam_id = any(${[...examIds]}::text[]))`);
