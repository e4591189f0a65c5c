import type { RowTable } from '../../access/server/queries/row-table.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import type { Row } from '../../resources/contract/resource.ts';
import type { FlatRow } from '../../resources/server/hooks.ts';
import { lockRows, rowsOfKeys } from '../../resources/server/queries/rows/read.ts';
import { flatRowsWithin, type ScopedResource } from '../../resources/server/reading.ts';
import type { Line } from './lines.ts';

/** Name in a stored line for the line whose row this one adds to. No field has this name. */
export const OF_LINE = ':of';

/**
 * The row that a line may belong to: an existing row, several that cannot be distinguished, or the row that an earlier
 * line creates.
 */
type Owner = { rowId: string } | { several: true } | { line: number };
/**
 * Owners by the values of the fields that are equal in lines about one row: first the rows named by any line of the
 * file, then the rows that lines create.
 */
export type Owners = Map<string, Owner>;
/** A line that is about a row of another line, and adds to it. */
export type Part = { before: FlatRow } | { of: number };

const sameOf = ({ rows: { table } }: ScopedResource) => table.inSheet?.same ?? [];

/** The owner of a line's key that no other line has named: the existing rows found by a search, or the line itself. */
function newOwner({ no }: Line, rowId: string | undefined, another: string | undefined): Owner {
  if (another !== undefined) return { several: true };
  return rowId === undefined ? { line: no } : { rowId };
}

/** The key by which lines about the same row are found; undefined where a line lacks one of its values. */
export function ownerKey(reached: ScopedResource, { given, wrong }: Line): string | undefined {
  const same = sameOf(reached);
  return same.length === 0 || wrong.size > 0 || same.some((name) => given[name] === undefined)
    ? undefined
    : JSON.stringify(same.map((name) => given[name]));
}

/** Splits a body into fields that add to a row and fields that change it. */
export function partsOfBody(
  { entity: { schema }, rows: { table } }: ScopedResource,
  body: Readonly<Row>,
): { adds?: Row; edits: Row } {
  const names = Object.keys(table.inSheet?.fields ?? {});
  const entries = Object.entries(body);
  const adds = entries.filter(([name]) => names.includes(name));
  return {
    edits: Object.fromEntries(
      entries.filter(([name]) => schema.properties[name]?.['x-form']?.on.includes('edit') && !names.includes(name)),
    ),
    ...(adds.length > 0 && { adds: Object.fromEntries(adds) }),
  };
}

/** Whether a line only added to its row. @param before values before the change; null where the line created the row */
export const onlyAdds = ({ rows: { table } }: ScopedResource, before: Readonly<Row> | null): boolean =>
  before !== null &&
  Object.keys(before).length > 0 &&
  Object.keys(before).every((name) => Object.hasOwn(table.inSheet?.fields ?? {}, name));

/**
 * Existing rows with the values of the lines, only for users who may search by them: for others a match would confirm a
 * guess.
 */
async function searched(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  lines: readonly Line[],
): Promise<Map<string, Set<string>>> {
  const same = sameOf(reached);
  const {
    actor,
    services: { access },
  } = ctx;
  const { schema } = reached.entity;
  const open = same.every((name) => {
    const kind = schema.properties[name]?.['x-mask'];
    return kind === undefined || access.mayReveal(actor, kind) || access.mayAsk(actor, kind);
  });
  const found = new Map<string, Set<string>>();
  if (!open || lines.length === 0) return found;
  for (const row of await tx.run(
    rowsOfKeys(
      reached.rows,
      lines.map(({ given }) => given),
      same,
    ),
  )) {
    const key = JSON.stringify(same.map((name) => row[name]));
    found.set(key, (found.get(key) ?? new Set()).add(String(row[schema['x-resource'].id])));
  }
  return found;
}

const keyedLines = (reached: ScopedResource, lines: readonly Line[]) =>
  lines.flatMap((line) => {
    const key = ownerKey(reached, line);
    return key === undefined ? [] : [{ line, key }];
  });

/** Stores the rows that lines name by their keys, so that all other lines of the file can find them. */
export function noteOwners(
  reached: ScopedResource,
  lines: readonly Line[],
  stored: ReadonlyMap<Line, readonly FlatRow[]>,
  owners: Owners,
): void {
  const { id } = reached.entity.schema['x-resource'];
  for (const { line, key } of keyedLines(reached, lines)) {
    const [row, another] = stored.get(line) ?? [];
    if (!row || another) continue;
    const rowId = String(row[id]);
    const known = owners.get(key);
    owners.set(key, known && !('rowId' in known && known.rowId === rowId) ? { several: true } : { rowId });
  }
}

/** Whether lines of a file may be about one row. */
export const joinsLines = ({ inSheet }: RowTable): boolean => (inSheet?.same ?? []).length > 0;

/**
 * Lines without a row key that are still about an existing row, or about a row of another line with the same values.
 *
 * @param stored The rows that lines name by their keys
 */
export async function findParts(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  lines: readonly Line[],
  stored: ReadonlyMap<Line, readonly FlatRow[]>,
  owners: Owners,
): Promise<Map<Line, Part>> {
  const { id } = reached.entity.schema['x-resource'];
  const rest = keyedLines(reached, lines).filter(({ line }) => (stored.get(line) ?? []).length === 0);
  const known = await searched(
    tx,
    ctx,
    reached,
    rest.filter(({ key }) => !owners.has(key)).map(({ line }) => line),
  );
  const parts = new Map<Line, Part>();
  const ofRows: { line: Line; rowId: string }[] = [];
  for (const { line, key } of rest) {
    const [rowId, another] = known.get(key) ?? [];
    if (!owners.has(key)) owners.set(key, newOwner(line, rowId, another));
    const owner = owners.get(key);
    if (owner && 'several' in owner)
      line.wrong.set('', `有几个${reached.entity.schema.title}符合这一行，不知道是哪一个`);
    if (owner && 'rowId' in owner) ofRows.push({ line, rowId: owner.rowId });
    else if (owner && 'line' in owner && owner.line !== line.no) parts.set(line, { of: owner.line });
  }
  if (ofRows.length === 0) return parts;
  const rows = new Map(
    (
      await flatRowsWithin(
        tx,
        ctx,
        reached,
        await tx.run(lockRows(reached.rows, [...new Set(ofRows.map(({ rowId }) => rowId))])),
      )
    ).map((row) => [String(row[id]), row]),
  );
  for (const { line, rowId } of ofRows) {
    const before = rows.get(rowId);
    if (before) parts.set(line, { before });
  }
  return parts;
}

/** Message of a line that adds to the row of a line that is not written. */
export const ownerMissing = (line: number): string =>
  `与第 ${line} 行是同一个，那一行没有写入：请改正那一行，一起重新上传`;

/** Marks valid lines as wrong that add to an invalid line, and removes these as owners for later lines. */
export function dropWrongOwners(
  checked: readonly { line: Line; of?: number }[],
  owners: Owners,
  keys: ReadonlyMap<Line, string>,
): void {
  const wrong = new Set(checked.filter(({ line }) => line.wrong.size > 0).map(({ line }) => line.no));
  for (const { line, of } of checked)
    if (of !== undefined && wrong.has(of) && line.wrong.size === 0) line.wrong.set('', ownerMissing(of));
  for (const { line } of checked) {
    const key = keys.get(line);
    const owner = key === undefined ? undefined : owners.get(key);
    if (key !== undefined && owner && 'line' in owner && wrong.has(owner.line)) owners.delete(key);
  }
}
