import type { OrgContext } from '../../context/server/context.ts';
import { inTransaction } from '../../context/server/make-context.ts';
import type { Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { EntityWrite } from '../../schema/server/entity.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { Row } from '../contract/resource.ts';
import { deleteLockedRows } from './delete-rows.ts';
import type { ResourceHooks } from './hooks.ts';
import { prepareRows, type PreparedRow, type WriteRequest, type WriteTarget } from './prepare-rows.ts';
import { rowsOfIds } from './queries/rows/read.ts';
import { resolveResource, requireAct, toList, wireRows } from './reading.ts';
import { saveWithNext } from './save-rows.ts';
import { lockInScope, requireOwner, requireUnchanged, requireUnsettled } from './write-guards.ts';
import { inWriteTransaction } from './write-transaction.ts';

/** The place of a row in the request, as a pointer. */
type PlaceOf = (index: number) => string;
const SINGLE: PlaceOf = () => '';
const IN_BATCH: PlaceOf = (index) => `/items/${index}`;

/**
 * Creates rows, all or none.
 *
 * @throws AppError PSY_INVALID_INPUT with every row and field that is wrong, PSY_CONFLICT where another user was faster
 */
export async function createRows(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  bodies: readonly Readonly<Row>[],
  batch: boolean,
): Promise<Row[]> {
  const target = { ctx, hooks, reached: resolveResource(ctx, name, hooks) };
  const place = batch ? IN_BATCH : SINGLE;
  requireAct(target.reached.entity, batch ? 'batch-create' : 'create');
  requireFit(target, 'create', bodies, place);
  const requests = bodies.map((body) => ({ body }));
  return inWriteTransaction(target, (tx) => writeAll(tx, target, requests, place));
}

/**
 * Changes the given fields and leaves the others; null clears. Where the body has the `updated_at` that its sender saw,
 * a later change by another user is not overwritten.
 *
 * @throws AppError `notFoundInScope`, PSY_INVALID_INPUT, or PSY_CONFLICT naming the user whose write was first
 */
export async function updateRowById(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  givenId: string,
  body: Readonly<Row>,
): Promise<Row> {
  const reached = resolveResource(ctx, name, hooks);
  const target = { ctx, hooks, reached };
  requireAct(reached.entity, 'update');
  requireFit(target, 'update', [body], SINGLE);
  const [id = givenId] = (await hooks.resolveIds?.(ctx, [givenId])) ?? [];
  const [updated = {}] = await inWriteTransaction(target, async (tx) => {
    const [before = {}] = await lockInScope(tx, target, [id], true);
    requireOwner(ctx, reached, [before]);
    requireUnsettled(reached, before);
    await requireUnchanged(tx, reached, id, before['updated_at'], body['updated_at']);
    tx.afterCommit(() => hooks.afterCommit?.(ctx, [id]));
    return writeAll(tx, target, [{ body, before }], SINGLE);
  });
  return updated;
}

/**
 * Deletes rows, all or none. Rows are locked in the order of their ids, so that two callers do not wait for each other.
 *
 * @param single Whether the row is named by the path and not by a list
 * @throws AppError `notFoundInScope` naming the ids, the error of `beforeDelete`, or PSY_CONFLICT where a row is in a
 *   final state
 */
export async function deleteRowsById(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  givenIds: readonly string[],
  single: boolean,
): Promise<{ total: number }> {
  const target = { ctx, hooks, reached: resolveResource(ctx, name, hooks) };
  requireAct(target.reached.entity, single ? 'delete' : 'batch-delete');
  const ids = (await hooks.resolveIds?.(ctx, givenIds)) ?? givenIds;
  return inWriteTransaction(target, async (tx) => {
    const rows = await lockInScope(tx, target, ids, single);
    requireOwner(ctx, target.reached, rows);
    for (const row of rows) requireUnsettled(target.reached, row);
    tx.afterCommit(() => hooks.afterCommit?.(ctx, ids));
    return { total: await deleteLockedRows(tx, target, rows, ids) };
  });
}

/** Validates, writes and reads back, all or none. @throws AppError PSY_INVALID_INPUT with every row and field */
async function writeAll(
  tx: Tx,
  target: WriteTarget,
  requests: readonly WriteRequest[],
  place: PlaceOf,
): Promise<Row[]> {
  const prepared = await prepareRows(tx, target, requests);
  requireValid(prepared, place);
  const saved = await saveWithNext(tx, target, prepared);
  return answerOf(
    tx,
    target,
    saved.map(({ id }) => id),
  );
}

/**
 * Validates bodies by the schema in force; nothing before it has done so. Fields that the role does not see are refused
 * with the draft, whatever their value is.
 *
 * @throws AppError PSY_INVALID_INPUT with every row and field
 */
function requireFit(
  { ctx: { actor, services }, reached }: WriteTarget,
  op: EntityWrite,
  bodies: readonly Readonly<Row>[],
  place: PlaceOf,
): void {
  const { name, schema } = reached.entity;
  const entity = services.schemas.entity(actor.orgId, name);
  requireValid(
    bodies.map((body) => ({ wrong: entity.check(op, seenOf(schema, body)) })),
    place,
  );
}

const seenOf = ({ properties }: EntitySchema, body: Readonly<Row>): Readonly<Row> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => properties[name]?.['x-unseen'] === undefined));

function requireValid(rows: readonly Pick<PreparedRow, 'wrong'>[], place: PlaceOf): void {
  const details = rows.flatMap(({ wrong }, i) =>
    wrong.map((detail) => ({ ...detail, field: `${place(i)}${detail.field}` })),
  );
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
}

/** Saved rows as they are now, as a list shows them. */
export async function answerOf(tx: Tx, { ctx, reached }: WriteTarget, ids: readonly string[]): Promise<Row[]> {
  const { entity, rows } = toList(reached);
  const { id } = entity.schema['x-resource'];
  const shown = await wireRows(inTransaction(ctx, tx), entity, await tx.run(rowsOfIds(rows, ids)));
  const found = new Map(shown.map((row) => [row[id], row]));
  return ids.map((one) => found.get(one) ?? {});
}
