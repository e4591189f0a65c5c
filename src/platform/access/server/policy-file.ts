import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

declare module '../../feature/server/feature.ts' {
  interface ServerFeature {
    /** Its tables in `policies/`; checked at the start. */
    policyTables?: readonly PolicyTable<unknown>[];
  }
}
/** A policy file is invalid. The message has file, line, reason and fix; the server does not start. */
export class PolicyError extends Error {
  constructor(file: string, line: number, reason: string, fix: string) {
    super(`policies/${file}:${line} ${reason}。${fix}`);
    this.name = 'PolicyError';
  }
}

/** One row of a policy file: its cells by column, and its position. */
export interface PolicyRow<C extends string> {
  file: string;
  line: number;
  /** The row as written in the file; Casbin gets this text. */
  text: string;
  cells: Readonly<Record<C, string>>;
}

/** Creates the error of a row; later checks throw it. */
export const rowError = (row: PolicyRow<string>, reason: string, fix: string) =>
  new PolicyError(row.file, row.line, reason, fix);

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads a policy file strictly, because Casbin silently drops rows that it cannot read and takes a comment after a row
 * for data. Blank lines and lines that begin with `#` are skipped; every other line must be a row with exactly these
 * columns.
 *
 * @throws PolicyError at the first invalid row
 */
export function readPolicyRows<C extends string>(file: string, text: string, columns: readonly C[]): PolicyRow<C>[] {
  if (text.startsWith(BYTE_ORDER_MARK))
    throw new PolicyError(file, 1, '文件带有 BOM 标记', '请另存为不带 BOM 的 UTF-8');
  const seen = new Map<string, number>();
  return text.split(/\r?\n/).flatMap((line, i): PolicyRow<C>[] => {
    const no = i + 1;
    if (line.trim() === '' || line.startsWith('#')) return [];
    if (line.includes('#'))
      throw new PolicyError(file, no, '行内有注释，会被当作数据', '请把注释单独写成以 # 开头的一行');
    if (line.includes('"')) throw new PolicyError(file, no, '行内有引号', '请去掉引号，多个取值用 | 分隔');
    const cells = line.split(',').map((cell) => cell.trim());
    if (cells.length !== columns.length) {
      throw new PolicyError(
        file,
        no,
        `有 ${cells.length} 列，应为 ${columns.length} 列`,
        `各列依次是 ${columns.join(', ')}`,
      );
    }
    const empty = columns.find((_, k) => cells[k] === '');
    if (empty !== undefined) throw new PolicyError(file, no, `${empty} 列为空`, '不限制时请写 *');
    const key = cells.join(',');
    const before = seen.get(key);
    if (before !== undefined) throw new PolicyError(file, no, `与第 ${before} 行重复`, '请删去其中一行');
    seen.set(key, no);
    return [
      {
        file,
        line: no,
        text: line,
        cells: Object.fromEntries(columns.map((c, k) => [c, cells[k] ?? ''])) as Record<C, string>,
      },
    ];
  });
}

/**
 * Like `readPolicyRows`, for files whose first row names the columns.
 *
 * @throws PolicyError where the names differ
 */
export function readPolicyTable<C extends string>(file: string, text: string, columns: readonly C[]): PolicyRow<C>[] {
  const [header, ...rows] = readPolicyRows(file, text, columns);
  const wrong = !header || columns.some((c) => header.cells[c] !== c);
  if (wrong) throw new PolicyError(file, header?.line ?? 1, '缺少表头', `第一行应为 ${columns.join(', ')}`);
  return rows;
}

/** The values of a cell: `*`, or several separated by `|`. */
export const valuesOf = (cell: string): string[] => cell.split('|').map((value) => value.trim());

/**
 * Checks that each value of a cell is known.
 *
 * @throws PolicyError naming the first unknown value
 */
export function requireKnown<C extends string>(row: PolicyRow<C>, column: C, known: ReadonlySet<string>, what: string) {
  const cell = row.cells[column];
  if (cell === '*') return;
  for (const value of valuesOf(cell)) {
    if (!known.has(value))
      throw rowError(row, `${column} 列的 ${value || '空值'} 不是已知的${what}`, `已知的有 ${[...known].join('、')}`);
  }
}

/** A table of `policies/` that a feature defines. */
export interface PolicyTable<T> {
  /** Its file name in `policies/`. */
  file: string;
  /** @param roles Codes of all roles @throws PolicyError */
  read(text: string, roles: ReadonlySet<string>): T;
}

/** Largest policy file of an installation, in bytes. */
const OWN_MAX = 1024 * 1024;

/** The folders of policies: the product's, and the installation's own, whose files take the place of the product's. */
export interface PolicyFolders {
  dir: string;
  own?: string;
}

/** @throws PolicyError where an installation's own file is too large */
export async function readPolicyText({ dir, own }: PolicyFolders, file: string): Promise<string> {
  const ours = own === undefined ? undefined : path.join(own, file);
  if (ours === undefined || !existsSync(ours)) return readFile(path.join(dir, file), 'utf8');
  if ((await stat(ours)).size > OWN_MAX)
    throw new PolicyError(file, 1, '文件超过 1 MiB', '请改用产品自带的文件，再只改需要的行');
  return readFile(ours, 'utf8');
}
