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
 * Whether the caller may read the record of that id; requires second-step verification where the record does.
 *
 * @throws AppError PSY_INVALID_SECONDARY_TOKEN
 */
export type MayRead = (ctx: OrgContext, id: string) => Promise<boolean>;

/**
 * Checks that the caller may read a file: until it is attached its uploader, then everyone who may read the record.
 *
 * @param id Of the file, or of its attachment to a record (`media_info_id`)
 * @param readerOf By kind of record; a file of an unknown kind is readable by no one
 * @returns The id of the file
 * @throws AppError `notFoundInScope`, PSY_INVALID_SECONDARY_TOKEN
 */
export async function requirePlayable(
  ctx: OrgContext,
  id: string,
  readerOf: (entity: string) => MayRead | undefined,
): Promise<string> {
  const {
    actor,
    caller: { userId },
    services: { access },
  } = ctx;
  const { orgId } = actor;
  // Files are in no scope table, so a limited role has none in scope by itself: access follows the record.
  const scope = access.scope(actor, 'media-file');
  const [[attachment]] = await ctx.read([store.fileOfAttachment(orgId, id)]);
  const fileId = attachment?.file_id ?? id;
  const [[file]] = await ctx.read([store.fileWithOwner(orgId, fileId)]);
  if (!file?.object_key) throw notFoundInScope(scope);
  const { owner_entity: entity, owner_id: owner } = file;
  const mayPlay = entity === null || owner === null ? file.user_id === userId : await readerOf(entity)?.(ctx, owner);
  if (!mayPlay) throw notFoundInScope(scope);
  return fileId;
}
