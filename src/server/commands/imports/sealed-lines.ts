import { isSealedText, type KeyRing, type SealedAt } from '../../access/data-keys.ts';
import type { OrgCall } from '../../context.ts';
import type { FileRow, ImportRowsTable } from '../../store/import-rows.ts';
import type { Settled } from './write.ts';

type Fields = Record<string, unknown>;
/** Parts of a line that hold what somebody's file says; what its row is called lies open, as it does in the rows. */
type Part = 'body' | 'before' | 'cells' | 'messages';

/** Where the file of an import is sealed. */
export const fileSealedAt = (importId: string): SealedAt => ({ table: 'imports', row: importId, field: 'file' });

/**
 * Seals and opens the lines of one import: value by value, so that which fields a line has can be asked of the database. That nothing stands in a
 * field is told by null, as it is. What is not sealed is from before lines were, and is taken as it is.
 */
export interface LineSeal {
  found(line: FileRow): FileRow;
  settled(line: Settled): Settled;
  before(rowNo: number, values: Fields): Fields;
  open<T extends Pick<ImportRowsTable, 'row_no'> & Partial<Pick<ImportRowsTable, Part>>>(line: T): T;
}

export function lineSealOf(ring: KeyRing, importId: string): LineSeal {
  const at = (rowNo: number, part: Part, name: string | number): SealedAt => ({ table: 'import_rows', row: `${importId} ${rowNo}`, field: `${part} ${name}` });
  const close = (place: SealedAt, value: unknown): string | null => (value === null ? null : ring.sealText(JSON.stringify(value), place));
  const open = (place: SealedAt, value: unknown): unknown => (isSealedText(value) ? JSON.parse(ring.openText(value, place)) : value);
  const each = (rowNo: number, part: Part, values: Fields, change: typeof open): Fields => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(at(rowNo, part, name), value)]));
  const texts = (rowNo: number, messages: readonly string[], change: typeof open): string[] => messages.map((text, i) => String(change(at(rowNo, 'messages', i), text)));

  function changed<T extends Pick<ImportRowsTable, 'row_no'> & Partial<Pick<ImportRowsTable, Part>>>(line: T, change: typeof open): T {
    const { row_no: no, body, before, cells, messages } = line;
    return {
      ...line,
      ...(body && { body: each(no, 'body', body, change) }),
      ...(before && { before: each(no, 'before', before, change) }),
      ...(cells && { cells: each(no, 'cells', cells, change) }),
      ...(messages && { messages: texts(no, messages, change) }),
    };
  }
  return { found: (line) => changed(line, close), settled: (line) => changed(line, close), before: (rowNo, values) => each(rowNo, 'before', values, close), open: (line) => changed(line, open) };
}

/** @throws AppError PSY_SERVICE_EXPIRED while the tenant is sealed */
export const lineSeal = async ({ actor: { orgId }, services: { keys } }: OrgCall, importId: string): Promise<LineSeal> => lineSealOf(await keys.ring(orgId), importId);

