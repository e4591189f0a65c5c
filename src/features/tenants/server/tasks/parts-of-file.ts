import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import type { JobContext } from '../../../../platform/jobs/server/kinds.ts';
import { keepObject, letGo, makeObject } from '../../../../platform/media/server/strays.ts';
import { PART_BYTES } from '../../contract/imports.ts';
import { changeTask, deleteParts, insertPart } from '../queries/tasks.ts';

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

/** Stores one part of the file of a task. @param commit Runs the transaction that inserts its row */
export async function storePart(
  services: Pick<Services, 'db' | 'clock' | 'objects' | 'keys'>,
  { taskId, part, bytes }: { taskId: string; part: number; bytes: Uint8Array },
  commit: (insert: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<void> {
  const encrypted = await services.keys.encryptBytes(PLATFORM_ORG, bytes, locationOf(taskId, part));
  const object_key = `packages/${taskId}/${part}-${randomBytes(6).toString('base64url')}`;
  await makeObject(services, PLATFORM_ORG, object_key, encrypted);
  await commit(async (tx) => {
    await tx.run(insertPart({ task_id: taskId, part, object_key, size: encrypted.length }));
    await keepObject(tx, PLATFORM_ORG, object_key);
  });
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
    const progress = progressOf(size);
    await storePart(services, { taskId, part, bytes }, (insert) =>
      context.commit(async (tx) => {
        await insert(tx);
        await tx.run(changeTask(taskId, 'working', { progress }));
      }),
    );
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

interface StoredPart {
  part: number;
  object_key: string;
  /** Bytes, encrypted. */
  size: number;
}

/** @throws PartMissing; StoreUnavailable where the store cannot be asked */
async function readPart(
  { objects, keys }: Pick<Services, 'objects' | 'keys'>,
  taskId: string,
  { part, object_key, size }: StoredPart,
): Promise<Buffer> {
  const encrypted = await objects.read(object_key, size);
  if (!encrypted) throw new PartMissing('a part of a package is missing');
  return keys.decryptBytes(PLATFORM_ORG, encrypted, locationOf(taskId, part));
}

/** The file of a task as a stream. The first part is read before, so that a missing one is an error (`readPart`). */
export async function streamOf(
  services: Pick<Services, 'objects' | 'keys'>,
  taskId: string,
  parts: readonly StoredPart[],
): Promise<Readable> {
  const [first, ...rest] = parts;
  if (!first) throw new PartMissing('a package has no parts');
  const beginning = await readPart(services, taskId, first);
  async function* all() {
    yield beginning;
    for (const part of rest) yield await readPart(services, taskId, part);
  }
  return Readable.from(all(), { objectMode: false });
}

/** Any range of bytes of an uploaded file of a task, at most one part of it in memory (`readPart`). */
export function rangesOf(
  services: Pick<Services, 'objects' | 'keys'>,
  taskId: string,
  parts: readonly StoredPart[],
): (from: number, to: number) => AsyncGenerator<Uint8Array> {
  let held: { no: number; bytes: Buffer } | undefined;
  return async function* range(from, to) {
    for (let at = from; at < to;) {
      const no = Math.floor(at / PART_BYTES);
      const stored = parts[no];
      if (stored?.part !== no) throw new PartMissing('a part of a package is missing');
      if (held?.no !== no) held = { no, bytes: await readPart(services, taskId, stored) };
      const piece = held.bytes.subarray(at - no * PART_BYTES, to - no * PART_BYTES);
      if (piece.length === 0) throw new PartMissing('a part of a package is shorter than the file says');
      yield piece;
      at += piece.length;
    }
  };
}
