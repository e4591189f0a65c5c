import { implement, type Implementation } from '../../../context/server/context.ts';
import type { EndpointSpec } from '../../../contract/endpoint.ts';
import { resourceSpecOf } from '../../../resources/contract/resource.ts';
import type { ResourceRegistry } from '../../../resources/server/registry.ts';
import { entityFor } from '../../../resources/server/scoped-rows.ts';
import { formerOf, visibleFormer } from '../../../resources/server/versions.ts';
import type { EntitySchema } from '../../../schema/types.ts';
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
        const items = (await formerOf(ctx, name, [id])).map((version) => ({
          ...version,
          former: visibleFormer(seen, version.former),
        }));
        return { total: items.length, items };
      }),
    ].filter(({ endpoint }) => offered.has(endpoint.name));
  });

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
