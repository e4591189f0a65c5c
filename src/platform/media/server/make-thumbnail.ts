import type Sharp from 'sharp';
import type { Services } from '../../context/server/services.ts';
import { tenantChore } from '../../jobs/server/tenant-chore.ts';
import { maxBytesOf, MEDIA } from '../attachments.ts';
import { THUMBNAIL, type PictureSize } from '../picture-sizes.ts';
import { contentLocation, ENCRYPTION_BYTES } from './files.ts';
import * as store from './queries/media-thumbs.ts';

const QUALITY = 72;
/** Three times the width in the archive; the picture of an account is part of the answer that says who one is. */
const PORTRAIT_SIDE = 192;
const PORTRAIT_QUALITY = 78;
/** A picture of so few bytes is not drawn again. */
const SMALL_BYTES = 16 * 1024;
const CHUNK = 20;
const HOUR_MS = 3_600_000;

/** Loaded with the first picture. One picture at a time, without a cache: they must not need the memory of requests. */
let loading: Promise<typeof Sharp | undefined> | undefined;
const loadSharp = () =>
  (loading ??= import('sharp').then(
    ({ default: sharp }) => {
      sharp.concurrency(1);
      sharp.cache(false);
      return sharp;
    },
    // A system that it has no build for shows the pictures themselves.
    () => undefined,
  ));

/**
 * A smaller picture, turned as the camera held it and without any metadata; undefined where the picture is small
 * already or cannot be drawn.
 *
 * @param bytes A validated picture (`inspectMedia`)
 */
export async function drawWithin(bytes: Uint8Array, side: PictureSize): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  if (!sharp || bytes.length <= SMALL_BYTES) return undefined;
  const drawn = await sharp(bytes, { failOn: 'none' })
    .rotate()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer()
    .catch(() => undefined);
  return drawn !== undefined && drawn.length < bytes.length ? drawn : undefined;
}

/**
 * The middle of a picture as a small square, turned as the camera held it and without any metadata; undefined where it
 * cannot be drawn.
 *
 * @param bytes A validated picture (`inspectMedia`)
 */
export async function portraitOf(bytes: Uint8Array): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  return sharp?.(bytes, { failOn: 'none' })
    .rotate()
    .resize(PORTRAIT_SIDE, PORTRAIT_SIDE, { fit: 'cover' })
    .webp({ quality: PORTRAIT_QUALITY })
    .toBuffer()
    .catch(() => undefined);
}

const placeOf = (fileId: string) => ({ table: 'media_thumbs', row: fileId, field: 'picture' });

/** The row of a thumbnail, encrypted; also where there is none, so that nothing tries again. */
export async function thumbRow(
  keys: Pick<Services['keys'], 'encryptText'>,
  orgId: string,
  fileId: string,
  bytes: Uint8Array,
) {
  const small = await drawWithin(bytes, THUMBNAIL);
  const picture = small ? await keys.encryptText(orgId, small.toString('base64'), placeOf(fileId)) : null;
  return { org_id: orgId, file_id: fileId, picture };
}

/** The thumbnail of a file; undefined where the file itself is to be shown. */
export async function readThumbnail(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  orgId: string,
  fileId: string,
): Promise<Buffer | undefined> {
  const [[row]] = await db.read({ orgId, userId: null }, [store.thumbOf(orgId, fileId)]);
  return row?.picture ? Buffer.from(await keys.decryptText(orgId, row.picture, placeOf(fileId)), 'base64') : undefined;
}

/** Makes the thumbnails that are missing: of files from before, and of those that came back from quarantine. */
export async function makeMissingThumbnails(
  { db, keys, objects }: Pick<Services, 'db' | 'keys' | 'objects'>,
  orgId: string,
  stop?: AbortSignal,
): Promise<number> {
  if (!(await loadSharp())) return 0;
  const tenant = { orgId, userId: null };
  let made = 0;
  for (let found = CHUNK; found === CHUNK;) {
    const [files] = await db.read(tenant, [store.withoutThumb(orgId, CHUNK)]);
    found = files.length;
    for (const { file_id, object_key } of files) {
      if (stop?.aborted) return made;
      const encrypted = await objects.read(object_key ?? '', maxBytesOf(MEDIA.image) + ENCRYPTION_BYTES);
      const bytes = encrypted && (await keys.ring(orgId)).decryptBytes(encrypted, contentLocation(file_id));
      const row = bytes ? await thumbRow(keys, orgId, file_id, bytes) : { org_id: orgId, file_id, picture: null };
      await db.write(tenant, [store.insertThumb(row)]);
      made++;
    }
  }
  return made;
}

export const missingThumbnails = tenantChore('thumbnails', HOUR_MS, makeMissingThumbnails);
