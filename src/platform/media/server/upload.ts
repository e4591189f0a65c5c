import { randomBytes } from 'node:crypto';
import { audit } from '../../audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { RowOf } from '../../db/server/database.ts';
import { newId } from '../../db/server/ids.ts';
import { AppError } from '../../errors/app-error.ts';
import { invalidWithMessage } from '../../errors/invalid.ts';
import { INCOMING, ObjectTooLarge } from '../../objects/server/store.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { labelOf } from '../../schema/labels.ts';
import {
  cleanFileName,
  formatOfName,
  maxBytesOf,
  MEDIA,
  plainMime,
  tooLarge,
  WRONG_FORMAT,
  type MediaType,
} from '../attachments.ts';
import type { TakenFile, UploadToken } from '../contract/media.ts';
import { nameOfFile, nameLocation, contentLocation } from './files.ts';
import { inspectMedia, type Inspected } from './inspect.ts';
import { thumbRow } from './make-thumbnail.ts';
import * as store from './queries/media-files.ts';
import { insertThumb } from './queries/media-thumbs.ts';
import { UnusableMedia } from './refuse.ts';
import { keepObject, letGo, makeObject, removeStrays } from './strays.ts';

/** Validity of an upload form in milliseconds: a slow line needs ten minutes for 20 MB. */
const FORM_MS = 15 * 60_000;
/** Maximum number of a person's unattached files: enough for many open editors, and too few to fill the disk. */
const LOOSE_MAX = 60;

/**
 * The upload address of a file and its form.
 *
 * @throws AppError PSY_INVALID_INPUT where a file of this name cannot be attached, AC_TOO_MANY_REQUESTS
 */
export async function uploadToken(ctx: OrgContext, type: MediaType, givenName: string): Promise<UploadToken> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, keys, objects },
  } = ctx;
  const name = cleanFileName(givenName);
  const format = formatOfName(name);
  if (format?.type !== type) throw invalidWithMessage('/file_name', WRONG_FORMAT);
  const now = clock.now();
  const file_id = newId(clock);
  // The key begins with the id, by which `finishUpload` finds the file; the rest cannot be guessed from the id.
  const key = `${INCOMING}${orgId}/${file_id}-${randomBytes(12).toString('base64url')}`;
  const encryptedName = await keys.encryptText(orgId, name, nameLocation(file_id));
  await ctx.transaction(async (tx) => {
    const [{ n } = { n: 0 }] = await tx.run(store.countLoose(orgId, userId));
    if (n >= LOOSE_MAX)
      throw new AppError('AC_TOO_MANY_REQUESTS', { message: '您上传了很多还没有保存的文件，请先保存，或过一天再试' });
    await tx.run(
      store.insertFile({
        org_id: orgId,
        file_id,
        user_id: userId,
        media_type: type,
        name: encryptedName,
        mime: format.mime,
        upload_key: key,
        object_key: null,
        size: null,
        width: null,
        height: null,
        duration_ms: null,
        created_at: isoTime(now),
      }),
    );
  });
  const { host, access_id, policy, signature, fields } = objects.sign({
    key,
    contentType: format.mime,
    maxBytes: maxBytesOf(type),
    until: now + FORM_MS,
  });
  return { host, access_id, policy, signature, file_name: key, fields, expires_at: isoTime(now + FORM_MS) };
}

const UPLOADED = /^incoming\/[^/]+\/([a-z0-9]{26})-/;

type Stored = RowOf<ReturnType<typeof store.ownFile>>;

async function taken(
  { actor: { orgId }, services: { keys } }: OrgContext,
  key: string,
  file: Stored,
): Promise<TakenFile> {
  const { file_id, media_type, size, duration_ms } = file;
  return {
    file_id,
    file_name: key,
    file_name_old: nameOfFile(await keys.ring(orgId), file),
    media_type,
    file_size: size ?? 0,
    ...(duration_ms !== null && { media_time_long: duration_ms }),
  };
}

/** The caller's own file with this upload key. @throws AppError PSY_NOT_FOUND */
async function uploaded(ctx: OrgContext, key: string): Promise<Stored> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const [[file]] = await ctx.read([store.ownFile(orgId, userId, UPLOADED.exec(key)?.[1] ?? '')]);
  if (!file || (file.upload_key !== null && file.upload_key !== key))
    throw new AppError('PSY_NOT_FOUND', { message: '没有这个上传，请重新选择文件' });
  return file;
}

/** Validates the uploaded object. @throws UnusableMedia */
async function inspectUpload(
  ctx: OrgContext,
  file: Stored & { upload_key: string },
  declared: { mime: string; size: number },
): Promise<Inspected> {
  const bytes = await ctx.services.objects
    .read(file.upload_key, maxBytesOf(file.media_type))
    .catch((error: unknown) => {
      throw error instanceof ObjectTooLarge ? new UnusableMedia(tooLarge(file.media_type)) : error;
    });
  if (!bytes) throw new AppError('PSY_NOT_FOUND', { message: '文件还没有传完，请重新上传' });
  if (bytes.length !== declared.size) throw new UnusableMedia('文件没有传完整，请重新上传');
  if (plainMime(declared.mime) !== file.mime) throw new UnusableMedia(WRONG_FORMAT);
  return inspectMedia(bytes, file.mime);
}

/**
 * Accepts an uploaded file: validates it, keeps only image or audio data, encrypts it. An invalid file is removed at
 * once.
 *
 * @throws AppError PSY_INVALID_INPUT with the reason, PSY_NOT_FOUND
 */
export async function finishUpload(
  ctx: OrgContext,
  key: string,
  declared: { mime: string; size: number },
): Promise<TakenFile> {
  const {
    actor: { orgId },
    services: { keys },
    services,
  } = ctx;
  const file = await uploaded(ctx, key);
  const { upload_key, file_id } = file;
  if (upload_key === null) return taken(ctx, key, file);
  let found: Inspected;
  try {
    found = await inspectUpload(ctx, { ...file, upload_key }, declared);
  } catch (error) {
    if (!(error instanceof UnusableMedia)) throw error;
    await removeStrays(
      services,
      orgId,
      await ctx.transaction(async (tx) => {
        await tx.run(store.deleteFiles(orgId, [file_id]));
        return letGo(tx, services, orgId, [upload_key]);
      }),
    );
    throw invalidWithMessage('/file_name', error.message);
  }
  // A new key each time: of two concurrent calls, the one that loses removes only its own object.
  const object_key = `media/${orgId}/${file_id}-${randomBytes(6).toString('base64url')}`;
  await makeObject(services, orgId, object_key, await keys.encryptBytes(orgId, found.bytes, contentLocation(file_id)));
  const thumb = file.media_type === MEDIA.image ? await thumbRow(keys, orgId, file_id, found.bytes) : undefined;
  const left = await ctx.transaction(async (tx) => {
    const kept = await tx.run(
      store.takeIn(orgId, file_id, {
        object_key,
        size: found.bytes.length,
        width: found.width ?? null,
        height: found.height ?? null,
        duration_ms: found.durationMs ?? null,
      }),
    );
    if (kept.length === 0) return letGo(tx, services, orgId, [object_key]);
    await keepObject(tx, orgId, object_key);
    if (thumb) await tx.run(insertThumb(thumb));
    // Not by name, which may describe the content: the log is permanent.
    await audit(tx, ctx, {
      act: 'create',
      resource: 'media',
      rowId: file_id,
      rowLabel: labelOf('media_type', file.media_type),
      after: { file_size: found.bytes.length },
    });
    return letGo(tx, services, orgId, [upload_key]);
  });
  await removeStrays(services, orgId, left);
  return taken(ctx, key, await uploaded(ctx, key));
}
