import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import type { FlatRow } from '../../resources/server/hooks.ts';
import { rowsOfKeys } from '../../resources/server/queries/rows/read.ts';
import { flatRowsWithin, type ScopedResource } from '../../resources/server/reading.ts';
import { keyOf } from '../../schema/types.ts';
import { keyText, type Line } from './lines.ts';

/** Lines with a complete key, grouped by the key fields that they give. */
function linesByKeyFields({ entity: { schema } }: ScopedResource, lines: readonly Line[]): Map<string, Line[]> {
  const fields = keyOf(schema);
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    if (keyText(schema, line) === undefined) continue;
    const given = fields.filter((name) => line.given[name] !== undefined).join();
    groups.set(given, [...(groups.get(given) ?? []), line]);
  }
  return groups;
}

/** The stored rows that lines name by their keys; lines with the same key fields are loaded together. */
export async function rowsByKey(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  lines: readonly Line[],
): Promise<Map<Line, FlatRow[]>> {
  const found = new Map<Line, FlatRow[]>();
  for (const [given, group] of linesByKeyFields(reached, lines)) {
    const names = given.split(',');
    const textOf = (row: Readonly<Record<string, unknown>>) => JSON.stringify(names.map((name) => row[name]));
    const keys = group.map((line) => line.given);
    const stored = new Map<string, FlatRow[]>();
    for (const row of await flatRowsWithin(tx, ctx, reached, await tx.run(rowsOfKeys(reached.rows, keys))))
      stored.set(textOf(row), [...(stored.get(textOf(row)) ?? []), row]);
    for (const line of group) found.set(line, stored.get(textOf(line.given)) ?? []);
  }
  return found;
}
