import { implement, type Implementation } from '../../../context/server/context.ts';
import type { EndpointSpec } from '../../../contract/endpoint.ts';
import { resourceSpecOf } from '../../../resources/contract/resource.ts';
import type { ResourceRegistry } from '../../../resources/server/registry.ts';
import { entityFor } from '../../../resources/server/scoped-rows.ts';
import { formerOf, visibleFormer } from '../../../resources/server/versions.ts';
import { fieldOfOwner } from '../../../schema/file-fields.ts';
import { isFiles, type EntitySchema } from '../../../schema/types.ts';
import { rowCalls, rowEndpoints } from '../../contract/row-media.ts';
import type { MayRead } from '../may-play.ts';
import { addRowMedia, dropRowMedia, listMedia, mayReadRow, mediaOfRow, requireRow } from '../row-media.ts';

/** The calls of resources whose rows have attachments or previous versions. */
export const rowMediaCalls = (core: readonly EntitySchema[]): EndpointSpec[] =>
  core.flatMap((schema) => rowCalls(resourceSpecOf(schema)));

/** Answers them. */
export const rowMediaHandlers = (
  core: readonly EntitySchema[],
  { hooksFor }: Pick<ResourceRegistry, 'hooksFor'>,
): Implementation[] =>
  core.flatMap((schema) => {
    const spec = resourceSpecOf(schema);
    const { name } = spec;
    const hooks = hooksFor(schema);
    const calls = rowEndpoints(spec);
    const offered = new Set(rowCalls(spec).map((ctx) => ctx.name));
    return [
      implement(calls.media, (ctx, { params: { id } }) => mediaOfRow(ctx, name, hooks, id)),
      implement(calls.addMedia, async (ctx, { params: { id }, body: { media_infos } }) => {
        await ctx.transaction((tx) => addRowMedia(ctx, tx, name, hooks, id, media_infos));
        return listMedia(ctx, name, id);
      }),
      implement(calls.dropMedia, async (ctx, { params: { id, media_info_id } }) => {
        await ctx.transaction((tx) => dropRowMedia(ctx, tx, name, hooks, id, media_info_id));
        return listMedia(ctx, name, id);
      }),
      implement(calls.versions, async (ctx, { params: { id } }) => {
        await requireRow(ctx, name, hooks, id);
        const { schema: seen } = entityFor(ctx, name);
        const versions = await formerOf(ctx, name, [id]);
        const former = await ctx.services.resources.fieldFiles.show(
          ctx,
          seen,
          versions.map((version) => visibleFormer(seen, version.former)),
          () => id,
        );
        const items = versions.map((version, i) => ({ ...version, former: former[i] ?? {} }));
        return { total: items.length, items };
      }),
    ].filter(({ endpoint }) => offered.has(endpoint.name));
  });

/** Who may read files of a field: who may read the field of the row. Undefined for other kinds of records. */
export function fieldReader(owner: string): MayRead | undefined {
  const of = fieldOfOwner(owner);
  return (
    of &&
    (async (ctx, id) => {
      const schema = ctx.services.schemas.all(ctx.actor.orgId).resources[of.entity];
      if (!schema) return false;
      const field = entityFor(ctx, of.entity).schema.properties[of.field];
      if (!field || !isFiles(field) || field['x-hidden']) return false;
      return mayReadRow(of.entity, ctx.services.resources.hooksFor(schema))(ctx, id);
    })
  );
}

/** Who may read files that are attached to rows, by resource. */
export const rowReaders = (
  core: readonly EntitySchema[],
  { hooksFor }: Pick<ResourceRegistry, 'hooksFor'>,
): Record<string, MayRead> =>
  Object.fromEntries(
    core
      .filter((schema) => schema['x-resource'].attachments)
      .map((schema) => [schema.$id, mayReadRow(schema.$id, hooksFor(schema))]),
  );
