import { notFoundInScope, notFoundReason } from '../../access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { isSettled } from '../../schema/columns.ts';
import type { FlatRow } from './hooks.ts';
import type { WriteTarget } from './prepare-rows.ts';
import { lastChange } from './queries/last-change.ts';
import { lockRows } from './queries/rows/read.ts';
import { flatRowsWithin, type ScopedResource } from './reading.ts';
import { settledMessage } from './settled.ts';

/**
 * Locks rows in the caller's scope until the transaction ends, in the order of `ids`.
 *
 * @param single Whether the row is named by the path and not by a list
 * @throws AppError `notFoundInScope`, naming the ids of a list
 */
export async function lockInScope(
  tx: Tx,
  { ctx, reached }: WriteTarget,
  ids: readonly string[],
  single: boolean,
): Promise<FlatRow[]> {
  const { id } = reached.entity.schema['x-resource'];
  const { scope } = reached.rows;
  const locked = await flatRowsWithin(tx, ctx, reached, await tx.run(lockRows(reached.rows, ids)));
  const found = new Map(locked.map((row) => [row[id], row]));
  const missing = ids.flatMap((one, i) =>
    found.has(one) ? [] : [{ field: `/ids/${i}`, message: notFoundReason(scope) }],
  );
  if (missing.length > 0) throw notFoundInScope(scope, single ? {} : { details: missing });
  return ids.flatMap((one) => {
    const row = found.get(one);
    return row ? [row] : [];
  });
}

/** Where rows have an owner, only the owner may change or delete them. @throws AppError AC_FORBIDDEN */
export function requireOwner(
  { caller }: OrgContext,
  { entity: { schema } }: ScopedResource,
  rows: readonly Readonly<FlatRow>[],
): void {
  const { owner } = schema['x-resource'];
  if (owner !== undefined && rows.some((row) => row[owner] !== caller.userId))
    throw new AppError('AC_FORBIDDEN', {
      message: `只有${schema.properties[owner]?.title ?? ''}本人能修改${schema.title}`,
    });
}

/** @throws AppError PSY_CONFLICT where the row is in a final state */
export function requireUnsettled({ entity: { schema } }: ScopedResource, row: Readonly<FlatRow>): void {
  if (isSettled(schema, row)) throw new AppError('PSY_CONFLICT', { message: settledMessage(schema, row) });
}

/** @throws AppError PSY_CONFLICT naming the user who changed the row after version `seen` */
export async function requireUnchanged(
  tx: Tx,
  { entity, tenant: { orgId } }: ScopedResource,
  id: string,
  is: unknown,
  seen: unknown,
): Promise<void> {
  if (typeof seen !== 'string' || Date.parse(seen) === Date.parse(String(is))) return;
  const [last] = await tx.run(lastChange(orgId, entity.name, id));
  throw new AppError('PSY_CONFLICT', last ? { message: `${last.real_name}刚刚修改了这条内容，请刷新后重试` } : {});
}
