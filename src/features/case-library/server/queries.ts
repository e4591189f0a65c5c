import { sql, type Generated, type Insertable } from 'kysely';
import type { RowTable } from '../../../platform/access/server/queries/row-table.ts';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { slot } from '../../../platform/resources/server/queries/rows/plan.ts';
import { LIBRARY_STATUS } from '../rules/status.ts';

/** Which child and case a library case was made from. No call returns it. */
export interface LibraryLinksTable {
  org_id: string;
  library_id: string;
  child_id: string;
  case_id: string;
}
/** A de-identified case; its texts are encrypted, and its title contains no name. */
export interface LibraryCasesTable {
  org_id: string;
  library_id: string;
  status: Generated<number>;
  category_id: string;
  crisis_level: number;
  period: number | null;
  /** Null where too few students would share it. */
  sex: number | null;
  title: string;
  background: string;
  process: string;
  outcome: string;
  lessons: string;
  created_by: string;
  submitted_by: Generated<string | null>;
  released_by: Generated<string | null>;
  /** `YYYY-MM`. */
  released_month: Generated<string | null>;
  words: Generated<string | null>;
  version: Generated<number>;
  ext: Generated<Record<string, unknown>>;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    library_links: LibraryLinksTable;
    library_cases: LibraryCasesTable;
  }
}

const { submitted, released } = LIBRARY_STATUS;

/** Released cases, the reader's own, and those that wait for a review where the reader may review. */
export const libraryRows: RowTable = {
  computed: {
    // The author of a case may lead to the child, so the name is hidden once the case is released.
    author_name: sql`(case when t.status = ${sql.lit(submitted)} then (select a.real_name from accounts a where a.user_id = t.created_by) end)`,
  },
  readable: sql`(t.status = ${sql.lit(released)} or t.created_by = ${slot('userId')}
    or (t.status = ${sql.lit(submitted)} and 'case-library/review' = any(${slot('opens')}::text[])))`,
  within: (scope) => (scope.kind === 'all' ? sql`true` : sql`false`),
};

const cases = (orgId: string) =>
  qb
    .selectFrom('library_cases as t')
    .selectAll('t')
    .select(sql<string | null>`(select a.real_name from accounts a where a.user_id = t.created_by)`.as('author_name'))
    .where('t.org_id', '=', orgId);

export const libraryCase = (orgId: string, libraryId: string) => cases(orgId).where('t.library_id', '=', libraryId);
/** The same, locked until the transaction ends. */
export const lockLibraryCase = (orgId: string, libraryId: string) => libraryCase(orgId, libraryId).forUpdate('t');
export const releasedCases = (orgId: string, ids: readonly string[]) =>
  cases(orgId)
    .where('t.status', '=', released)
    .where(sql<boolean>`t.library_id = any(${ids}::text[])`)
    .orderBy('t.library_id');

/** Returns no row when the case is in the library already. */
export const insertLink = (link: LibraryLinksTable) =>
  qb
    .insertInto('library_links')
    .values(link)
    .onConflict((c) => c.columns(['org_id', 'case_id']).doNothing())
    .returning('library_id');
export const linkOf = (orgId: string, libraryId: string) =>
  qb
    .selectFrom('library_links')
    .select(['child_id', 'case_id'])
    .where('org_id', '=', orgId)
    .where('library_id', '=', libraryId);
export const insertLibraryCase = (row: Insertable<LibraryCasesTable>) => qb.insertInto('library_cases').values(row);
export const updateLibraryCase = (
  orgId: string,
  libraryId: string,
  change: Partial<Omit<Insertable<LibraryCasesTable>, 'org_id' | 'library_id' | 'created_by' | 'version' | 'ext'>>,
) =>
  qb
    .updateTable('library_cases')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('org_id', '=', orgId)
    .where('library_id', '=', libraryId);

/** Deletes library cases with their links; the rows of `library_cases` go with them. */
export const deleteLink = (orgId: string, libraryId: string) =>
  qb.deleteFrom('library_links').where('org_id', '=', orgId).where('library_id', '=', libraryId);
export const deleteLinksOfChild = (orgId: string, childId: string) =>
  qb.deleteFrom('library_links').where('org_id', '=', orgId).where('child_id', '=', childId).returning('library_id');

/** Students with a case who share stage and sex. */
export const studentsSharing = (orgId: string, period: number, sex: number) =>
  sql<{ n: number }>`select count(distinct s.child_id)::int as n from crisis_cases k
    join students s on s.org_id = k.org_id and s.child_id = k.child_id
    join warns w on w.org_id = k.org_id and w.case_id = k.case_id and w.period = ${period}
    where k.org_id = ${orgId} and s.sex = ${sex}`.compile(qb);

/** What the case itself tells: its stage of schooling and the day on which it was opened, and the child's sex. */
export const originOf = (orgId: string, caseId: string) =>
  sql<{ period: number | null; sex: number | null; opened_at: string; born_on: string | null; given: boolean }>`
    select (select w.period from warns w where w.org_id = k.org_id and w.case_id = k.case_id and w.period is not null
        order by w.reported_at limit 1) as period, s.sex, k.opened_at, s.born_on,
      exists (select from guardian_consents g where g.org_id = k.org_id and g.child_id = k.child_id and g.withdrawn_at is null) as given
    from crisis_cases k join students s on s.org_id = k.org_id and s.child_id = k.child_id
    where k.org_id = ${orgId} and k.case_id = ${caseId}`.compile(qb);

export const guardiansOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('guardian_children as l')
    .innerJoin('guardians as g', (join) =>
      join.onRef('g.org_id', '=', 'l.org_id').onRef('g.guardian_id', '=', 'l.guardian_id'),
    )
    .select(['g.guardian_name', 'l.relation'])
    .where('l.org_id', '=', orgId)
    .where('l.child_id', '=', childId);
export const staffNames = (orgId: string) =>
  qb.selectFrom('teachers').select('teacher_name').distinct().where('org_id', '=', orgId);
export const classNames = (orgId: string) =>
  qb.selectFrom('classes').select('class_name').distinct().where('org_id', '=', orgId);
export const schoolNames = (orgId: string) =>
  sql<{ name: string }>`select org_name as name from orgs where org_id = ${orgId}
    union select site_name from sites where org_id = ${orgId} and site_name is not null`.compile(qb);
/** Students who have been in a class with the child. */
export const classmatesOf = (orgId: string, childId: string) =>
  sql<{ child_name: string }>`select distinct s.child_name from enrolments own
    join enrolments other on other.org_id = own.org_id and other.class_id = own.class_id and other.child_id <> own.child_id
    join students s on s.org_id = other.org_id and s.child_id = other.child_id
    where own.org_id = ${orgId} and own.child_id = ${childId}`.compile(qb);
export const pinyinOf = (orgId: string, childId: string) =>
  qb.selectFrom('students').select('name_pinyin').where('org_id', '=', orgId).where('child_id', '=', childId);
