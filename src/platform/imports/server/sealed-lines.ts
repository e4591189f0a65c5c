import type { OrgContext } from '../../context/server/context.ts';
import { isEncryptedText, type KeyRing, type FieldLocation } from '../../crypto/server/data-keys.ts';
import { isObject } from '../../schema/json.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { FileRow, ImportRowsTable, Settled } from './queries/import-rows.ts';

type Fields = Record<string, unknown>;
/** Parts of a line that hold what somebody's file says; what its row is called lies open, as it does in the rows. */
type Part = 'body' | 'before' | 'cells' | 'messages';

/** Where the file of an import is sealed. */
export const fileSealedAt = (importId: string): FieldLocation => ({ table: 'imports', row: importId, field: 'file' });

/** In a part of a line: the values of all fields that every tenant has, sealed as one. */
const CORE = ':core';

/**
 * Seals and opens the lines of one import. A tenant's own fields are sealed one by one, so that the database can be
 * asked which of them a line has, and be told to drop one; that nothing stands in such a field is told by null, as it
 * is. What is not sealed is from before lines were, and is taken as it is.
 */
export interface LineSeal {
  found(line: FileRow): FileRow;
  settled(line: Settled): Settled;
  before(rowNo: number, values: Fields): Fields;
  open<T extends Pick<ImportRowsTable, 'row_no'> & Partial<Pick<ImportRowsTable, Part>>>(line: T): T;
}

type Change = (rowNo: number, part: Part, values: Fields) => Fields;

/** @param schema What it calls a tenant's own is sealed one by one, and so is what it does not know */
export function lineSealOf(ring: KeyRing, importId: string, { properties }: EntitySchema): LineSeal {
  const at = (rowNo: number, part: Part, name: string | number): FieldLocation => ({
    table: 'import_rows',
    row: `${importId} ${rowNo}`,
    field: `${part} ${name}`,
  });
  const close = (place: FieldLocation, value: unknown): string | null =>
    value === null ? null : ring.encryptText(JSON.stringify(value), place);
  const open = (place: FieldLocation, value: unknown): unknown =>
    isEncryptedText(value) ? JSON.parse(ring.decryptText(value, place)) : value;
  const isCore = (name: string) => properties[name] !== undefined && properties[name]['x-tenant'] === undefined;

  const closeAll: Change = (rowNo, part, values) => {
    const core: Fields = {};
    const closed: Fields = {};
    for (const [name, value] of Object.entries(values)) {
      if (isCore(name)) core[name] = value;
      else closed[name] = close(at(rowNo, part, name), value);
    }
    if (Object.keys(core).length > 0) closed[CORE] = close(at(rowNo, part, CORE), core);
    return closed;
  };
  const openAll: Change = (rowNo, part, values) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const opened = open(at(rowNo, part, name), value);
        return name === CORE && isObject(opened) ? Object.entries(opened) : [[name, opened]];
      }),
    );

  function changed<T extends Pick<ImportRowsTable, 'row_no'> & Partial<Pick<ImportRowsTable, Part>>>(
    line: T,
    all: Change,
    text: typeof open,
  ): T {
    const { row_no: no, body, before, cells, messages } = line;
    return {
      ...line,
      ...(body && { body: all(no, 'body', body) }),
      ...(before && { before: all(no, 'before', before) }),
      ...(cells && { cells: all(no, 'cells', cells) }),
      ...(messages && { messages: messages.map((message, i) => String(text(at(no, 'messages', i), message))) }),
    };
  }
  return {
    found: (line) => changed(line, closeAll, close),
    settled: (line) => changed(line, closeAll, close),
    before: (rowNo, values) => closeAll(rowNo, 'before', values),
    open: (line) => changed(line, openAll, open),
  };
}

/** @throws AppError PSY_SERVICE_EXPIRED while the tenant is sealed */
export const lineSeal = async (
  { actor: { orgId }, services: { keys, schemas } }: OrgContext,
  resource: string,
  importId: string,
): Promise<LineSeal> => lineSealOf(await keys.ring(orgId), importId, schemas.entity(orgId, resource).schema);
