import { mayReadComment } from '../../../../features/comments/server/comments.ts';
import { mayReadStepFiles } from '../../../../features/crisis/server/cases.ts';
import { mayReadWarn } from '../../../../features/crisis/server/read-warnings.ts';
import { mayReadConsent } from '../../../../features/guardians/server/consents.ts';
import { implement, type Implementation } from '../../../context/server/context.ts';
import * as contract from '../../contract/media.ts';
import { requirePlayable, type MayRead } from '../may-play.ts';
import { playAddress } from '../play.ts';
import { finishUpload, uploadToken } from '../upload.ts';
import { rowReaders } from './row-media.ts';

/** What files are attached to, beside rows of resources, and who may read it. */
const READERS: Readonly<Record<string, MayRead>> = {
  comment: mayReadComment,
  consent: mayReadConsent,
  warn: mayReadWarn,
  'case-step': mayReadStepFiles,
};

/** Files that people attach. */
export const mediaHandlers: readonly Implementation[] = [
  implement(contract.uploadToken, (ctx, { query: { type, file_name } }) => uploadToken(ctx, type, file_name)),
  implement(contract.finishUpload, (ctx, { body: { file_name, file_mime, file_size } }) =>
    finishUpload(ctx, file_name, { mime: file_mime, size: file_size }),
  ),
  implement(contract.playUrl, async (ctx, { params: { id } }) => {
    await requirePlayable(ctx, id, { ...READERS, ...rowReaders(ctx.services.schemas.core()) });
    return playAddress(ctx, id);
  }),
];
