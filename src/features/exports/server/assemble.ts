import type { Services } from '../../../platform/context/server/services.ts';
import { StoreUnavailable } from '../../../platform/objects/server/store.ts';
import { zipped, type ZippedPart } from '../../../platform/sheets/server/zip-stream.ts';
import type { FileForm } from './queries/tasks.ts';

/** A file inside of a packed one. */
export interface PackedFile {
  name: string;
  bytes: Uint8Array;
}

export const partLocation = (fileId: string, part: number) => ({
  table: 'export_parts',
  row: `${fileId}/${part}`,
  field: 'object',
});

const LENGTH_BYTES = 4;

/** Files of a part: the length of a list, the list with names and sizes as JSON, and their bytes. */
export function framed(files: readonly PackedFile[]): Buffer {
  const list = Buffer.from(JSON.stringify(files.map(({ name, bytes }) => [name, bytes.length])));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(list.length);
  return Buffer.concat([length, list, ...files.map(({ bytes }) => bytes)]);
}

/** Reverses `framed`. */
function* unframed(part: Buffer): Generator<PackedFile> {
  let at = LENGTH_BYTES + part.readUInt32BE();
  const list = JSON.parse(part.toString('utf8', LENGTH_BYTES, at)) as [name: string, size: number][];
  for (const [name, size] of list) yield { name, bytes: part.subarray(at, (at += size)) };
}

interface StoredFile {
  orgId: string;
  fileId: string;
  form: FileForm;
  /** Time of the files inside of a ZIP. */
  createdAt: string;
  parts: readonly { part: number; object_key: string; size: number }[];
}

/** A name that no other file of the archive has. */
function freeName(name: string, taken: Set<string>): string {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : name.replace(/(\.\w+)?$/, (ending) => `（${n}）${ending}`);
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}

/**
 * A packed file, read part by part: memory use does not depend on its size. The bytes are the same each time.
 *
 * @throws StoreUnavailable for a part that is missing
 */
export async function* assembled(
  { objects, keys }: Pick<Services, 'objects' | 'keys'>,
  { orgId, fileId, form, createdAt, parts }: StoredFile,
): AsyncGenerator<Uint8Array> {
  async function* contents() {
    for (const { part, object_key, size } of parts) {
      const encrypted = await objects.read(object_key, size);
      if (!encrypted) throw new StoreUnavailable('a part of an export is missing');
      yield await keys.decryptBytes(orgId, encrypted, partLocation(fileId, part));
    }
  }
  async function* files(): AsyncGenerator<ZippedPart> {
    const taken = new Set<string>();
    for await (const part of contents())
      for (const { name, bytes } of unframed(part))
        yield { name: freeName(name, taken), pieces: [bytes], stored: true, at: createdAt };
  }
  yield* form === 'zip' ? zipped(files()) : contents();
}
