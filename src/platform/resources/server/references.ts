import { OPEN } from '../../access/server/rights.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { nameKeyOf, ownReferences, STAFF } from '../../schema/references.ts';
import { unitOf, type EntitySchema } from '../../schema/types.ts';
import type { Row } from '../contract/resource.ts';
import type { Draft, Reject } from './hooks.ts';
import { idsWithin, rowsOfKeys, type RowsOf } from './queries/rows/read.ts';
import { countReferring, labelsOf, lockReferred } from './queries/rows/references.ts';
import type { Choice } from './registry.ts';
import { scopedRows } from './scoped-rows.ts';

/** Shown for a row that the caller may not open, or that is out of the caller's scope. */
const OUT_OF_SCOPE = '（不在您的范围内）';
const DELETED = '（已删除）';
const ALL = { kind: 'all' } as const;

/** The rows of an entity whose names the caller may read; undefined where the tenant or the role has none. */
function reachedRows(ctx: OrgContext, entity: string): RowsOf | undefined {
  const { actor, services } = ctx;
  const schema = services.schemas.all(actor.orgId).resources[entity];
  if (!schema) return undefined;
  const hooks = services.resources.hooksFor(schema);
  const opens = (area: string) => services.access.decide(actor, area, OPEN);
  const { rows } = scopedRows(ctx, entity, hooks);
  if (hooks.namedIn && opens(hooks.namedIn.area)) return hooks.namedIn.rows === 'all' ? { ...rows, scope: ALL } : rows;
  return opens(schema['x-resource'].area) ? rows : undefined;
}

/**
 * All rows of an entity in this tenant, including those outside the caller's scope. Undefined where the tenant has no
 * such entity.
 */
function allRows(ctx: OrgContext, entity: string): RowsOf | undefined {
  const { actor, services } = ctx;
  const schema = services.schemas.all(actor.orgId).resources[entity];
  if (!schema) return undefined;
  return { ...scopedRows(ctx, entity, services.resources.hooksFor(schema)).rows, scope: ALL };
}

interface Open {
  rows: RowsOf;
  ids: readonly string[];
}

/** The rows among some ids that the caller may refer to: those of known names, and always the own account. */
function referable(ctx: OrgContext, entity: string, ids: readonly string[]): Open | undefined {
  const reached = reachedRows(ctx, entity);
  if (reached) return { rows: reached, ids };
  const all = entity === STAFF ? allRows(ctx, entity) : undefined;
  return all && { rows: all, ids: ids.filter((id) => id === ctx.caller.userId) };
}

/** The ids that a value of a reference has: one, or several. */
const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (id): id is string => typeof id === 'string' && id !== '',
  );
const allIds = (values: readonly unknown[]): string[] => [...new Set(values.flatMap(idsIn))];

/**
 * Rejects changed references of a tenant's own fields to rows that do not exist or that the caller may not refer to.
 * The rows are locked, so that none is deleted before the commit.
 */
export async function rejectUnknown(
  tx: Tx,
  ctx: OrgContext,
  schema: EntitySchema,
  drafts: readonly Draft[],
  reject: Reject,
): Promise<void> {
  for (const { field, entity } of ownReferences(schema)) {
    // A row that was referred to before is not looked at again: it may be out of the caller's scope by now.
    const changed = drafts.map(({ row, before }) =>
      idsIn(row[field]).filter((id) => !idsIn(before?.[field]).includes(id)),
    );
    const ids = allIds(changed);
    if (ids.length === 0) continue;
    const open = referable(ctx, entity, ids);
    const found = open ? await tx.run(lockReferred(open.rows, open.ids)) : [];
    const known = new Set(found.map(({ id }) => String(id)));
    const referred = ctx.services.schemas.all(ctx.actor.orgId).resources[entity];
    const what = referred ? `${unitOf(referred)}${referred.title}` : '条记录';
    for (const [i, added] of changed.entries())
      if (added.some((id) => !known.has(id))) reject(i, field, `没有这${what}，或者不在您的范围内`);
  }
}

/**
 * Names of rows by their ids: only of rows that the caller may refer to; of others, that they are out of scope or
 * deleted.
 */
async function namesOf(ctx: OrgContext, entity: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const [open, all] = [referable(ctx, entity, ids), allRows(ctx, entity)];
  if (!all || ids.length === 0) return new Map();
  const [existing, named] = await Promise.all([
    ctx.read([idsWithin(all, ids)]),
    open ? ctx.read([labelsOf(open.rows, open.ids)]) : [[]],
  ]);
  return new Map([
    ...ids.map((id) => [id, DELETED] as const),
    ...existing[0].map(({ id }) => [String(id), OUT_OF_SCOPE] as const),
    ...named[0].map(({ id, label }) => [id, String(label)] as const),
  ]);
}

/** Adds to rows of the wire the names of what the tenant's own fields refer to (`nameKeyOf`). */
export async function withNames(ctx: OrgContext, schema: EntitySchema, rows: readonly Row[]): Promise<Row[]> {
  const named = rows.map((row) => ({ ...row }));
  for (const { field, entity, several } of ownReferences(schema)) {
    const names = await namesOf(ctx, entity, allIds(rows.map((row) => row[field])));
    for (const row of named) {
      const found = idsIn(row[field]).map((id) => names.get(id) ?? id);
      const [name] = found;
      if (several && found.length > 0) row[nameKeyOf(field)] = found;
      else if (name !== undefined && names.size > 0) row[nameKeyOf(field)] = name;
    }
  }
  return named;
}

/** Rows of an entity whose names the caller may read, by their names in a file or by their ids. */
export async function rowsNamed(
  ctx: OrgContext,
  entity: string,
  texts: readonly string[],
  ids: readonly string[],
): Promise<Choice[]> {
  const rows = reachedRows(ctx, entity);
  if (!rows) return [];
  const { id, label } = rows.schema['x-resource'];
  const [byName, byId] = await Promise.all([
    texts.length === 0
      ? [[]]
      : ctx.read([
          rowsOfKeys(
            rows,
            texts.map((text) => ({ [label]: text })),
            [label],
          ),
        ]),
    ids.length === 0 ? [[]] : ctx.read([labelsOf(rows, ids)]),
  ]);
  const found = await ctx.read([
    labelsOf(
      rows,
      byName[0].map((row) => String(row[id])),
    ),
  ]);
  const all = [...found[0], ...byId[0]].map((row) => [row.id, String(row.label)] as const);
  return [...new Map(all)].map(([one, name]) => ({ id: one, name }));
}

/**
 * Checks that no row of a tenant's own fields refers to rows that are about to be deleted.
 *
 * @throws AppError PSY_CONFLICT, naming the resource and the number of its rows
 */
export async function requireUnreferred(
  tx: Tx,
  ctx: OrgContext,
  entity: string,
  ids: readonly string[],
): Promise<void> {
  const { actor, services } = ctx;
  const referring = Object.values(services.schemas.all(actor.orgId).resources).flatMap((schema) =>
    ownReferences(schema).flatMap((reference) => (reference.entity === entity ? [{ schema, ...reference }] : [])),
  );
  for (const { schema, ...reference } of referring) {
    const { field } = reference;
    const { table } = services.resources.hooksFor(schema);
    const [{ n } = { n: 0 }] = await tx.run(countReferring(actor.orgId, schema, table, reference, ids));
    if (n > 0)
      throw new AppError('PSY_CONFLICT', {
        message: `${schema.title}有 ${n} ${unitOf(schema)}在“${schema.properties[field]?.title ?? field}”中引用，不能删除；请先修改或删除它们`,
      });
  }
}
