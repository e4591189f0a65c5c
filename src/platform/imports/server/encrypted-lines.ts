import type { OrgContext } from '../../context/server/context.ts';
import { isEncryptedText, type KeyRing, type FieldLocation } from '../../crypto/server/data-keys.ts';
import { isObject } from '../../schema/json.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { FileRow, ImportRowsTable, Settled } from './queries/import-rows.ts';

type Fields = Record<string, unknown>;
/** Parts of a line with content of the file. The label of its row is not encrypted, as in the rows themselves. */
type Part = 'body' | 'before' | 'cells' | 'messages';

/** The location that the file of an import is encrypted for. */
export const importFileLocation = (importId: string): FieldLocation => ({
  table: 'imports',
  row: importId,
  field: 'file',
});

/** Name in a part of a line: the values of all core fields, encrypted as one. */
const CORE = ':core';

/**
 * Encrypts and decrypts the lines of one import. A tenant's own fields are encrypted one by one, so that SQL can find
 * and remove a field; an empty field stays null. A value that is not encrypted is from an older version and is returned
 * unchanged.
 */
export interface LineCipher {
  found(line: FileRow): FileRow;
  settled(line: Settled): Settled;
  before(rowNo: number, values: Fields): Fields;
  open<T extends Pick<ImportRowsTable, 'row_no'> & Partial<Pick<ImportRowsTable, Part>>>(line: T): T;
}

type Change = (rowNo: number, part: Part, values: Fields) => Fields;

/** @param schema Its tenant fields, and fields it does not know, are encrypted one by one */
export function lineCipherOf(ring: KeyRing, importId: string, { properties }: EntitySchema): LineCipher {
  const at = (rowNo: number, part: Part, name: string | number): FieldLocation => ({
    table: 'import_rows',
    row: `${importId} ${rowNo}`,
    field: `${part} ${name}`,
  });
  const encrypt = (place: FieldLocation, value: unknown): string | null =>
    value === null ? null : ring.encryptText(JSON.stringify(value), place);
  const decrypt = (place: FieldLocation, value: unknown): unknown =>
    isEncryptedText(value) ? JSON.parse(ring.decryptText(value, place)) : value;
  const isCore = (name: string) => properties[name] !== undefined && properties[name]['x-tenant'] === undefined;

  const encryptAll: Change = (rowNo, part, values) => {
    const core: Fields = {};
    const encrypted: Fields = {};
    for (const [name, value] of Object.entries(values)) {
      if (isCore(name)) core[name] = value;
      else encrypted[name] = encrypt(at(rowNo, part, name), value);
    }
    if (Object.keys(core).length > 0) encrypted[CORE] = encrypt(at(rowNo, part, CORE), core);
    return encrypted;
  };
  const decryptAll: Change = (rowNo, part, values) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const decrypted = decrypt(at(rowNo, part, name), value);
        return name === CORE && isObject(decrypted) ? Object.entries(decrypted) : [[name, decrypted]];
      }),
    );

  function changed<T extends Pick<ImportRowsTable, 'row_no'> & Partial<Pick<ImportRowsTable, Part>>>(
    line: T,
    all: Change,
    text: typeof decrypt,
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
    found: (line) => changed(line, encryptAll, encrypt),
    settled: (line) => changed(line, encryptAll, encrypt),
    before: (rowNo, values) => encryptAll(rowNo, 'before', values),
    open: (line) => changed(line, decryptAll, decrypt),
  };
}

/** @throws AppError PSY_SERVICE_EXPIRED while the tenant's keys are unavailable */
export const lineCipher = async (
  { actor: { orgId }, services: { keys, schemas } }: OrgContext,
  resource: string,
  importId: string,
): Promise<LineCipher> => lineCipherOf(await keys.ring(orgId), importId, schemas.entity(orgId, resource).schema);
