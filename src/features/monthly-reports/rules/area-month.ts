import type { MonthlyReport, MonthlySection } from '../contract.ts';
import {
  columnKey,
  RECORDS,
  SCHOOL_COLUMNS,
  sectionsOf,
  studentsOf,
  type MonthCount,
  type SectionKey,
} from './lines.ts';
import type { comparedWith } from './months.ts';

/** A count of one school in one month, of different students. */
export interface SchoolCount {
  org_id: string;
  month: string;
  dim: string;
  key: string;
  children: number;
}

const SECTIONS: ReadonlySet<SectionKey> = new Set(['warnings', 'cases', 'records', 'consultations', 'referrals']);

/** The counts of all schools together. A student who changes the school within the month counts at both. */
export function together(counts: readonly SchoolCount[]): MonthCount[] {
  const sums = new Map<string, MonthCount>();
  for (const { dim, key, children } of counts) {
    const id = JSON.stringify([dim, key]);
    sums.set(id, { dim, key, children: (sums.get(id)?.children ?? 0) + children });
  }
  return [...sums.values()];
}

/** The lines of an institution: numbers of students only, suppressed and rounded each on its own. */
export function areaSections(
  counts: readonly SchoolCount[],
  compared: ReturnType<typeof comparedWith>,
  smallest: number,
): MonthlySection[] {
  const of = (month: string) => together(counts.filter((row) => row.month === month));
  return sectionsOf(
    { now: of(compared.now), before: of(compared.before), last_year: of(compared.last_year) },
    { smallest, sections: SECTIONS, records: new Set(Object.keys(RECORDS)) },
  );
}

/** The schools beside each other. */
export function schoolTable(
  schools: readonly { org_id: string; org_name: string }[],
  counts: readonly SchoolCount[],
  { smallest, counted }: { smallest: number; counted: ReadonlySet<string> },
): NonNullable<MonthlyReport['schools']> {
  return {
    columns: SCHOOL_COLUMNS.map((column) => ({ key: columnKey(column), label: column.label })),
    rows: schools.map(({ org_id, org_name }) => {
      const own = counts.filter((row) => row.org_id === org_id);
      return {
        key: org_id,
        label: org_name,
        counted: counted.has(org_id),
        numbers: SCHOOL_COLUMNS.map((column) => {
          const n = studentsOf(own, column, smallest);
          return { key: columnKey(column), ...(n !== undefined && { n }) };
        }),
      };
    }),
  };
}
