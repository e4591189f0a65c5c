import { AppError } from '../../../shared/errors/app-error.ts';
import type { OrgCall } from '../../context.ts';
import * as store from '../../store/media-files.ts';

/**
 * Whether the caller may read the record of that id; asks for second-step verification where the record does.
 * @throws AppError PSY_INVALID_SECONDARY_TOKEN
 */
export type MayRead = (call: OrgCall, id: string) => Promise<boolean>;

/**
 * Makes sure that the caller may see a file: its uploader, until it is attached, and then whoever may read what it is attached to.
 * @param readers by kind of record; what none of them knows nobody sees
 * @throws AppError PSY_NOT_FOUND, PSY_INVALID_SECONDARY_TOKEN
 */
export async function requirePlayable(call: OrgCall, fileId: string, readers: Readonly<Record<string, MayRead>>): Promise<void> {
  const { actor: { orgId }, caller: { userId }, services: { db } } = call;
  const [[file]] = await db.read({ orgId, userId: null }, [store.fileWithOwner(orgId, fileId)]);
  if (!file?.object_key) throw new AppError('PSY_NOT_FOUND');
  const { owner_entity: entity, owner_id: id } = file;
  const mayPlay = entity === null || id === null ? file.user_id === userId : Object.hasOwn(readers, entity) && await readers[entity]?.(call, id);
  if (!mayPlay) throw new AppError('PSY_NOT_FOUND');
}
