import { notReached, whyNotReached } from '../../access/server/not-reached.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { display, isSettled } from '../../schema/columns.ts';
import type { EntityWrite } from '../../schema/server/entity.ts';
import type { Row } from '../contract/resource.ts';
import type { FlatRow, ResourceHooks } from './hooks.ts';
import { lastChange } from './queries/last-change.ts';
import { lockRows, rowsOfIds } from './queries/rows/read.ts';
import { flatRows, reach, requireAct, toList, wireRows, type Reached } from './reading.ts';
import { plan, remove, requireReached, store, writing, type Stored, type Wish } from './sets.ts';

/**
 * Plans and writes, all or none.
 *
 * @param place Of a wish in the request, as a pointer
 * @throws AppError PSY_INVALID_INPUT with every row and field that the resource refuses
 */
async function writeAll(
  tx: Tx,
  ctx: OrgContext,
  reached: Reached,
  hooks: ResourceHooks,
  wishes: readonly Wish[],
  place: (index: number) => string,
): Promise<Row[]> {
  const plans = await plan(tx, ctx, reached, hooks, wishes);
  const details = plans.flatMap(({ wrong }, i) =>
    wrong.map(({ field, message }) => ({ field: `${place(i)}${field}`, message })),
  );
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  const stored = await store(tx, ctx, reached, hooks, plans);
  await requireReached(tx, reached, stored);
  return shown(tx, ctx, reached, stored);
}

/** Bodies were checked when they came; another schema may be in force since. @throws AppError PSY_INVALID_INPUT */
function requireFit(
  { actor: { orgId }, services: { schemas } }: OrgContext,
  name: string,
  op: EntityWrite,
  bodies: readonly Readonly<Row>[],
  place: (index: number) => string,
): void {
  const entity = schemas.entity(orgId, name);
  const details = bodies.flatMap((body, i) =>
    entity.check(op, body).map((detail) => ({ ...detail, field: `${place(i)}${detail.field}` })),
  );
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
}

/** Rows as they are now, for the answer. */
async function shown(tx: Tx, ctx: OrgContext, reached: Reached, stored: readonly Stored[]): Promise<Row[]> {
  const { entity, rows } = toList(reached);
  const { id } = entity.schema['x-resource'];
  const found = new Map(
    (
      await wireRows(
        ctx,
        entity,
        await tx.run(
          rowsOfIds(
            rows,
            stored.map((one) => one.id),
          ),
        ),
      )
    ).map((row) => [row[id], row]),
  );
  return stored.map((one) => found.get(one.id) ?? {});
}

/**
 * Creates rows, all or none.
 *
 * @throws AppError PSY_INVALID_INPUT with every row and field that the resource refuses, PSY_CONFLICT where somebody
 *   else was faster
 */
export async function createRows(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  bodies: readonly Readonly<Row>[],
  batch: boolean,
): Promise<Row[]> {
  const reached = reach(ctx, name, hooks);
  requireAct(reached.entity, batch ? 'batch-create' : 'create');
  const place = (i: number) => (batch ? `/items/${i}` : '');
  requireFit(ctx, name, 'create', bodies, place);
  return writing(ctx, reached, hooks, (tx) =>
    writeAll(
      tx,
      ctx,
      reached,
      hooks,
      bodies.map((body) => ({ body })),
      place,
    ),
  );
}

/**
 * Changes the fields given and leaves the others; null clears. Where the body names the `updated_at` that its sender
 * saw, a later change by somebody else is not overwritten.
 *
 * @throws AppError `notReached`, PSY_INVALID_INPUT, or PSY_CONFLICT naming who was faster
 */
export async function updateRowById(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  called: string,
  body: Readonly<Row>,
): Promise<Row> {
  const reached = reach(ctx, name, hooks);
  requireAct(reached.entity, 'update');
  requireFit(ctx, name, 'update', [body], () => '');
  const [id = called] = (await hooks.resolveIds?.(ctx, [called])) ?? [];
  const updated = await writing(ctx, reached, hooks, async (tx) => {
    const [before] = await flatRows(ctx, reached, await tx.run(lockRows(reached.rows, [id])));
    if (!before) throw notReached(reached.rows.scope);
    requireOwner(ctx, reached, [before]);
    requireUnsettled(reached, before);
    await requireUnchanged(tx, reached, id, before['updated_at'], body['updated_at']);
    const [row] = await writeAll(tx, ctx, reached, hooks, [{ body, before }], () => '');
    return row ?? {};
  });
  await hooks.afterCommit?.(ctx, [id]);
  return updated;
}

/** Where rows are somebody's, nobody else changes or deletes them. @throws AppError AC_FORBIDDEN */
export function requireOwner(
  { caller }: OrgContext,
  { entity: { schema } }: Reached,
  rows: readonly Readonly<FlatRow>[],
): void {
  const { owner } = schema['x-resource'];
  if (owner !== undefined && rows.some((row) => row[owner] !== caller.userId))
    throw new AppError('AC_FORBIDDEN', {
      message: `只有${schema.properties[owner]?.title ?? ''}本人能修改${schema.title}`,
    });
}

/** @throws AppError PSY_CONFLICT where a row is done with */
export function requireUnsettled({ entity: { schema } }: Reached, row: Readonly<FlatRow>): void {
  const { settled } = schema['x-resource'];
  const field = settled && schema.properties[settled.field];
  if (field && isSettled(schema, row))
    throw new AppError('PSY_CONFLICT', { message: `${schema.title}${display(field, row[settled.field])}，不能再修改` });
}

async function requireUnchanged(
  tx: Tx,
  { entity, tenant: { orgId } }: Reached,
  id: string,
  is: unknown,
  seen: unknown,
): Promise<void> {
  if (typeof seen !== 'string' || Date.parse(seen) === Date.parse(String(is))) return;
  const [last] = await tx.run(lastChange(orgId, entity.name, id));
  throw new AppError('PSY_CONFLICT', last ? { message: `${last.real_name}刚刚修改了这条内容，请刷新后重试` } : {});
}

/**
 * Deletes rows, all or none, in the order of their ids so that two callers do not wait for each other.
 *
 * @param single Whether the row is named by the path and not by a list
 * @throws AppError `notReached` naming the ids, or what the resource refuses with
 */
export async function deleteRowsById(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  called: readonly string[],
  single: boolean,
): Promise<{ total: number }> {
  const reached = reach(ctx, name, hooks);
  const { entity, rows } = reached;
  const { id } = entity.schema['x-resource'];
  requireAct(entity, single ? 'delete' : 'batch-delete');
  const ids = (await hooks.resolveIds?.(ctx, called)) ?? called;
  const deleted = await writing(ctx, reached, hooks, async (tx) => {
    const found = new Map(
      (await flatRows(ctx, reached, await tx.run(lockRows(rows, ids)))).map((row) => [row[id], row]),
    );
    const missing = ids.flatMap((one, i) =>
      found.has(one) ? [] : [{ field: `/ids/${i}`, message: whyNotReached(rows.scope) }],
    );
    if (missing.length > 0) throw notReached(rows.scope, single ? {} : { details: missing });
    const inOrder = ids.flatMap((one) => {
      const row = found.get(one);
      return row ? [row] : [];
    });
    requireOwner(ctx, reached, inOrder);
    return { total: await remove(tx, ctx, reached, hooks, inOrder, ids) };
  });
  await hooks.afterCommit?.(ctx, ids);
  return deleted;
}
