import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isStillFilling } from '../../../platform/resources/server/keep-values.ts';
import { storedTexts } from '../../../platform/resources/server/queries/rows/ext.ts';
import { isTarget } from '../../../platform/schema/check-automations.ts';
import { mayBeSeen } from '../../../platform/schema/field-rights.ts';
import { isObject, type JsonObject } from '../../../platform/schema/json.ts';
import { isOwn } from '../../../platform/schema/own-resource.ts';
import { lastVersions, versionsOf } from '../../../platform/schema/server/queries/published-overlays.ts';
import type * as contract from '../contract.ts';
import { formerFields } from './former-fields.ts';
import { rolesThatMay, subjects, type StudioSubject } from './studio-subjects.ts';

/** Maximum number of values, equal to the maximum number of options. */
const VALUES_MAX = 200;

const overlayOf = (document: unknown): JsonObject => (isObject(document) ? document : {});
const publishedOf = (version: { version: number; at: string; real_name: string | null } | undefined) =>
  version
    ? {
        version: version.version,
        published_at: version.at,
        ...(version.real_name !== null && { published_by: version.real_name }),
      }
    : { version: 0 };

/** Resources that the studio can change, with the version that is published. */
export async function studioResources(ctx: OrgContext): Promise<DataOf<typeof contract.studioResources>> {
  const [versions] = await ctx.read([lastVersions(ctx.actor.orgId)]);
  const last = new Map(versions.map((version) => [version.entity, version]));
  const items = subjects(ctx).map((schema) => ({
    entity: schema.$id,
    title: schema.title,
    help: schema['x-resource'].help,
    own: isOwn(schema),
    ...(isTarget(schema) && { automated: true }),
    tenant_fields: Object.values(schema.properties).filter((field) => field['x-tenant']).length,
    ...publishedOf(last.get(schema.$id)),
  }));
  return { total: items.length, items };
}

/** A resource with its schema, its overlay, and what the overlay is based on. */
export async function studioResource(
  ctx: OrgContext,
  one: StudioSubject,
): Promise<DataOf<typeof contract.studioResource>> {
  const {
    actor: { orgId },
    services: { schemas },
  } = ctx;
  const [[[latest]], former] = await Promise.all([
    ctx.read([versionsOf(orgId, one.name).limit(1)]),
    formerFields(ctx, one),
  ]);
  const upper = schemas.upperOf(orgId, one.name);
  return {
    entity: one.name,
    ...publishedOf(latest),
    ground: schemas.baseOf(orgId, one.name),
    overlay: overlayOf(latest?.document),
    schema: one.schema,
    core_required: [...upper.required],
    elsewhere: Object.entries(one.schema.properties).flatMap(([name, { 'x-edu-levels': levels }]) =>
      levels && !levels.includes(ctx.actor.eduLevel ?? 0) ? [name] : [],
    ),
    core: Object.keys(upper.properties),
    roles: rolesThatMay(ctx, one.schema, 'update'),
    readers: rolesThatMay(ctx, one.schema, OPEN),
    former,
    problems: schemas
      .problems()
      .filter((problem) => problem.orgId === orgId && problem.entity === one.name)
      .map(({ pointer, reason, fix }) => ({ pointer, reason, fix })),
    keeping: isStillFilling(schemas, orgId, schemas.entity(orgId, one.name).schema),
  };
}

/**
 * Stored texts of a tenant field with their numbers of rows, most frequent first.
 *
 * @throws AppError PSY_NOT_FOUND for a field that is not the tenant's own, is protected, or is not seen by the role
 */
export async function fieldValues(
  ctx: OrgContext,
  { schema, hooks }: StudioSubject,
  field: string,
): Promise<DataOf<typeof contract.studioValues>> {
  const declared = schema.properties[field];
  // Values of masked or encrypted fields must not be listed in full.
  if (!declared?.['x-tenant'] || !mayBeSeen(declared, ctx.actor.roleId)) throw new AppError('PSY_NOT_FOUND');
  if (declared['x-mask'] || declared['x-sealed'] || declared['x-confidential']) throw new AppError('PSY_NOT_FOUND');
  const [found] = await ctx.read([storedTexts(ctx.actor.orgId, schema, hooks.table, field, VALUES_MAX)]);
  return { total: found[0]?.total ?? 0, items: found.map(({ value, rows }) => ({ value, rows })) };
}

/** Published versions, latest first. */
export async function publishedVersions(
  ctx: OrgContext,
  { name }: StudioSubject,
): Promise<DataOf<typeof contract.studioVersions>> {
  const {
    actor: { orgId },
    services: { schemas },
  } = ctx;
  const [versions] = await ctx.read([versionsOf(orgId, name)]);
  const items = versions.map(({ version, note, at, real_name, document }) => {
    const verdict = schemas.validateOverlay(orgId, name, document);
    return {
      version,
      note,
      published_at: at,
      ...(real_name !== null && { published_by: real_name }),
      overlay: overlayOf(document),
      ...(verdict.ok && { schema: verdict.schema }),
    };
  });
  return { total: items.length, items };
}
