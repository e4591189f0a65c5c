import { implement, type Implementation } from '../../../context/server/context.ts';
import * as contract from '../../contract/media.ts';
import { requirePlayable, type MayRead } from '../may-play.ts';
import { playAddress } from '../play.ts';
import { finishUpload, uploadToken } from '../upload.ts';
import { fieldReader, rowReaders } from './row-media.ts';

/** Uploads of attachments. */
export const mediaHandlers: readonly Implementation[] = [
  implement(contract.uploadToken, (ctx, { query: { type, file_name } }) => uploadToken(ctx, type, file_name)),
  implement(contract.finishUpload, (ctx, { body: { file_name, file_mime, file_size } }) =>
    finishUpload(ctx, file_name, { mime: file_mime, size: file_size }),
  ),
  implement(contract.playUrl, async (ctx, { params: { id } }) => {
    const readers: Readonly<Record<string, MayRead>> = {
      ...ctx.services.mediaReaders,
      ...rowReaders(ctx.services.schemas.core(), ctx.services.resources),
    };
    const fileId = await requirePlayable(ctx, id, (entity) =>
      Object.hasOwn(readers, entity) ? readers[entity] : fieldReader(entity),
    );
    return playAddress(ctx, fileId);
  }),
];
