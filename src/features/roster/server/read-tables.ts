import { AppError } from '../../../platform/errors/app-error.ts';
import { isDay } from '../../../platform/schema/days.ts';
import type { ArchiveTable } from '../../../platform/sheets/server/messages.ts';
import { tooWide, tooWideText } from '../../../platform/sheets/server/too-wide.ts';
import {
  MANIFEST,
  MANIFEST_COLUMNS,
  MANIFEST_VERSION,
  ONEROSTER_VERSION,
  type ColumnOf,
  type TableName,
} from '../rules/format.ts';
import { PROBLEMS_MAX, problemText, type Problem } from '../rules/problems.ts';

/** The columns that are read of each table; a file must have them, and those marked with a value in each row. */
const READ = {
  academicSessions: { sourcedId: true, startDate: true, endDate: true },
  orgs: { sourcedId: true, name: true, type: true, identifier: false },
  classes: {
    sourcedId: true,
    title: true,
    grades: false,
    classType: true,
    schoolSourcedId: true,
    termSourcedIds: true,
  },
  users: {
    sourcedId: true,
    enabledUser: true,
    username: true,
    givenName: true,
    familyName: true,
    identifier: false,
  },
  roles: { sourcedId: true, userSourcedId: true, role: true, beginDate: false, endDate: false, orgSourcedId: true },
  enrollments: {
    sourcedId: true,
    classSourcedId: true,
    userSourcedId: true,
    role: true,
    beginDate: false,
    endDate: false,
  },
} as const satisfies { [T in TableName]?: Partial<Record<ColumnOf<T>, boolean>> };
type ReadTable = keyof typeof READ;
export const READ_FILES = [MANIFEST, ...Object.keys(READ).map((name) => `${name}.csv`)];

const DATES = ['startDate', 'endDate', 'beginDate'];
/** What other systems write for a time without an end. */
const NO_END = '9999-12-31';

/** A row of a table, with its number in the file. */
export type ReadRow<T extends ReadTable> = Record<keyof (typeof READ)[T] & string, string> & { no: number };
export type ReadTables = { [T in ReadTable]: ReadRow<T>[] };

/** Refuses the roster, naming file, row and column of each problem. */
export const refusal = (first: Problem, ...others: readonly Problem[]) =>
  new AppError('PSY_INVALID_INPUT', {
    message: problemText(first),
    details: [first, ...others].map((one) => ({
      field: `/${one.file}/${one.row}/${one.column}`,
      message: problemText(one),
    })),
  });

/** Collects problems, and refuses the roster once that says enough. */
export class Problems {
  readonly #found: Problem[] = [];

  add(problem: Problem): void {
    if (this.#found.length < PROBLEMS_MAX) this.#found.push(problem);
  }

  /** @throws AppError PSY_INVALID_INPUT naming file, row and column of each problem */
  refuse(): void {
    const [first, ...others] = this.#found;
    if (first !== undefined) throw refusal(first, ...others);
  }
}

type Rows = ({ no: number } & Record<string, string>)[];

/** The rows of a table by the names of its columns, which must be there once. */
function rowsOf(table: ArchiveTable | undefined, file: string, columns: readonly string[], problems: Problems): Rows {
  const [head, ...rows] = table?.rows ?? [];
  if (head === undefined) {
    problems.add({ file, row: 0, column: '', message: table === undefined ? '压缩文件里没有这个文件' : '文件是空的' });
    return [];
  }
  const places = columns.map((column) => {
    const at = head.cells.indexOf(column);
    if (at === -1) problems.add({ file, row: head.no, column, message: '缺少这一列' });
    else if (head.cells.lastIndexOf(column) !== at)
      problems.add({ file, row: head.no, column, message: '这一列有两次' });
    return at;
  });
  const titles = head.cells.findLastIndex((title) => title !== '') + 1;
  return rows.flatMap(({ no, cells }) => {
    const wide = tooWide(cells, titles);
    // What else would be found wrong follows from the misplaced cells.
    if (wide) problems.add({ file, row: no, column: '', message: tooWideText(wide) });
    return wide
      ? []
      : [Object.assign(Object.fromEntries(columns.map((column, i) => [column, cells[places[i] ?? -1] ?? ''])), { no })];
  }) as Rows;
}

function checkManifest(tables: ReadonlyMap<string, ArchiveTable>, problems: Problems): void {
  const rows = rowsOf(tables.get(MANIFEST), MANIFEST, MANIFEST_COLUMNS, problems);
  problems.refuse();
  const wanted: [string, string][] = [
    ['manifest.version', MANIFEST_VERSION],
    ['oneroster.version', ONEROSTER_VERSION],
    ...Object.keys(READ).map((name): [string, string] => [`file.${name}`, 'bulk']),
  ];
  for (const [property, value] of wanted) {
    const row = rows.find((one) => one['propertyName'] === property);
    const is = row?.['value'] ?? '';
    if (is !== value)
      problems.add({
        file: MANIFEST,
        row: row?.no ?? 0,
        column: 'value',
        message: `${property} 应为 ${value}${is === '' ? '' : `，现在是 ${is}`}`,
      });
  }
  problems.refuse();
}

function checkRows(name: ReadTable, rows: Rows, problems: Problems): void {
  const file = `${name}.csv`;
  const required = Object.entries(READ[name]).flatMap(([column, isRequired]) => (isRequired ? [column] : []));
  const first = new Map<string, number>();
  for (const row of rows) {
    for (const column of required)
      if (row[column] === '') problems.add({ file, row: row.no, column, message: '不能为空' });
    for (const column of DATES) {
      const date = row[column] ?? '';
      if (date !== '' && date !== NO_END && !isDay(date))
        problems.add({ file, row: row.no, column, message: `日期应写成 2026-09-01 的样子，现在是 ${date}` });
    }
    const id = row['sourcedId'] ?? '';
    const twin = first.get(id);
    if (id !== '' && twin !== undefined)
      problems.add({ file, row: row.no, column: 'sourcedId', message: `与第 ${twin} 行重复` });
    first.set(id, twin ?? row.no);
    const status = row['status'] ?? '';
    if (status !== '' && status !== 'active')
      problems.add({ file, row: row.no, column: 'status', message: `整份名册中的行不能是 ${status}` });
  }
}

/**
 * The tables of a roster, with every column and value that is needed. References between them are not followed yet.
 *
 * @throws AppError PSY_INVALID_INPUT
 */
export function readTables(found: readonly ArchiveTable[], problems: Problems): ReadTables {
  const tables = new Map(found.map((table) => [table.name, table]));
  checkManifest(tables, problems);
  const read = Object.fromEntries(
    Object.entries(READ).map(([name, columns]) => {
      const table = tables.get(`${name}.csv`);
      const hasStatus = table?.rows[0]?.cells.includes('status') === true;
      const rows = rowsOf(table, `${name}.csv`, [...Object.keys(columns), ...(hasStatus ? ['status'] : [])], problems);
      checkRows(name as ReadTable, rows, problems);
      return [name, rows];
    }),
  );
  problems.refuse();
  return read as unknown as ReadTables;
}
