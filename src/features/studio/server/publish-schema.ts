import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { purgeFormer } from '../../../platform/imports/server/queries/import-rows.ts';
import { detachField } from '../../../platform/media/server/queries/media-files.ts';
import { keepInStep } from '../../../platform/resources/server/keep-values.ts';
import { momentIn } from '../../../platform/resources/server/prepare-rows.ts';
import { fillName, purgeName, storedNames } from '../../../platform/resources/server/queries/rows/ext.ts';
import type { RowsOf } from '../../../platform/resources/server/queries/rows/read.ts';
import { dropRules, type KeyRule } from '../../../platform/resources/server/queries/rows/row-keys.ts';
import { isRecomputed, recomputeRows } from '../../../platform/resources/server/recompute-rows.ts';
import { recomputeRelated } from '../../../platform/resources/server/recomputing.ts';
import { keyRulesOf } from '../../../platform/resources/server/row-groups.ts';
import { readerIn } from '../../../platform/resources/server/scoped-rows.ts';
import { differences } from '../../../platform/schema/compare.ts';
import { spellingOf } from '../../../platform/schema/convert.ts';
import { variablesOf } from '../../../platform/schema/expressions/check-expression.ts';
import { mayBeSeen } from '../../../platform/schema/field-rights.ts';
import { fileOwner } from '../../../platform/schema/file-fields.ts';
import { isObject, sameValue, type JsonObject } from '../../../platform/schema/json.ts';
import { baseOf } from '../../../platform/schema/relations.ts';
import { SCHEMA_TOPIC } from '../../../platform/schema/server/follow.ts';
import {
  insertVersion,
  lockPublishing,
  markTenant,
  versionsOf,
} from '../../../platform/schema/server/queries/published-overlays.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import type { Impact } from '../contract.ts';
import { convertFormer, convertValues, typeChangesOf, type Retyping } from './convert-values.ts';
import { formerFields, lastDeclared } from './former-fields.ts';
import { impactOf } from './schema-impact.ts';
import type { StudioSubject, Subject } from './studio-subjects.ts';

/** Resource name of schema changes in the audit log. */
const RESOURCE = 'schema';
/** Maximum number of changes named in an audit entry. */
const NAMED = 20;

export interface Publication {
  overlay: JsonObject;
  version: number;
  seen: string;
  note?: string | undefined;
  /** Resources that are created in the same transaction. */
  alongside?: readonly string[];
}

async function requireLatest(tx: Tx, orgId: string, name: string, version: number) {
  const [latest] = await tx.run(versionsOf(orgId, name).limit(1));
  if ((latest?.version ?? 0) === version) return latest;
  throw new AppError('PSY_CONFLICT', {
    message: `${latest?.real_name ?? '他人'}刚刚发布了第 ${latest?.version ?? 0} 版，您的改动还在这里没有发布。请先载入最新版，看过对方的改动再发布`,
  });
}

/** The merged schema of an overlay. @throws AppError PSY_INVALID_INPUT with all findings */
function requireValid(
  { actor, services: { schemas } }: OrgContext,
  name: string,
  overlay: JsonObject,
  alongside: readonly string[],
): EntitySchema {
  const verdict = schemas.validateOverlay(actor.orgId, name, overlay, alongside);
  if (verdict.ok) return verdict.schema;
  throw new AppError('PSY_INVALID_INPUT', {
    details: verdict.findings.map(({ pointer, reason, fix }) => ({
      field: `/overlay${pointer}`,
      message: `${reason}。${fix}`,
    })),
  });
}

/** Fields, and those of a draft whose values follow from them, directly or not: an effect on these would tell them. */
function withFollowers({ properties }: EntitySchema, fields: readonly string[]): ReadonlySet<string> {
  const found = new Set(fields);
  // A set is walked with what is added on the way.
  for (const input of found)
    for (const [name, of] of Object.entries(properties))
      if ([...variablesOf(of['x-computed']), ...variablesOf(of['x-show'])].map(baseOf).includes(input)) found.add(name);
  return found;
}

/** Rules whose keys stay valid. The next write computes the keys of the other rules again, from the converted values. */
function keptRules(was: EntitySchema, draft: EntitySchema, changing: readonly Retyping[]): KeyRule[] {
  const written = new Set([...changing.map(({ name }) => name), draft['x-resource'].states?.field]);
  const isWritten = (name: string) => {
    const field = draft.properties[name];
    return !field || written.has(name) || (field['x-computed'] !== undefined && isRecomputed(was, draft));
  };
  return keyRulesOf(draft).filter(({ fields, range }) => ![...fields, ...(range ? [range] : [])].some(isWritten));
}

/** Effect of a draft on the rows of its entity, and the conversions that it needs. */
export async function effectOf(
  ctx: OrgContext,
  { name, hooks: { table } }: Subject,
  draft: EntitySchema,
): Promise<{ impact: Impact; convertAll: (tx: Tx) => Promise<void> }> {
  const {
    actor: { orgId },
    services: { keys, schemas },
  } = ctx;
  const { schema, version } = schemas.entity(orgId, name);
  const [versions] = await ctx.read([versionsOf(orgId, name)]);
  const added = Object.keys(draft.properties).filter((field) => !Object.hasOwn(schema.properties, field));
  const former = lastDeclared(schemas, orgId, name, versions, added);
  const changing = typeChangesOf(schema, draft, former);
  const unseen = withFollowers(
    draft,
    [...Object.entries(schema.properties), ...former].flatMap(([field, of]) =>
      mayBeSeen(of, ctx.actor.roleId) ? [] : [field],
    ),
  );
  const rows: RowsOf = { ...readerIn(ctx), schema, version, table, scope: { kind: 'all' } };
  return {
    impact: await impactOf(ctx, rows, draft, changing, unseen),
    convertAll: async (tx) => {
      await tx.run(dropRules(orgId, name, keptRules(schema, draft, changing)));
      await convertValues(tx, rows, changing);
      await convertFormer(tx, keys, rows, changing);
      const { states } = draft['x-resource'];
      if (states) await tx.run(fillName(orgId, schema, table, states.field, states.initial));
      // After the conversions, on which the computed values depend.
      if (isRecomputed(schema, draft)) await recomputeRows(tx, { ...rows, schema: draft }, momentIn(ctx));
    },
  };
}

/** Effect of an overlay that is not published yet. @throws AppError PSY_INVALID_INPUT with all findings */
export const previewImpact = async (
  ctx: OrgContext,
  one: Subject,
  overlay: JsonObject,
  alongside: readonly string[] = [],
): Promise<Impact> => (await effectOf(ctx, one, requireValid(ctx, one.name, overlay, alongside))).impact;

/**
 * Publishes an overlay of the caller's tenant as a new version. The base version and the preview must still be current.
 * An unchanged overlay is a no-op.
 *
 * @throws AppError PSY_INVALID_INPUT with all findings; PSY_CONFLICT, naming who published first or that the numbers
 *   changed
 */
export async function publishSchema(
  ctx: OrgContext,
  tx: Tx,
  { name, hooks }: Subject,
  { overlay, version, seen, note = '', alongside = [] }: Publication,
): Promise<{ version: number; changed: boolean }> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { schemas, state },
  } = ctx;
  const draft = requireValid(ctx, name, overlay, alongside);
  await tx.run(lockPublishing(orgId));
  const latest = await requireLatest(tx, orgId, name, version);
  if (sameValue(isObject(latest?.document) ? latest.document : {}, overlay)) return { version, changed: false };
  const { schema } = schemas.entity(orgId, name);
  const { impact, convertAll } = await effectOf(inTransaction(ctx, tx), { name, hooks }, draft);
  if (impact.seen !== seen)
    throw new AppError('PSY_CONFLICT', { message: '对已有数据的影响与您看到的不同了，请重新查看后再发布' });
  await convertAll(tx);
  await recomputeRelated(tx, ctx, draft);
  const next = version + 1;
  await tx.batch([
    insertVersion({
      org_id: orgId,
      entity: name,
      version: next,
      document: JSON.stringify(overlay),
      note,
      user_id: userId,
      at: ctx.nowIso(),
    }),
    markTenant(orgId),
  ]);
  const changes = differences(schema, draft)
    .slice(0, NAMED)
    .map(({ title, text }) => `${title}：${text}`);
  await audit(tx, ctx, {
    act: 'publish',
    resource: RESOURCE,
    rowId: name,
    rowLabel: `${draft.title}第 ${next} 版`,
    after: { version: next, ...(note !== '' && { note }), fields: changes.join('；') },
  });
  tx.afterCommit(async () => {
    await schemas.refresh(orgId);
    await state.publish(SCHEMA_TOPIC, orgId);
  });
  await keepInStep(tx, ctx.services, orgId);
  return { version: next, changed: true };
}

/**
 * Deletes the values of a removed field for good, from all rows and from the undo data of imports (kept for a week).
 *
 * @param rows number from the preview; nothing is deleted when it has changed
 * @throws AppError PSY_CONFLICT when the field is in use or the number has changed; PSY_NOT_FOUND when it has no values
 *   or the role did not see it
 */
export async function purgeField(
  ctx: OrgContext,
  tx: Tx,
  one: StudioSubject,
  field: string,
  rows: number,
): Promise<{ rows: number }> {
  const {
    actor: { orgId },
    services: { schemas },
  } = ctx;
  const {
    name,
    hooks: { table },
  } = one;
  await tx.run(lockPublishing(orgId));
  const { schema } = schemas.entity(orgId, name);
  if (Object.hasOwn(schema.properties, field))
    throw new AppError('PSY_CONFLICT', {
      message: `“${schema.properties[field]?.title ?? field}”还在使用，请先删除这个字段并发布`,
    });
  const former = (await formerFields(inTransaction(ctx, tx), one)).find((removed) => removed.field === field);
  if (!former) throw new AppError('PSY_NOT_FOUND');
  const { title } = former;
  const held = (await tx.run(storedNames(orgId, schema, table))).find((one) => one.name === field)?.rows ?? 0;
  if (held !== rows)
    throw new AppError('PSY_CONFLICT', { message: `现在有 ${held} 个值，与您看到的 ${rows} 个不同，请重新查看` });
  const [purged] = await tx.batch([
    purgeName(orgId, schema, table, field),
    purgeFormer(orgId, name, [field, spellingOf(field)]),
    detachField(orgId, fileOwner(name, field)),
  ]);
  await audit(tx, ctx, {
    act: 'purge',
    resource: RESOURCE,
    rowId: name,
    rowLabel: `${schema.title}的“${title}”`,
    after: { fields: title, total: purged.length },
  });
  return { rows: purged.length };
}
