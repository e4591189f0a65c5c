import * as contract from '../../shared/contract/media.ts';
import { mayReadComment } from '../commands/comments.ts';
import { mayReadConsent } from '../commands/consents.ts';
import { mayReadStepFiles } from '../commands/crisis/cases.ts';
import { mayReadWarn } from '../commands/crisis/read-warnings.ts';
import { requirePlayable, type MayRead } from '../commands/media/may-play.ts';
import { playAddress } from '../commands/media/play.ts';
import { finishUpload, uploadToken } from '../commands/media/upload.ts';
import { rowReaders } from './row-media.ts';
import { implement, type Implementation } from '../context.ts';

/** What files are attached to, beside rows of resources, and who may read it. */
const READERS: Readonly<Record<string, MayRead>> = { comment: mayReadComment, consent: mayReadConsent, warn: mayReadWarn, 'case-step': mayReadStepFiles };

/** Files that people attach. */
export const mediaHandlers: readonly Implementation[] = [
  implement(contract.uploadToken, (call, { query: { type, file_name } }) => uploadToken(call, type, file_name)),
  implement(contract.finishUpload, (call, { body: { file_name, file_mime, file_size } }) => finishUpload(call, file_name, { mime: file_mime, size: file_size })),
  implement(contract.playUrl, async (call, { params: { id } }) => {
    await requirePlayable(call, id, { ...READERS, ...rowReaders(call.services.schemas.core()) });
    return playAddress(call, id);
  }),
];
