import { LRUCache } from 'lru-cache';
import type { PictureSize } from '../picture-sizes.ts';
import { drawWithin } from './make-thumbnail.ts';

/** Bytes of drawn pictures that a process keeps, in all. */
const KEPT_BYTES = 32 * 2 ** 20;
/** Milliseconds; as long as the address of a picture is valid. */
const KEPT_MS = 10 * 60_000;
/** Pictures that may wait to be drawn; further requests get the picture itself. */
const WAITING_MAX = 16;

/** Stands for the picture itself, where a smaller one would not be smaller. */
const ITSELF = Buffer.alloc(0);
const kept = new LRUCache<string, Buffer>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ length }) => Math.max(1, length),
  ttl: KEPT_MS,
});
const drawing = new Map<string, Promise<Buffer>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * A picture in a size, drawn once and kept for a while, one at a time; undefined where the picture itself is to be
 * shown.
 *
 * @param key Names the picture
 * @param read Its bytes, as they were accepted
 */
export async function sizedPicture(
  key: string,
  size: PictureSize,
  read: () => Promise<Buffer>,
): Promise<Buffer | undefined> {
  const name = `${size} ${key}`;
  const known = kept.get(name) ?? drawing.get(name);
  if (known === undefined && drawing.size >= WAITING_MAX) return undefined;
  const drawn = await (known ?? draw(name, size, read));
  return drawn.length > 0 ? drawn : undefined;
}

function draw(name: string, size: PictureSize, read: () => Promise<Buffer>): Promise<Buffer> {
  const drawn = last.then(async () => (await drawWithin(await read(), size)) ?? ITSELF);
  drawing.set(name, drawn);
  last = drawn.then(
    (bytes) => kept.set(name, bytes),
    () => undefined,
  );
  return drawn.finally(() => drawing.delete(name));
}
