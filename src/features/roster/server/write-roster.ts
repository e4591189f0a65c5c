import { programCsv } from '../../../platform/sheets/server/csv.ts';
import { zipped } from '../../../platform/sheets/server/zip-stream.ts';
import {
  ABSENT_TABLES,
  MANIFEST,
  MANIFEST_COLUMNS,
  MANIFEST_VERSION,
  ONEROSTER_VERSION,
  TABLES,
  type TableName,
} from '../rules/format.ts';
import type { Roster } from './build-roster.ts';

/** @param code of the file, by which it is confirmed */
function manifestRows(code: string): string[][] {
  const files = [
    ...Object.keys(TABLES).map((name) => [name, 'bulk']),
    ...ABSENT_TABLES.map((name) => [name, 'absent']),
  ].map(([name, mode]) => [`file.${name ?? ''}`, mode ?? '']);
  return [
    [...MANIFEST_COLUMNS],
    ['manifest.version', MANIFEST_VERSION],
    ['oneroster.version', ONEROSTER_VERSION],
    ...files.toSorted(([a = ''], [b = '']) => a.localeCompare(b, 'en')),
    ['source.systemName', '心育'],
    ['source.systemCode', code],
  ];
}

function tableRows(roster: Roster, name: TableName): string[][] {
  const columns: readonly string[] = TABLES[name];
  const rows: readonly Readonly<Record<string, string | undefined>>[] = roster[name];
  return [[...columns], ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
}

/** The roster as a ZIP with its manifest. @param at time of the files inside, ISO 8601 */
export async function writeRoster(roster: Roster, code: string, at: string): Promise<Buffer> {
  const names = Object.keys(TABLES) as TableName[];
  const files = [
    { name: MANIFEST, rows: manifestRows(code) },
    ...names.map((name) => ({ name: `${name}.csv`, rows: tableRows(roster, name) })),
  ];
  const pieces: Uint8Array[] = [];
  const parts = files.map(({ name, rows }) => ({ name, pieces: [programCsv(rows)], at }));
  for await (const piece of zipped(parts)) pieces.push(piece);
  return Buffer.concat(pieces);
}
