import type { OrgContext } from '../../context/server/context.ts';
import type { RowOf, Tx } from '../../db/server/database.ts';
import { newId } from '../../db/server/ids.ts';
import { invalidWithMessage } from '../../errors/invalid.ts';
import { ATTACHMENTS_MAX, MEDIA, TOO_MANY_FILES, WRONG_FORMAT } from '../attachments.ts';
import type { Attachment } from '../contract/media.ts';
import { THUMBNAIL } from '../picture-sizes.ts';
import { nameOfFile } from './files.ts';
import { playAddress } from './play.ts';
import * as store from './queries/media-files.ts';
import type { MediaOwner } from './queries/media-files.ts';

const refuse = (message: string) => invalidWithMessage('/file_ids', message);
export const MISSING = '有附件不存在或已失效，请移除后重新上传';

/** Whether a locked file is the person's own, accepted and attached to nothing. */
export const isLoose = (
  {
    user_id,
    owner,
    object_key,
  }: Pick<RowOf<ReturnType<typeof store.filesToAttach>>, 'user_id' | 'owner' | 'object_key'>,
  userId: string,
): boolean => user_id === userId && owner === null && object_key !== null;

/**
 * Makes these files, in this order, the attachments of a record. Removed ones are deleted later, or stay with the
 * previous version of the record. The caller must check write access to the record, and pass its transaction.
 *
 * @param fileIds The caller's own unattached files, or files of this record
 * @param others What happens to the removed files
 * @returns Numbers of added and removed files, for the log: file names may contain personal content
 * @throws AppError PSY_INVALID_INPUT
 */
export async function setAttachments(
  tx: Tx,
  ctx: OrgContext,
  owner: MediaOwner,
  mediaFor: number,
  fileIds: readonly string[],
  others: 'dropped' | 'kept' = 'dropped',
): Promise<{ files_added?: string; files_removed?: string }> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock },
  } = ctx;
  if (fileIds.length > ATTACHMENTS_MAX) throw refuse(TOO_MANY_FILES);
  const [files, before] = [
    await tx.run(store.filesToAttach(orgId, fileIds)),
    await tx.run(store.attachedTo(orgId, owner.entity, [owner.id])),
  ];
  const held = new Set(before.map(({ file_id }) => file_id));
  const byId = new Map(files.map((file) => [file.file_id, file]));
  for (const id of fileIds) {
    const file = byId.get(id);
    if (!held.has(id) && (!file || !isLoose(file, userId))) throw refuse(MISSING);
    if (file?.media_type === MEDIA.document) throw refuse(WRONG_FORMAT);
  }
  const gone = before.filter(({ file_id }) => !fileIds.includes(file_id));
  const at = ctx.nowIso();
  await tx.run(
    (others === 'kept' ? store.retire : store.detachFrom)(
      orgId,
      owner,
      gone.map(({ file_id }) => file_id),
    ),
  );
  if (fileIds.length > 0) {
    const attached = await tx.run(
      store.attach(
        fileIds.map((file_id, position) => ({
          org_id: orgId,
          media_info_id: newId(clock),
          file_id,
          owner_entity: owner.entity,
          owner_id: owner.id,
          media_for: mediaFor,
          position,
          created_at: at,
        })),
      ),
    );
    if (attached.length < fileIds.length) throw refuse(MISSING);
  }
  const added = fileIds.filter((id) => !held.has(id)).length;
  return {
    ...(added > 0 && { files_added: `${added} 个` }),
    ...(gone.length > 0 && { files_removed: `${gone.length} 个` }),
  };
}

type StoredFile = Omit<RowOf<ReturnType<typeof store.attachedTo>>, 'owner_id'>;

/**
 * Converts files of records to the wire format, each with an address to play it. The caller must check read access to
 * the records.
 */
export async function shownAttachment(ctx: OrgContext): Promise<(file: StoredFile) => Attachment> {
  const {
    actor: { orgId },
    services: { keys },
  } = ctx;
  const ring = await keys.ring(orgId);
  return ({ media_info_id, media_for, media_type, size, duration_ms, ...file }) => ({
    media_info_id,
    file_id: file.file_id,
    media_type,
    media_name: nameOfFile(ring, file),
    media_for,
    file_size: size ?? 0,
    ...(duration_ms !== null && { media_time_long: duration_ms }),
    play_url: playAddress(ctx, file.file_id).play_url,
    ...(media_type === MEDIA.image && { thumb_url: playAddress(ctx, file.file_id, { size: THUMBNAIL }).play_url }),
  });
}
