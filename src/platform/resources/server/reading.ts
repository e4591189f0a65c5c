import { notFoundInScope } from '../../access/server/not-found-in-scope.ts';
import { OPEN } from '../../access/server/rights.ts';
import type { OrgContext } from '../../context/server/context.ts';
import { inTransaction } from '../../context/server/make-context.ts';
import type { Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { parseListQuery, type ListQuery } from '../../schema/query.ts';
import { ownReferences } from '../../schema/references.ts';
import type { ResourceAct } from '../../schema/resource-meta.ts';
import type { Entity } from '../../schema/server/entity.ts';
import { areasOf, inLists } from '../../schema/server/seen-by.ts';
import { importColumns } from '../../schema/sheet.ts';
import type { Row } from '../contract/resource.ts';
import { decryptRows } from './encrypted-fields.ts';
import type { FlatRow, ResourceHooks } from './hooks.ts';
import { countOf, pageOf, rowsOfIds, type RowsOf, type StoredRow } from './queries/rows/read.ts';
import { withNames } from './references.ts';
import { flatten, toWire } from './rows.ts';
import { entityOfRole, scopedRows } from './scoped-rows.ts';

/** A resource in one call: its schema and schema version for the caller's tenant, and the caller's scope. */
export interface ScopedResource {
  entity: Entity;
  published: number;
  rows: RowsOf;
  tenant: { orgId: string; userId: null };
}

/** @param opens The areas of fields (`x-area`) that are shown; none outside of lists */
export function resolveResource(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  opens?: readonly string[],
): ScopedResource {
  const { orgId } = ctx.actor;
  return {
    ...scopedRows(ctx, name, hooks, opens),
    published: ctx.services.schemas.published(orgId, name),
    tenant: { orgId, userId: null },
  };
}

/** The entity as lists, files and answers to a change show it. */
export function toList(reached: ScopedResource): ScopedResource {
  const entity = inLists(reached.entity);
  return { ...reached, entity, rows: { ...reached.rows, schema: entity.schema, version: entity.version } };
}

/** A tenant may offer fewer acts than the core. @throws AppError AC_FORBIDDEN */
export function requireAct({ schema }: Entity, act: ResourceAct): void {
  if (!schema['x-resource'].acts.includes(act))
    throw new AppError('AC_FORBIDDEN', { message: `${schema.title}没有开放这个操作` });
}

/** Checks that at least one field can be imported. @throws AppError AC_FORBIDDEN */
export function requireImportable(entity: Entity): void {
  requireAct(entity, 'import');
  if (importColumns(entity.schema).length === 0)
    throw new AppError('AC_FORBIDDEN', { message: `${entity.schema.title}没有可以导入的字段` });
}

/** Converts database rows to the wire format: decrypted, masked, with names for references and with what files are. */
export async function wireRows(ctx: OrgContext, { schema }: Entity, stored: readonly StoredRow[]): Promise<Row[]> {
  const {
    actor,
    services: { access, keys, resources },
  } = ctx;
  const rows = (await decryptRows(keys, actor.orgId, schema, stored)).map(
    toWire(schema, (kind) => access.mayReveal(actor, kind)),
  );
  const named = ownReferences(schema).length > 0 ? await withNames(ctx, schema, rows) : rows;
  const { id } = schema['x-resource'];
  return resources.fieldFiles.show(ctx, schema, named, (row) => String(row[id]));
}

/** Rows as they are stored, decrypted, as the base of a change. */
export async function flatRows(
  { actor, services: { keys } }: OrgContext,
  { entity: { schema } }: ScopedResource,
  stored: readonly StoredRow[],
): Promise<FlatRow[]> {
  return (await decryptRows(keys, actor.orgId, schema, stored)).map(flatten);
}

/** Rows that the transaction has read or locked, decrypted, as the base of a change. */
export const flatRowsWithin = (
  tx: Tx,
  ctx: OrgContext,
  reached: ScopedResource,
  stored: readonly StoredRow[],
): Promise<FlatRow[]> => flatRows(inTransaction(ctx, tx), reached, stored);

/**
 * The validated query of a list.
 *
 * @throws AppError PSY_INVALID_INPUT with every parameter that is wrong, PSY_INVALID_SECONDARY_TOKEN
 */
export async function readQuery(
  ctx: OrgContext,
  entity: Entity,
  { query: rule }: ResourceHooks,
  query: Readonly<Record<string, unknown>>,
): Promise<ListQuery> {
  const { details, ...parsed } = parseListQuery(
    inLists(entityOfRole(ctx, entity.name)).schema,
    rule ? rule(ctx, query) : query,
  );
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  const hidden = [...parsed.filters, ...parsed.sort]
    .map(({ field }) => field)
    .filter((field) => entity.schema.properties[field]?.['x-hidden'] === true);
  if (hidden.length > 0) await requireProofFor(ctx, entity, hidden);
  return parsed;
}

/** Whether the role may open an area and has passed second-step verification where it is required. */
export async function mayRead(
  { actor, services: { access }, proveVerified }: OrgContext,
  area: string,
): Promise<boolean> {
  if (!access.decide(actor, area, OPEN)) return false;
  return proveVerified(area).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'PSY_INVALID_SECONDARY_TOKEN') return false;
      throw error;
    },
  );
}

/** A resource as its list and its files show it: with the fields of all areas (`x-area`) that the caller has open. */
export async function resolveList(ctx: OrgContext, name: string, hooks: ResourceHooks): Promise<ScopedResource> {
  const opens: string[] = [];
  for (const area of areasOf(ctx.services.schemas.entity(ctx.actor.orgId, name)))
    if (await mayRead(ctx, area)) opens.push(area);
  return toList(resolveResource(ctx, name, hooks, opens));
}

/**
 * Requires second-step verification for fields that the role may see and that lack it.
 *
 * @throws AppError PSY_INVALID_SECONDARY_TOKEN
 */
export async function requireProofFor(ctx: OrgContext, { schema }: Entity, fields: readonly string[]): Promise<void> {
  for (const field of fields) {
    if (schema.properties[field]?.['x-hidden'] !== true) continue;
    for (const area of schema.properties[field]['x-area'] ?? [])
      if (ctx.services.access.decide(ctx.actor, area, OPEN)) await ctx.proveVerified(area);
  }
}

/** A list with its validated query, after its hook. @throws AppError as `readQuery` does */
async function queriedList(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  query: Readonly<Record<string, unknown>>,
): Promise<ScopedResource & { wanted: ListQuery }> {
  const reached = await resolveList(ctx, name, hooks);
  const wanted = await readQuery(ctx, reached.entity, hooks, query);
  await hooks.beforeRead?.(ctx, wanted);
  return { ...reached, wanted };
}

/** A page of rows and the number of all that match, in one round trip. */
export async function listRows(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  query: Readonly<Record<string, unknown>>,
): Promise<{ total: number; items: Row[] }> {
  const { entity, rows, wanted } = await queriedList(ctx, name, hooks, query);
  const [page, [count]] = await ctx.read([pageOf(rows, wanted), countOf(rows, wanted)]);
  return { total: Number(count?.['total'] ?? 0), items: await wireRows(ctx, entity, page) };
}

/** A page of rows without their total. */
export async function firstRows(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  query: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  const { entity, rows, wanted } = await queriedList(ctx, name, hooks, query);
  const [page] = await ctx.read([pageOf(rows, wanted)]);
  return wireRows(ctx, entity, page);
}

/** @throws AppError `notFoundInScope` */
export async function getRow(ctx: OrgContext, name: string, hooks: ResourceHooks, id: string): Promise<Row> {
  const { entity, rows } = resolveResource(ctx, name, hooks);
  const rowOf = async (one: string) => (await ctx.read([rowsOfIds(rows, [one])]))[0][0];
  const row = (await rowOf(id)) ?? (hooks.resolveIds && (await rowOf((await hooks.resolveIds(ctx, [id]))[0] ?? id)));
  const [found] = await wireRows(ctx, entity, row ? [row] : []);
  if (!found) throw notFoundInScope(rows.scope);
  return found;
}
