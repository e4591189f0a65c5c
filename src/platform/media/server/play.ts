import type { OrgContext } from '../../context/server/context.ts';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { liveChain } from '../../identity/server/queries/sessions.ts';
import { OBJECTS_PATH } from '../../objects/objects-path.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { MAX_BYTES } from '../attachments.ts';
import { SIZE_PARAMETER, THUMBNAIL, type PictureSize } from '../picture-sizes.ts';
import { nameOfFile, contentLocation, ENCRYPTION_BYTES } from './files.ts';
import { readThumbnail } from './make-thumbnail.ts';
import * as store from './queries/media-files.ts';
import { sizedPicture } from './sized-picture.ts';

/** Validity of a play address; players request further ranges during playback. */
const PLAY_MS = 10 * 60_000;
const PURPOSE = 'play url';

interface Ticket {
  org: string;
  file: string;
  chain: string;
  until: number;
}

/**
 * An address by which the caller's browser can load a file for some minutes, while the session exists. The caller must
 * check read access to the file.
 *
 * @param of `size`: of a picture, which is shown itself where it is not larger; `orgId`: whose file it is, where a
 *   school reads what its institution has published
 */
export function playAddress(
  { actor, caller: { chainId }, services: { clock, cipher } }: OrgContext,
  fileId: string,
  { orgId = actor.orgId, size }: { orgId?: string; size?: PictureSize } = {},
): { play_url: string; expires_at: string } {
  const until = clock.now() + PLAY_MS;
  const ticket: Ticket = { org: orgId, file: fileId, chain: chainId, until };
  const query = size === undefined ? '' : `?${SIZE_PARAMETER}=${size}`;
  return {
    play_url: `${OBJECTS_PATH}/${cipher.encrypt(PURPOSE, JSON.stringify(ticket))}${query}`,
    expires_at: isoTime(until),
  };
}

function readTicket(cipher: Services['cipher'], text: string): Ticket | undefined {
  try {
    return JSON.parse(cipher.decrypt(PURPOSE, text)) as Ticket;
  } catch {
    return undefined;
  }
}

/** A picture in a size, as WebP; undefined where the file itself is to be shown. */
const smaller = (
  services: Pick<Services, 'db' | 'keys'>,
  { org, file }: Ticket,
  size: PictureSize,
  read: () => Promise<Buffer>,
): Promise<Buffer | undefined> =>
  size === THUMBNAIL ? readThumbnail(services, org, file) : sizedPicture(`${org} ${file}`, size, read);

/**
 * The file of a play address.
 *
 * @param size Of a picture; of no meaning for other files
 * @throws AppError PSY_NOT_FOUND where the address is wrong or expired, its session has ended, or the file was deleted
 */
export async function playedFile(
  services: Services,
  address: string,
  size?: PictureSize,
): Promise<{ bytes: Buffer; mime: string; name: string }> {
  const { db, clock, cipher, objects, keys } = services;
  const gone = new AppError('PSY_NOT_FOUND', { message: '播放地址已失效，请刷新页面' });
  const ticket = readTicket(cipher, address);
  if (!ticket || clock.now() >= ticket.until) throw gone;
  const { org, file: fileId, chain } = ticket;
  const [[session]] = await db.read({ orgId: null, userId: null }, [liveChain(chain)]);
  const [[file]] = await db.read({ orgId: org, userId: null }, [store.fileWithOwner(org, fileId)]);
  if (!session || !file?.object_key) throw gone;
  const { mime } = file;
  const key = file.object_key;
  const ring = await keys.ring(org);
  const name = nameOfFile(ring, file);
  const read = async () => {
    const encrypted = await objects.read(key, MAX_BYTES + ENCRYPTION_BYTES);
    if (!encrypted) throw gone;
    return ring.decryptBytes(encrypted, contentLocation(fileId));
  };
  const drawn = size && mime.startsWith('image/') ? await smaller(services, ticket, size, read) : undefined;
  return drawn ? { bytes: drawn, mime: 'image/webp', name: `${name}.webp` } : { bytes: await read(), mime, name };
}
