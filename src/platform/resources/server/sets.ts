import { lockOrg } from '../../access/server/queries/orgs.ts';
import { audit } from '../../audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { FailureDetail } from '../../contract/common.ts';
import type { Tx } from '../../db/server/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../db/server/errors.ts';
import { newId } from '../../db/server/ids.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { lockSchemas, versionInForce } from '../../schema/server/queries/published-overlays.ts';
import { SchemaMoved } from '../../schema/server/under-schema.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { Row } from '../contract/resource.ts';
import type { Draft, FlatRow, ResourceHooks } from './hooks.ts';
import { insertHalves } from './queries/child-records.ts';
import { idsWithin } from './queries/rows/read.ts';
import { deleteRows, insertRows, newRow, targetOf, updateRows } from './queries/rows/write.ts';
import type { Reached } from './reading.ts';
import { apply, changedFields, toColumns, withoutEchoes, wrongUnderMask } from './rows.ts';
import { drawHalves, logSealer, sealColumns, sealerOf } from './sealing.ts';
import { keepFormer } from './versions.ts';

/**
 * What somebody wants of a row: a new one, or `before`, which is locked, changed. The body has passed `Entity.check`.
 * `adds` is one more of the things that hang on it (`RowTable.inSheet`), by the fields that a new row has of it.
 */
export interface Wish {
  body: Readonly<Row>;
  before?: Readonly<FlatRow>;
  adds?: Readonly<Row>;
}

/**
 * A wish judged: the draft it makes, the fields it changes, and what speaks against it. A value given for a field whose
 * own value the person may neither see nor ask for counts as a change, equal or not: what is answered, logged or
 * previewed must not tell them that they guessed right.
 */
export interface Plan {
  draft: Draft;
  changed: string[];
  wrong: FailureDetail[];
  unseen?: readonly string[];
}

/**
 * Works out what wishes make of their rows and lets the resource judge those that change anything, together. Nothing is
 * written.
 */
export async function plan(
  tx: Tx,
  ctx: OrgContext,
  { entity: { schema } }: Reached,
  hooks: ResourceHooks,
  wishes: readonly Wish[],
): Promise<Plan[]> {
  const {
    services: { access },
    actor,
  } = ctx;
  const reveals = (kind: string) => access.mayReveal(actor, kind);
  const plans = wishes.map(({ body, before, adds }): Plan => {
    if (!before) return { draft: { row: apply(schema, 'create', {}, body) }, changed: [], wrong: [] };
    const changes = withoutEchoes(schema, reveals, before, body);
    const draft = { row: { ...apply(schema, 'edit', before, changes), ...adds }, before };
    const unseen = Object.keys(changes).filter((name) => {
      const kind = schema.properties[name]?.['x-mask'];
      return (
        kind !== undefined &&
        !reveals(kind) &&
        !access.mayAsk(actor, kind) &&
        draft.row[name] !== undefined &&
        before[name] !== undefined
      );
    });
    return { draft, changed: [], wrong: wrongUnderMask(schema, changes), unseen };
  });
  await judge(tx, ctx, hooks, plans);
  return plans;
}

/** Judges drafts that were made otherwise than from a body. */
export async function judge(tx: Tx, ctx: OrgContext, hooks: ResourceHooks, plans: readonly Plan[]): Promise<void> {
  const asked = plans.filter(
    ({ draft: { row, before }, wrong, unseen = [] }) =>
      wrong.length === 0 && (!before || unseen.length > 0 || changedFields(before, row).length > 0),
  );
  if (asked.length > 0)
    await hooks.validate?.(
      tx,
      ctx,
      asked.map(({ draft }) => draft),
      (i, field, message) => {
        asked[i]?.wrong.push({ field: `/${field}`, message });
      },
    );
  // Judging may have filled in what follows from the rest.
  for (const one of asked)
    one.changed = one.draft.before
      ? [...new Set([...changedFields(one.draft.before, one.draft.row), ...(one.unseen ?? [])])]
      : Object.keys(one.draft.row);
}

/** A row as it was written: its id, and the moment by which a later change is known. */
export interface Stored {
  id: string;
  at: string;
}

export const labelOf = ({ entity: { schema } }: Reached, row: Readonly<FlatRow>): string =>
  String(row[schema['x-resource'].label] ?? '');

/**
 * What makes of a row what the log keeps: of what is told in details alone only its length, and of some rows not all
 * fields, since the log is read by others than the row is.
 *
 * @param all The row as it was and as it is
 */
const logged = (schema: EntitySchema, { logs }: ResourceHooks, all: readonly (Readonly<FlatRow> | undefined)[]) => {
  const kept = all.flatMap((row) => (row && logs?.(row)) ?? []);
  return (row: Readonly<FlatRow>): FlatRow =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) =>
        kept.every((names) => names.has(name))
          ? [
              [
                name,
                schema.properties[name]?.['x-confidential'] && typeof value === 'string'
                  ? `${[...value].length} 字`
                  : value,
              ],
            ]
          : [],
      ),
    );
};

/**
 * Writes what plans change, with its columns, what belongs to it elsewhere, and the log. Plans that change nothing are
 * left as they are.
 */
export async function store(
  tx: Tx,
  ctx: OrgContext,
  reached: Reached,
  hooks: ResourceHooks,
  plans: readonly Plan[],
): Promise<Stored[]> {
  const {
    entity: { schema, name },
    tenant: { orgId },
  } = reached;
  const { services } = ctx;
  const { clock } = services;
  const meta = schema['x-resource'];
  const target = targetOf(meta, hooks.table);
  const now = clock.now();
  const columnsOf = (draft: Draft) => ({
    ...toColumns(schema, draft.row, hooks.table.computed ?? {}),
    ...hooks.derivedColumns?.(draft, ctx),
  });

  const all = plans.map(({ draft, changed }) => {
    const { before } = draft;
    // Never the moment that somebody has seen already, whatever the clock does.
    const seen = Date.parse(String(before?.['updated_at']));
    const at = isoTime(before && changed.length > 0 && seen >= now ? seen + 1 : now);
    return {
      draft,
      changed,
      id: before ? String(before[meta.id]) : newId(clock),
      at: before && changed.length === 0 ? String(before['updated_at']) : at,
    };
  });
  const written = all.filter(({ changed, draft }) => !draft.before || changed.length > 0);
  if (written.length === 0) return all;
  await hooks.beforeWrite?.(
    tx,
    ctx,
    written.map(({ draft, id }) => ({ ...draft, id })),
  );

  const seal = await sealerOf(services.keys, orgId, schema);
  const added = written.filter(({ draft }) => !draft.before);
  const altered = written.filter(({ draft }) => draft.before);
  const halves = drawHalves(
    schema,
    added.map(({ id }) => id),
  );
  const adding =
    added.length === 0
      ? undefined
      : tx.batch([
          ...(halves.size > 0 ? [insertHalves(orgId, halves)] : []),
          insertRows(
            target,
            added.map(({ draft, id, at }) =>
              newRow(target, orgId, id, { ...sealColumns(seal, id, columnsOf(draft)), created_at: at, updated_at: at }),
            ),
          ),
        ]);
  // What the log keeps of them is made ready while they are written; a failure is thrown at the end.
  adding?.catch(() => undefined);
  if (altered.length > 0) {
    const touched = new Set(altered.flatMap(({ changed }) => changed));
    await tx.run(
      updateRows(
        target,
        orgId,
        altered.map(({ draft, id, at }) => {
          const follows = hooks.derivedColumns?.(draft, ctx) ?? {};
          const columns = Object.entries(sealColumns(seal, id, columnsOf(draft))).filter(
            ([column]) => column === 'ext' || touched.has(column) || Object.hasOwn(follows, column),
          );
          return { id, columns: { ...Object.fromEntries(columns), updated_at: at } };
        }),
      ),
    );
    if (meta.versions) await keepFormer(tx, ctx, schema, altered);
  }
  const pick = (row: Readonly<FlatRow>, fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
  const log = await logSealer(
    tx,
    services.keys,
    orgId,
    schema,
    written.map(({ id }) => id),
    halves,
  );
  await audit(
    tx,
    ctx,
    ...written.map(({ draft: { row, before }, id, changed }) => {
      const keep = logged(schema, hooks, [before, row]);
      return before
        ? {
            act: 'update',
            resource: name,
            rowId: id,
            rowLabel: labelOf(reached, row),
            before: log(id, keep(pick(before, changed))),
            after: log(id, keep(pick(row, changed))),
          }
        : {
            act: 'create',
            resource: name,
            rowId: id,
            rowLabel: labelOf(reached, row),
            after: log(id, { [meta.id]: id, ...keep(row) }),
          };
    }),
  );
  await adding;
  return all;
}

/** A role writes nothing that it does not reach itself. @throws AppError AC_FORBIDDEN */
export async function requireReached(
  tx: Tx,
  { entity: { schema }, rows }: Reached,
  stored: readonly Stored[],
): Promise<void> {
  if (rows.scope.kind === 'all' || stored.length === 0) return;
  const found = await tx.run(
    idsWithin(
      rows,
      stored.map(({ id }) => id),
    ),
  );
  if (found.length < stored.length)
    throw new AppError('AC_FORBIDDEN', { message: `不能把${schema.title}写到您的管理范围之外` });
}

/**
 * Deletes rows that are locked, all or none. @throws AppError what the resource refuses with, naming rows by their
 * place in `ids`
 */
export async function remove(
  tx: Tx,
  ctx: OrgContext,
  reached: Reached,
  hooks: ResourceHooks,
  rows: readonly Readonly<FlatRow>[],
  ids: readonly string[],
): Promise<number> {
  const {
    entity: { schema, name },
    tenant: { orgId },
  } = reached;
  const { id } = schema['x-resource'];
  await hooks.beforeDelete?.(tx, ctx, rows, ids);
  const total = await tx.run(deleteRows(targetOf(schema['x-resource'], hooks.table), orgId, ids));
  const log = await logSealer(tx, ctx.services.keys, orgId, schema, ids);
  await audit(
    tx,
    ctx,
    ...rows.map((before) => ({
      act: 'delete',
      resource: name,
      rowId: String(before[id]),
      rowLabel: labelOf(reached, before),
      before: log(String(before[id]), logged(schema, hooks, [before])(before)),
    })),
  );
  return total;
}

/**
 * Runs the work in a transaction, by the schema that stays in force until it is committed; a constraint that another
 * call's write violates becomes what it means.
 *
 * @throws SchemaMoved where another schema is in force by now
 */
export async function writing<T>(
  ctx: OrgContext,
  { tenant, entity, published }: Reached,
  hooks: ResourceHooks,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { orgId } = tenant;
  try {
    return await ctx.services.db.transaction(tenant, async (tx) => {
      if (hooks.locksOrganisation) await tx.run(lockOrg(orgId));
      const [, [inForce]] = await tx.batch([lockSchemas(orgId), versionInForce(orgId, entity.name)]);
      if ((inForce?.version ?? 0) !== published) throw new SchemaMoved();
      return work(tx);
    });
  } catch (error) {
    const known = hooks.explainConflict?.(error, (field) => entity.schema.properties[field]?.title);
    if (known) throw known;
    if (isUniqueViolation(error) || isForeignKeyViolation(error)) throw new AppError('PSY_CONFLICT', { cause: error });
    throw error;
  }
}
