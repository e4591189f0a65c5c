import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { PrintedSection } from '../../../platform/pdf/server/write-pdf.ts';
import { rowsOfChild } from '../../../platform/resources/server/queries/child-records.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import { yearsOf } from '../../academic-years/server/public.ts';
import { crisisCategories } from '../../crisis/server/public.ts';
import { childData, restrictedRows } from './child-data.ts';
import { holdingOf } from './holdings.ts';

type Row = Readonly<Record<string, unknown>>;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
export function shown(value: unknown): string {
  if (typeof value === 'string' && INSTANT.test(value)) return minuteOf(Date.parse(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Labels with texts, stored as JSON. */
const pairText = (value: unknown): string =>
  (JSON.parse(String(value)) as (readonly [string, string])[]).map((pair) => pair.join('：')).join('\n');

/** Printed rows of a table, numbered, with their described columns. */
export function section(table: string, rows: readonly Row[]): PrintedSection {
  const { title, printed = {}, codes = {}, pairs = [] } = holdingOf(table);
  const text = (column: string, value: unknown) => {
    if (pairs.includes(column)) return pairText(value);
    const list = codes[column];
    return list ? labelOf(list, String(value)) : shown(value);
  };
  const line = (row: Row) =>
    Object.entries(printed)
      .flatMap(([column, name]) => {
        const { [column]: value } = row;
        if (value === undefined || value === '') return [];
        return [`${name}：${text(column, value)}`];
      })
      .join('\n');
  return { title, rows: rows.map((row, i) => [`${i + 1}`, line(row)] as const) };
}

/** Replaces ids of what the tenant defines by their names. */
export function namesIn(
  ctx: OrgContext,
  years: readonly { year_id: string; year_name: string }[],
): (rows: readonly Row[]) => Row[] {
  const names: Readonly<Record<string, ReadonlyMap<string, string>>> = {
    year_id: new Map(years.map(({ year_id, year_name }) => [year_id, year_name])),
    category_id: new Map(
      crisisCategories(ctx).map(({ extreme_case_id, extreme_case }) => [extreme_case_id, extreme_case]),
    ),
  };
  return (rows) =>
    rows.map((one) =>
      Object.fromEntries(
        Object.entries(one).map(([column, value]) => [column, names[column]?.get(String(value)) ?? value]),
      ),
    );
}

/** What was written about a child in some tables, in clear and in words. */
export interface Disclosed {
  sections: readonly PrintedSection[];
  /** Rows that are restricted to a role group; they leave the school in no form. */
  withheld: ReadonlySet<string>;
  /** Number of these records. */
  total: number;
}

/** @throws DecryptionFailed when a value cannot be decrypted */
export async function disclosedSections(
  ctx: OrgContext,
  childId: string,
  tables: readonly string[],
): Promise<Disclosed> {
  const [held, years] = await ctx.read([rowsOfChild(childId), yearsOf(ctx.actor.orgId)]);
  const { ids: withheld, total } = restrictedRows(ctx, held);
  const data = await childData(
    ctx,
    held.filter(({ of_table }) => tables.includes(of_table)),
    withheld,
  );
  const named = namesIn(ctx, years);
  return {
    sections: [...data].map(([table, rows]) => section(table, named(rows))),
    withheld,
    total,
  };
}
