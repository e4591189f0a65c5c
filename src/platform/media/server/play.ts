import type { OrgContext } from '../../context/server/context.ts';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { liveChain } from '../../identity/server/queries/sessions.ts';
import { OBJECTS_PATH } from '../../objects/server/embedded.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { MAX_BYTES } from '../attachments.ts';
import { nameOfFile, contentLocation, ENCRYPTION_BYTES } from './files.ts';
import { readThumbnail } from './make-thumbnail.ts';
import * as store from './queries/media-files.ts';

/** Validity of a play address; players request further ranges during playback. */
const PLAY_MS = 10 * 60_000;
const PURPOSE = 'play url';

interface Ticket {
  org: string;
  file: string;
  chain: string;
  until: number;
  /** The thumbnail is wanted. */
  small?: boolean;
}

/**
 * An address by which the caller's browser can load a file for some minutes, while the session exists. The caller must
 * check read access to the file.
 *
 * @param of `small`: the address of the thumbnail, which is the file itself where there is none; `orgId`: whose file it
 *   is, where a school reads what its institution has published
 */
export function playAddress(
  { actor, caller: { chainId }, services: { clock, cipher } }: OrgContext,
  fileId: string,
  { orgId = actor.orgId, small = false }: { orgId?: string; small?: boolean } = {},
): { play_url: string; expires_at: string } {
  const until = clock.now() + PLAY_MS;
  const ticket: Ticket = { org: orgId, file: fileId, chain: chainId, until, ...(small && { small }) };
  return {
    play_url: `${OBJECTS_PATH}/${cipher.encrypt(PURPOSE, JSON.stringify(ticket))}`,
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

/**
 * The file of a play address. @throws AppError PSY_NOT_FOUND where the address is wrong or expired, its session has
 * ended, or the file was deleted
 */
export async function playedFile(
  { db, clock, cipher, objects, keys }: Services,
  address: string,
): Promise<{ bytes: Buffer; mime: string; name: string }> {
  const gone = new AppError('PSY_NOT_FOUND', { message: '播放地址已失效，请刷新页面' });
  const ticket = readTicket(cipher, address);
  if (!ticket || clock.now() >= ticket.until) throw gone;
  const { org, file: fileId, chain, small } = ticket;
  const [[session]] = await db.read({ orgId: null, userId: null }, [liveChain(chain)]);
  const [[file]] = await db.read({ orgId: org, userId: null }, [store.fileWithOwner(org, fileId)]);
  if (!session || !file?.object_key) throw gone;
  const ring = await keys.ring(org);
  const thumbnail = small ? await readThumbnail({ db, keys }, org, fileId) : undefined;
  if (thumbnail) return { bytes: thumbnail, mime: 'image/webp', name: `${nameOfFile(ring, file)}.webp` };
  const encrypted = await objects.read(file.object_key, MAX_BYTES + ENCRYPTION_BYTES);
  if (!encrypted) throw gone;
  return {
    bytes: ring.decryptBytes(encrypted, contentLocation(fileId)),
    mime: file.mime,
    name: nameOfFile(ring, file),
  };
}
