import { notFoundInScope } from '../../access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../context/server/context.ts';
import * as store from './queries/media-files.ts';

declare module '../../feature/server/feature.ts' {
  interface ServerFeature {
    /** Who may read files that are attached to records that are no rows of a resource, by kind of record. */
    mediaReaders?: Readonly<Record<string, MayRead>>;
  }
}

declare module '../../context/server/services.ts' {
  interface Services {
    /** Who may read the files attached to records that are not rows of a resource, by kind of record. */
    mediaReaders: Readonly<Record<string, MayRead>>;
  }
}

/**
 * Whether the caller may read the record of that id; asks for second-step verification where the record does.
 *
 * @throws AppError PSY_INVALID_SECONDARY_TOKEN
 */
export type MayRead = (ctx: OrgContext, id: string) => Promise<boolean>;

/**
 * Makes sure that the caller may see a file: its uploader, until it is attached, and then whoever may read what it is
 * attached to.
 *
 * @param readers By kind of record; what none of them knows nobody sees
 * @throws AppError `notFoundInScope`, PSY_INVALID_SECONDARY_TOKEN
 */
export async function requirePlayable(
  ctx: OrgContext,
  fileId: string,
  readers: Readonly<Record<string, MayRead>>,
): Promise<void> {
  const {
    actor,
    caller: { userId },
    services: { access },
  } = ctx;
  const { orgId } = actor;
  // What no scope lists, whoever is limited reaches no part of by itself: files follow what they are attached to.
  const scope = access.scope(actor, 'media-file');
  const [[file]] = await ctx.read([store.fileWithOwner(orgId, fileId)]);
  if (!file?.object_key) throw notFoundInScope(scope);
  const { owner_entity: entity, owner_id: id } = file;
  const mayPlay =
    entity === null || id === null
      ? file.user_id === userId
      : Object.hasOwn(readers, entity) && (await readers[entity]?.(ctx, id));
  if (!mayPlay) throw notFoundInScope(scope);
}
