import type { OrgContext } from '../../context/server/context.ts';
import { invalidWithMessage } from '../../errors/invalid.ts';
import { maxBytesOf, MEDIA } from '../attachments.ts';
import { contentLocation, ENCRYPTION_BYTES } from './files.ts';
import * as store from './queries/media-files.ts';
import { letGo, removeStrays } from './strays.ts';

const refused = () => invalidWithMessage('/file_id', '图片不存在或已失效，请重新上传');

/**
 * The content of a picture that the caller has uploaded and attached to nothing.
 *
 * @throws AppError PSY_INVALID_INPUT for every other file, one of another person included
 */
export async function readOwnPicture(ctx: OrgContext, fileId: string): Promise<Buffer> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { keys, objects },
  } = ctx;
  const [[file], [attached]] = await ctx.read([
    store.ownFile(orgId, userId, fileId),
    store.fileWithOwner(orgId, fileId),
  ]);
  if (!file?.object_key || file.media_type !== MEDIA.image || attached?.owner_entity !== null) throw refused();
  const encrypted = await objects.read(file.object_key, maxBytesOf(MEDIA.image) + ENCRYPTION_BYTES);
  if (!encrypted) throw refused();
  return (await keys.ring(orgId)).decryptBytes(encrypted, contentLocation(fileId));
}

/** Deletes such a picture after its content went elsewhere; leaves it alone where it was attached meanwhile. */
export async function removeOwnPicture(ctx: OrgContext, fileId: string): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const left = await ctx.transaction(async (tx) => {
    const [file] = await tx.run(store.filesToAttach(orgId, [fileId]));
    if (!file || file.user_id !== userId || file.owner !== null) return [];
    await tx.run(store.deleteFiles(orgId, [fileId]));
    return letGo(tx, services, orgId, [file.object_key]);
  });
  await removeStrays(services, orgId, left);
}
