import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import type { JobContext } from '../../../../platform/jobs/server/kinds.ts';
import { keepObject, letGo, makeObject } from '../../../../platform/media/server/strays.ts';
import { changeTask, deleteParts, insertPart } from '../queries/tasks.ts';

/** Bytes of one part. */
const PART_BYTES = 8 * 1024 ** 2;

const locationOf = (taskId: string, part: number) => ({
  table: 'organisation_task_parts',
  row: `${taskId}/${part}`,
  field: 'object',
});

/** Pieces of any size as pieces of the size of a part; the last one may be smaller. */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < PART_BYTES) continue;
    const all = Buffer.concat(held);
    let at = 0;
    for (; all.length - at >= PART_BYTES; at += PART_BYTES) yield all.subarray(at, at + PART_BYTES);
    held = [all.subarray(at)];
    bytes = all.length - at;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/**
 * Stores a file of a task in parts. Each is committed under the lease of the job.
 *
 * @param progressOf Percent of the whole task, once so many bytes are stored
 */
export async function storeParts(
  context: JobContext,
  taskId: string,
  pieces: AsyncIterable<Uint8Array>,
  progressOf: (stored: number) => number,
): Promise<{ size: number; sha256: string }> {
  const { services, signal } = context;
  const hash = createHash('sha256');
  let [size, part] = [0, 0];
  for await (const bytes of inParts(pieces)) {
    signal.throwIfAborted();
    hash.update(bytes);
    size += bytes.length;
    const encrypted = await services.keys.encryptBytes(PLATFORM_ORG, bytes, locationOf(taskId, part));
    const object_key = `packages/${taskId}/${part}-${randomBytes(6).toString('base64url')}`;
    await makeObject(services, PLATFORM_ORG, object_key, encrypted);
    const row = { task_id: taskId, part, object_key, size: encrypted.length };
    const progress = progressOf(size);
    await context.commit(async (tx) => {
      await tx.run(insertPart(row));
      await tx.run(changeTask(taskId, 'working', { progress }));
      await keepObject(tx, PLATFORM_ORG, object_key);
    });
    part += 1;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Removes the parts of tasks in a transaction; pass the returned keys to `removeStrays` after the commit. */
export async function dropParts(tx: Tx, parts: Pick<Services, 'clock'>, taskIds: readonly string[]): Promise<string[]> {
  if (taskIds.length === 0) return [];
  const removed = await tx.run(deleteParts(taskIds));
  return letGo(
    tx,
    parts,
    PLATFORM_ORG,
    removed.map(({ object_key }) => object_key),
  );
}

/** A part of a package is gone. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/**
 * The file of a task as a stream. The first part is read before, so that a missing one is an error.
 *
 * @throws PartMissing; StoreUnavailable where the store cannot be asked
 */
export async function streamOf(
  { objects, keys }: Pick<Services, 'objects' | 'keys'>,
  taskId: string,
  parts: readonly { part: number; object_key: string; size: number }[],
): Promise<Readable> {
  const read = async ({ part, object_key, size }: (typeof parts)[number]) => {
    const encrypted = await objects.read(object_key, size);
    if (!encrypted) throw new PartMissing('a part of a package is missing');
    return keys.decryptBytes(PLATFORM_ORG, encrypted, locationOf(taskId, part));
  };
  const [first, ...rest] = parts;
  if (!first) throw new PartMissing('a package has no parts');
  const beginning = await read(first);
  async function* all() {
    yield beginning;
    for (const part of rest) yield await read(part);
  }
  return Readable.from(all(), { objectMode: false });
}
