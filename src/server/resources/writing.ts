import type { Row } from '../../shared/contract/resource.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { OrgCall } from '../context.ts';
import { audit } from '../store/audit-logs.ts';
import type { Tx } from '../store/db/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../store/db/errors.ts';
import { newId } from '../store/ids.ts';
import { lastChange } from '../store/last-change.ts';
import { lockOrg } from '../store/orgs.ts';
import { lockRows, rowsOfIds } from '../store/rows/read.ts';
import { deleteRows, insertRows, newRow, targetOf, updateRow } from '../store/rows/write.ts';
import { collect, type Draft, type FlatRow, type ResourceHooks } from './hooks.ts';
import { reach, requireAct, wireFor, type Reached } from './reading.ts';
import { apply, changedFields, flatten, toColumns, withoutEchoes, wrongUnderMask } from './rows.ts';

/** Runs the work in a transaction; a constraint that another call's write violates becomes what it means. */
async function writing<T>(call: OrgCall, { tenant, entity }: Reached, hooks: ResourceHooks, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await call.services.db.transaction(tenant, async (tx) => {
      if (hooks.inTurns) await tx.run(lockOrg(tenant.orgId));
      return work(tx);
    });
  } catch (error) {
    const known = hooks.conflict?.(error, (field) => entity.schema.properties[field]?.title);
    if (known) throw known;
    if (isUniqueViolation(error) || isForeignKeyViolation(error)) throw new AppError('PSY_CONFLICT', { cause: error });
    throw error;
  }
}

async function judged(tx: Tx, call: OrgCall, hooks: ResourceHooks, drafts: readonly Draft[], batch: boolean): Promise<void> {
  const { details, refuse } = collect(batch);
  await hooks.judge?.(tx, call, drafts, refuse);
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
}

/** Rows as they were written. A role writes nothing that it does not reach itself. @throws AppError AC_FORBIDDEN */
async function written(tx: Tx, call: OrgCall, { entity, rows }: Reached, ids: readonly string[]): Promise<Row[]> {
  const { id } = entity.schema['x-resource'];
  const found = new Map((await tx.run(rowsOfIds(rows, ids))).map((row) => [row[id], row]));
  if (found.size < ids.length) throw new AppError('AC_FORBIDDEN', { message: `不能把${entity.schema.title}写到您的管理范围之外` });
  const wire = wireFor(call, entity);
  return ids.map((one) => wire(found.get(one) ?? {}));
}

const labelOf = ({ entity: { schema } }: Reached, row: Readonly<FlatRow>) => String(row[schema['x-resource'].label] ?? '');

/**
 * Creates rows, all or none. Bodies have passed `Entity.check`.
 * @throws AppError PSY_INVALID_INPUT with every row and field that the resource refuses, PSY_CONFLICT where somebody else was faster
 */
export async function createRows(call: OrgCall, name: string, hooks: ResourceHooks, bodies: readonly Readonly<Row>[], batch: boolean): Promise<Row[]> {
  const reached = reach(call, name, hooks);
  const { entity, tenant: { orgId } } = reached;
  const meta = entity.schema['x-resource'];
  requireAct(entity, batch ? 'batch-create' : 'create');
  return writing(call, reached, hooks, async (tx) => {
    const drafts = bodies.map((body): Draft => ({ row: apply(entity.schema, 'create', {}, body) }));
    await judged(tx, call, hooks, drafts, batch);
    const { clock } = call.services;
    const now = new Date(clock.now()).toISOString();
    const ids = drafts.map(() => newId(clock));
    await hooks.alsoWrite?.(tx, call, drafts.map((draft, i) => ({ ...draft, id: ids[i] ?? '' })));
    const target = targetOf(meta, hooks.table);
    await tx.run(insertRows(target, drafts.map((draft, i) => newRow(target, orgId, ids[i] ?? '', {
      ...toColumns(entity.schema, draft.row, hooks.table.computed ?? {}), ...hooks.stored?.(draft, clock), created_at: now, updated_at: now,
    }))));
    await audit(tx, call, ...drafts.map(({ row }, i) => ({ act: 'create', resource: name, rowId: ids[i] ?? '', rowLabel: labelOf(reached, row), after: { [meta.id]: ids[i], ...row } })));
    return written(tx, call, reached, ids);
  });
}

/**
 * Changes the fields given and leaves the others; null clears. Where the body names the `updated_at` that its sender saw, a later change by
 * somebody else is not overwritten.
 * @throws AppError PSY_NOT_FOUND, PSY_INVALID_INPUT, or PSY_CONFLICT naming who was faster
 */
export async function updateRowById(call: OrgCall, name: string, hooks: ResourceHooks, id: string, body: Readonly<Row>): Promise<Row> {
  const reached = reach(call, name, hooks);
  const { entity, rows, tenant: { orgId } } = reached;
  requireAct(entity, 'update');
  const row = await writing(call, reached, hooks, async (tx) => {
    const [stored] = await tx.run(lockRows(rows, [id]));
    if (!stored) throw new AppError('PSY_NOT_FOUND');
    const before = flatten(stored);
    await requireUnchanged(tx, reached, id, before['updated_at'], body['updated_at']);
    const changes = withoutEchoes(entity.schema, (kind) => call.services.access.mayReveal(call.actor, kind), before, body);
    const wrong = wrongUnderMask(entity.schema, changes);
    if (wrong.length > 0) throw new AppError('PSY_INVALID_INPUT', { details: wrong });
    const draft: Draft = { row: apply(entity.schema, 'edit', before, changes), before };
    await judged(tx, call, hooks, [draft], false);
    const changed = changedFields(before, draft.row);
    if (changed.length > 0) {
      await hooks.alsoWrite?.(tx, call, [{ ...draft, id }]);
      // Never the moment that somebody has seen already, whatever the clock does.
      const now = new Date(Math.max(call.services.clock.now(), Date.parse(String(before['updated_at'])) + 1)).toISOString();
      const columns = toColumns(entity.schema, draft.row, hooks.table.computed ?? {});
      const touched = Object.fromEntries(Object.entries(columns).filter(([column]) => column === 'ext' || changed.includes(column)));
      await tx.run(updateRow(targetOf(entity.schema['x-resource'], hooks.table), orgId, id, { ...touched, ...hooks.stored?.(draft, call.services.clock), updated_at: now }));
      const pick = (row: Readonly<FlatRow>) => Object.fromEntries(changed.map((field) => [field, row[field] ?? null]));
      await audit(tx, call, { act: 'update', resource: name, rowId: id, rowLabel: labelOf(reached, draft.row), before: pick(before), after: pick(draft.row) });
    }
    const [row] = await written(tx, call, reached, [id]);
    return row ?? {};
  });
  await hooks.afterwards?.(call, [id]);
  return row;
}

async function requireUnchanged(tx: Tx, { entity, tenant: { orgId } }: Reached, id: string, is: unknown, seen: unknown): Promise<void> {
  if (typeof seen !== 'string' || Date.parse(seen) === Date.parse(String(is))) return;
  const [last] = await tx.run(lastChange(orgId, entity.name, id));
  throw new AppError('PSY_CONFLICT', last ? { message: `${last.real_name}刚刚修改了这条内容，请刷新后重试` } : {});
}

/**
 * Deletes rows, all or none, in the order of their ids so that two callers do not wait for each other.
 * @param single whether the row is named by the path and not by a list
 * @throws AppError PSY_NOT_FOUND naming the ids that are not there, or what the resource refuses with
 */
export async function deleteRowsById(call: OrgCall, name: string, hooks: ResourceHooks, ids: readonly string[], single: boolean): Promise<{ total: number }> {
  const reached = reach(call, name, hooks);
  const { entity, rows, tenant: { orgId } } = reached;
  const { id } = entity.schema['x-resource'];
  requireAct(entity, single ? 'delete' : 'batch-delete');
  const deleted = await writing(call, reached, hooks, async (tx) => {
    const found = new Map((await tx.run(lockRows(rows, ids))).map((row) => [row[id], flatten(row)]));
    const missing = ids.flatMap((one, i) => (found.has(one) ? [] : [{ field: `/ids/${i}`, message: '不存在或已被删除' }]));
    if (missing.length > 0) throw new AppError('PSY_NOT_FOUND', single ? {} : { details: missing });
    const inOrder = ids.flatMap((one) => { const row = found.get(one); return row ? [row] : []; });
    await hooks.beforeDelete?.(tx, call, inOrder, ids);
    const total = await tx.run(deleteRows(targetOf(entity.schema['x-resource'], hooks.table), orgId, ids));
    await audit(tx, call, ...inOrder.map((before) => ({ act: 'delete', resource: name, rowId: String(before[id]), rowLabel: labelOf(reached, before), before })));
    return { total };
  });
  await hooks.afterwards?.(call, ids);
  return deleted;
}
