import { OPEN } from '../../../platform/access/server/rights.ts';
import { implement, type Implementation, type OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { storedNames, storedTexts } from '../../../platform/resources/server/queries/rows/ext.ts';
import { isObject, type JsonObject } from '../../../platform/schema/json.ts';
import { isOwn } from '../../../platform/schema/own-resource.ts';
import { lastVersions, versionsOf } from '../../../platform/schema/server/queries/published-overlays.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import * as contract from '../contract.ts';
import type { Former } from '../contract.ts';
import { createResource } from './create-resource.ts';
import { lastDeclared } from './former-fields.ts';
import { effectOf, publishSchema, purgeField, type Subject } from './publish-schema.ts';

/** Maximum number of values, equal to the maximum number of options. */
const VALUES_MAX = 200;

/** Entities that some role of the organisation works with; those of other kinds of organisations are left out. */
function subjects({ actor, services: { access, schemas } }: OrgContext): EntitySchema[] {
  const anybody = access.grants.rolesIn(actor.orgType).map((roleId) => ({ ...actor, roleId }));
  return Object.values(schemas.all(actor.orgId).resources).filter((schema) =>
    anybody.some((somebody) => access.decide(somebody, schema['x-resource'].area, OPEN)),
  );
}

/** @throws AppError PSY_NOT_FOUND */
function subject(ctx: OrgContext, name: string): Subject & { schema: EntitySchema } {
  const schema = subjects(ctx).find(({ $id }) => $id === name);
  if (!schema) throw new AppError('PSY_NOT_FOUND');
  return { name, schema, hooks: ctx.services.resources.hooksFor(schema) };
}

const overlayOf = (document: unknown): JsonObject => (isObject(document) ? document : {});
const publishedOf = (version: { version: number; at: string; real_name: string | null } | undefined) =>
  version
    ? {
        version: version.version,
        published_at: version.at,
        ...(version.real_name !== null && { published_by: version.real_name }),
      }
    : { version: 0 };

/** Removed fields that still have stored values. */
async function formerFields(ctx: OrgContext, { name, schema, hooks }: ReturnType<typeof subject>): Promise<Former[]> {
  const { orgId } = ctx.actor;
  const [names, versions] = await ctx.read([storedNames(orgId, schema, hooks.table), versionsOf(orgId, name)]);
  const removed = names.filter((one) => !Object.hasOwn(schema.properties, one.name));
  const declared = lastDeclared(
    ctx.services.schemas,
    orgId,
    name,
    versions,
    removed.map((one) => one.name),
  );
  return removed.map(({ name: field, rows }): Former => {
    const { 'x-tenant': _, ...last } = declared.get(field) ?? {};
    return {
      field,
      title: declared.get(field)?.title ?? field,
      rows,
      ...(declared.has(field) && { schema: last as FieldSchema }),
    };
  });
}

/** The schema studio: schema changes of a tenant without a file (roles: `policies/access.csv`). */
export const studioHandlers: readonly Implementation[] = [
  implement(contract.studioResources, async (ctx) => {
    const [versions] = await ctx.read([lastVersions(ctx.actor.orgId)]);
    const last = new Map(versions.map((version) => [version.entity, version]));
    const items = subjects(ctx).map((schema) => ({
      entity: schema.$id,
      title: schema.title,
      help: schema['x-resource'].help,
      own: isOwn(schema),
      tenant_fields: Object.values(schema.properties).filter((field) => field['x-tenant']).length,
      ...publishedOf(last.get(schema.$id)),
    }));
    return { total: items.length, items };
  }),

  implement(contract.studioCreate, (ctx, { body }) => createResource(ctx, body)),

  implement(contract.studioResource, async (ctx, { params }) => {
    const one = subject(ctx, params.entity);
    const {
      actor: { orgId },
      services: { schemas },
    } = ctx;
    const [[[latest]], former] = await Promise.all([
      ctx.read([versionsOf(orgId, one.name).limit(1)]),
      formerFields(ctx, one),
    ]);
    const core = schemas.core().find(({ $id }) => $id === one.name);
    return {
      entity: one.name,
      ...publishedOf(latest),
      ground: schemas.ground(orgId, one.name),
      overlay: overlayOf(latest?.document),
      schema: one.schema,
      core_required: [...(core?.required ?? [])],
      elsewhere: Object.entries(one.schema.properties).flatMap(([name, { 'x-edu-levels': levels }]) =>
        levels && !levels.includes(ctx.actor.eduLevel ?? 0) ? [name] : [],
      ),
      core: core
        ? Object.keys(core.properties)
        : Object.entries(one.schema.properties)
            .filter(([, field]) => !field['x-tenant'])
            .map(([name]) => name),
      former,
      problems: schemas
        .problems()
        .filter((problem) => problem.orgId === orgId && problem.entity === one.name)
        .map(({ pointer, reason, fix }) => ({ pointer, reason, fix })),
    };
  }),

  implement(contract.studioCheck, async (ctx, { params, body }) => {
    const { name } = subject(ctx, params.entity);
    const verdict = ctx.services.schemas.judge(ctx.actor.orgId, name, body.overlay);
    return verdict.ok ? { findings: [], schema: verdict.schema } : { findings: verdict.findings };
  }),

  implement(contract.studioImpact, async (ctx, { params, body }) => {
    const { name, hooks } = subject(ctx, params.entity);
    const {
      actor: { orgId },
      services: { schemas },
    } = ctx;
    const verdict = schemas.judge(orgId, name, body.overlay);
    if (!verdict.ok)
      throw new AppError('PSY_INVALID_INPUT', {
        details: verdict.findings.map(({ pointer, reason, fix }) => ({
          field: `/overlay${pointer}`,
          message: `${reason}。${fix}`,
        })),
      });
    return (await effectOf(ctx, { name, hooks }, verdict.schema)).impact;
  }),

  implement(contract.studioValues, async (ctx, { params, query: { field } }) => {
    const { schema, hooks } = subject(ctx, params.entity);
    const declared = schema.properties[field];
    // Values of masked or encrypted fields must not be listed in full.
    if (!declared?.['x-tenant'] || declared['x-mask'] || declared['x-sealed'] || declared['x-confidential'])
      throw new AppError('PSY_NOT_FOUND');
    const [found] = await ctx.read([storedTexts(ctx.actor.orgId, schema, hooks.table, field, VALUES_MAX)]);
    return { total: found[0]?.total ?? 0, items: found.map(({ value, rows }) => ({ value, rows })) };
  }),

  implement(contract.studioPublish, (ctx, { params, body }) => publishSchema(ctx, subject(ctx, params.entity), body)),

  implement(contract.studioVersions, async (ctx, { params }) => {
    const { name } = subject(ctx, params.entity);
    const {
      actor: { orgId },
      services: { schemas },
    } = ctx;
    const [versions] = await ctx.read([versionsOf(orgId, name)]);
    const items = versions.map(({ version, note, at, real_name, document }) => {
      const verdict = schemas.judge(orgId, name, document);
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
  }),

  implement(contract.studioPurge, async (ctx, { params, body }) => {
    const one = subject(ctx, params.entity);
    const title = (await formerFields(ctx, one)).find(({ field }) => field === body.field)?.title ?? body.field;
    return purgeField(ctx, one, body.field, title, body.rows);
  }),
];
