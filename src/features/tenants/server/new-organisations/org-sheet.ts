import { accountKey } from '../../../../platform/identity/sign-in.ts';
import type { RawCell } from '../../../../platform/schema/sheet-cell.ts';
import { openSheets } from '../../../../platform/sheets/server/read-rows.ts';
import { OrgFileError, planOfDocument, type OrgPlan } from './org-file.ts';
import { columnAt, ORG_COLUMNS, type OrgColumn } from './sheet-columns.ts';
import { cellText, documentOf } from './sheet-document.ts';

/** What is wrong with a row: in which column, why, and how to fix it. */
export interface RowProblem {
  column: string;
  reason: string;
  fix: string;
}

/** A row of the sheet: the plan of an organisation, or its problems. */
export interface PlannedRow {
  /** Number in the sheet, from 1. */
  no: number;
  name: string;
  plan: OrgPlan | undefined;
  problems: RowProblem[];
}

export const problemsOf = ({ findings }: OrgFileError): RowProblem[] =>
  findings.map(({ pointer, reason, fix }) => ({
    column: columnAt(pointer)?.header ?? '整行',
    // The description's own names mean nothing in a sheet.
    reason: reason.replace(
      /(缺少|机构没有) \w+(?:（(.+)）)?/,
      (_, verb: string, title?: string) => `${verb}${title ?? '这一项'}`,
    ),
    fix: /^(在这里加上|去掉) /.test(fix) ? (fix.startsWith('去掉') ? '清空这一格' : '填写这一列') : fix,
  }));

/** @throws OrgFileError where the sheet has no such columns */
function pointersOf(cells: readonly RawCell[]): (string | undefined)[] {
  const titles = cells.map((cell) => cellText(cell).replace(/[\s*]/g, ''));
  const isTitled = ({ header, alias }: OrgColumn, title: string) => title === header || title === alias;
  const missing = ORG_COLUMNS.filter((column) => column.required && !titles.some((title) => isTitled(column, title)));
  if (missing.length > 0)
    throw new OrgFileError([
      {
        pointer: '',
        reason: `第一行缺少这些列：${missing.map(({ header }) => header).join('、')}`,
        fix: '用模板填写，不要改第一行',
      },
    ]);
  return titles.map((title) => ORG_COLUMNS.find((column) => isTitled(column, title))?.pointer);
}

/** Values that a second row must not have. */
const UNIQUE = [
  ['单位编号', ({ org }: OrgPlan) => org.org_id],
  ['管理员登录名', ({ administrator }: OrgPlan) => accountKey(administrator.login_name)],
  ['访问域名', ({ site }: OrgPlan) => site.host ?? undefined],
] as const;

function noteRepeated(rows: readonly PlannedRow[]): void {
  for (const [column, valueOf] of UNIQUE) {
    const first = new Map<string, number>();
    for (const row of rows) {
      const value = row.plan && valueOf(row.plan);
      if (value === undefined) continue;
      const before = first.get(value);
      if (before === undefined) first.set(value, row.no);
      else row.problems.push({ column, reason: `与第 ${before} 行重复`, fix: '每个只写一次' });
    }
  }
}

/**
 * Reads the sheet of new organisations, an XLSX or CSV file.
 *
 * @param now Milliseconds
 * @param sharedHosts Hosts that no organisation may have
 * @returns Institutions first, because schools name them
 * @throws OrgFileError, UnusableFile where the file has no such rows
 */
export async function readOrgSheet(
  bytes: Uint8Array<ArrayBuffer>,
  now: number,
  sharedHosts: readonly string[],
): Promise<PlannedRow[]> {
  const [first] = (await openSheets(bytes)).sheets;
  const rows: PlannedRow[] = [];
  let pointers: (string | undefined)[] | undefined;
  for await (const { no, cells } of first?.rows() ?? []) {
    if (pointers === undefined) {
      pointers = pointersOf(cells);
      continue;
    }
    const texts = new Map(
      pointers.flatMap((pointer, i) => (pointer === undefined ? [] : [[pointer, cellText(cells[i])] as const])),
    );
    const row: PlannedRow = { no, name: texts.get('/org_name') ?? '', plan: undefined, problems: [] };
    try {
      row.plan = planOfDocument(documentOf(texts), now, sharedHosts);
    } catch (error) {
      if (!(error instanceof OrgFileError)) throw error;
      row.problems = problemsOf(error);
    }
    rows.push(row);
  }
  if (rows.length === 0)
    throw new OrgFileError([{ pointer: '', reason: '表里没有单位', fix: '从第二行起，每行写一个单位' }]);
  noteRepeated(rows);
  return rows.toSorted((a, b) => (a.plan?.org.org_type ?? 0) - (b.plan?.org.org_type ?? 0) || a.no - b.no);
}
