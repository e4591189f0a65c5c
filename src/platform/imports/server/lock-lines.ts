import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import type { FlatRow } from '../../resources/server/hooks.ts';
import { lastChange } from '../../resources/server/queries/last-change.ts';
import { lockRows } from '../../resources/server/queries/rows/read.ts';
import { flatRowsWithin, type ScopedResource } from '../../resources/server/reading.ts';
import type { FileLine } from './queries/import-rows.ts';

/** Locks the rows of the lines. */
export async function lockLines(
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  lines: readonly FileLine[],
): Promise<Map<string, FlatRow>> {
  const ids = lines.flatMap(({ row_id }) => row_id ?? []);
  if (ids.length === 0) return new Map();
  const { id } = reached.entity.schema['x-resource'];
  return new Map(
    (await flatRowsWithin(tx, ctx, reached, await tx.run(lockRows(reached.rows, ids)))).map((row) => [
      String(row[id]),
      row,
    ]),
  );
}

/** Why the row of a line has changed since the line was last validated; undefined where it has not. */
export async function changedSince(
  tx: Tx,
  { entity, tenant: { orgId } }: ScopedResource,
  { row_id, seen }: FileLine,
  now: Readonly<FlatRow> | undefined,
): Promise<string | undefined> {
  if (!now) return '已被删除，或者不再属于您的管理范围';
  if (seen === null || now['updated_at'] === undefined || Date.parse(seen) === Date.parse(String(now['updated_at'])))
    return undefined;
  const [last] = await tx.run(lastChange(orgId, entity.name, row_id ?? ''));
  return `之后${last ? `被${last.real_name}` : '又'}修改过`;
}
