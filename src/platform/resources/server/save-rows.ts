import type { Tx } from '../../db/server/database.ts';
import { newId } from '../../db/server/ids.ts';
import { insertRows, type Columns } from '../../db/server/insert-rows.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { createKeyHalves, encryptColumns, encrypterOf, type KeyHalves } from './encrypted-fields.ts';
import { logWrites } from './log-writes.ts';
import { numberRows } from './number-rows.ts';
import type { PreparedRow, RowToSave, SavedRow, WriteTarget } from './prepare-rows.ts';
import { insertKeyHalves } from './queries/child-records.ts';
import { idsWithin } from './queries/rows/read.ts';
import { newRow, targetOf, updateRows } from './queries/rows/write.ts';
import type { ScopedResource } from './reading.ts';
import { recomputeFrom } from './recomputing.ts';
import { toColumns } from './rows.ts';
import { firstSteps } from './steps.ts';
import { keepFormer } from './versions.ts';

/** So few rows are inserted with the next message; of more, the log's entries are prepared while they are inserted. */
const FEW = 10;

type ColumnsOf = (row: RowToSave) => Columns;

/**
 * Writes prepared rows: dependent data (`beforeWrite`), the rows with their columns, previous versions, the audit log.
 * Rows without a change are skipped.
 *
 * @throws AppError AC_FORBIDDEN where a written row would be out of the role's scope
 */
export async function saveRows(
  tx: Tx,
  target: WriteTarget,
  prepared: readonly PreparedRow[],
): Promise<readonly SavedRow[]> {
  const saved = await saveWithNext(tx, target, prepared);
  await tx.sendWaiting();
  return saved;
}

/** Like `saveRows`, but few rows are inserted, and the scope is checked, with the transaction's next message. */
export async function saveWithNext(
  tx: Tx,
  target: WriteTarget,
  prepared: readonly PreparedRow[],
): Promise<readonly SavedRow[]> {
  await numberRows(tx, target, prepared);
  const now = target.ctx.now();
  const rows = prepared.map((one) => withIdAndTime(target, one, now));
  const written = rows.filter(({ changed, draft }) => !draft.before || changed.length > 0);
  if (written.length > 0) await writeRows(tx, target, written);
  requireInScope(tx, target.reached, rows);
  return rows;
}

async function writeRows(tx: Tx, target: WriteTarget, rows: readonly RowToSave[]): Promise<void> {
  const { ctx, hooks, reached } = target;
  const { schema } = reached.entity;
  await hooks.beforeWrite?.(
    tx,
    ctx,
    rows.map(({ draft, id }) => ({ ...draft, id })),
  );

  const columnsOf = await encryptedColumns(tx, target);
  const added = rows.filter(({ draft }) => !draft.before);
  const altered = rows.filter(({ draft }) => draft.before);
  const ids = added.map(({ id }) => id);
  const halves = createKeyHalves(schema, ids);
  const inserting = insertAll(tx, target, added, halves, columnsOf);
  // A failure is thrown at the end.
  inserting.catch(() => undefined);
  await updateAll(tx, target, altered, columnsOf);
  await logWrites(tx, target, rows, halves);
  await inserting;
  await ctx.services.resources.fieldFiles.keep(tx, ctx, schema, rows);
  if (ids.length > 0) await ctx.services.resources.created(tx, ctx, { schema, ids });
}

function withIdAndTime({ ctx, reached }: WriteTarget, { draft, changed }: PreparedRow, now: number): RowToSave {
  const { before } = draft;
  if (!before) return { draft, changed, id: newId(ctx.services.clock), at: isoTime(now) };
  const id = String(before[reached.entity.schema['x-resource'].id]);
  const seen = String(before['updated_at']);
  if (changed.length === 0) return { draft, changed, id, at: seen };
  // Later than the version that other users have seen, even if the clock has not advanced.
  return { draft, changed, id, at: isoTime(Date.parse(seen) >= now ? Date.parse(seen) + 1 : now) };
}

/** Answers a row's columns, derived ones included, with encrypted fields encrypted. */
async function encryptedColumns(tx: Tx, { ctx, reached, hooks }: WriteTarget): Promise<ColumnsOf> {
  const { schema } = reached.entity;
  const encrypt = await encrypterOf(ctx.services.keys.within(tx), reached.tenant.orgId, schema);
  return ({ draft, id }) =>
    encryptColumns(encrypt, id, {
      ...toColumns(schema, draft.row, hooks.table.computed ?? {}),
      ...hooks.derivedColumns?.(draft, ctx),
    });
}

async function insertAll(
  tx: Tx,
  target: WriteTarget,
  rows: readonly RowToSave[],
  halves: KeyHalves,
  columnsOf: ColumnsOf,
): Promise<void> {
  if (rows.length === 0) return;
  const { reached, hooks } = target;
  const { orgId } = reached.tenant;
  const table = targetOf(reached.entity.schema['x-resource'], hooks.table);
  const inserts = rows.map((row) =>
    newRow(table, orgId, row.id, { ...columnsOf(row), created_at: row.at, updated_at: row.at }),
  );
  const statements = [
    ...(halves.size > 0 ? [insertKeyHalves(orgId, halves)] : []),
    insertRows(table, inserts),
    ...firstSteps(target, rows),
  ];
  if (rows.length <= FEW) tx.withNext(statements);
  else await tx.batch(statements);
}

/** Updates the columns that any of the rows changes, in one statement, and keeps previous versions. */
async function updateAll(
  tx: Tx,
  { ctx, reached, hooks }: WriteTarget,
  rows: readonly RowToSave[],
  columnsOf: ColumnsOf,
): Promise<void> {
  if (rows.length === 0) return;
  const { schema } = reached.entity;
  const meta = schema['x-resource'];
  const touched = new Set(rows.flatMap(({ changed }) => changed));
  const updates = rows.map((row) => {
    const derived = hooks.derivedColumns?.(row.draft, ctx) ?? {};
    const columns = Object.entries(columnsOf(row)).filter(
      ([column]) => column === 'ext' || touched.has(column) || Object.hasOwn(derived, column),
    );
    return { id: row.id, columns: { ...Object.fromEntries(columns), updated_at: row.at } };
  });
  await tx.run(updateRows(targetOf(meta, hooks.table), reached.tenant.orgId, updates));
  await recomputeFrom(tx, ctx, schema.$id, rows);
  if (meta.versions) await keepFormer(tx, ctx, schema, rows);
}

/** Checks, with the next message, that written rows are in the role's scope. AppError AC_FORBIDDEN where they are not */
function requireInScope(tx: Tx, { entity: { schema }, rows }: ScopedResource, saved: readonly SavedRow[]): void {
  if (rows.scope.kind === 'all' || saved.length === 0) return;
  const ids = saved.map(({ id }) => id);
  tx.withNext([idsWithin(rows, ids)], ([found]) => {
    if (found.length < saved.length)
      throw new AppError('AC_FORBIDDEN', { message: `不能把${schema.title}写到您的管理范围之外` });
  });
}
