import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import type { UploadedPackage } from '../../../features/tenants/server/public.ts';
import { isKey } from '../../../platform/objects/server/store.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { ZIP_LIMITS } from '../../../platform/sheets/server/zip-stream.ts';

/** Bytes of the manifest, which is read whole. */
const MANIFEST_MAX = 64 * 1024 ** 2;
/** A package is compressed and encrypted before it is zipped: unpacked, it is hardly larger. */
const GROWTH = 2;
const SPARE = 16 * 1024 ** 2;

const OWN_NAMES = /^(?:manifest\.json|data-keys\.jsonl|tables\/[a-z][a-z0-9_]*\.jsonl)$/;

/** Whether a package has files of this name. */
const isOfPackage = (name: string): boolean =>
  OWN_NAMES.test(name) ||
  (name.startsWith('objects/') && isKey(name.slice('objects/'.length))) ||
  (name.startsWith('schemas/') && name.endsWith('.json') && isKey(name));

/** Reads ranges of an uploaded file. What went wrong while reading is kept apart from what is wrong with the file. */
class UploadReader extends RandomAccessReader {
  failure: Error | undefined;
  readonly #read: UploadedPackage['read'];

  constructor(read: UploadedPackage['read']) {
    super();
    this.#read = read;
  }

  async *#range(from: number, to: number): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#read(from, to);
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error('an upload could not be read', { cause: error });
      throw error;
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }
}

/** @throws StartError where the archive is larger, or another one, than a package can be */
function requireFits({ fileName, uncompressedSize }: Entry, total: number, size: number): void {
  if (!isOfPackage(fileName))
    throw new StartError(`文件里有不属于单位数据包的内容（${fileName.slice(0, 80)}），什么都没有导入`);
  const isTooLarge = total > GROWTH * size + SPARE || (fileName === 'manifest.json' && uncompressedSize > MANIFEST_MAX);
  if (isTooLarge) throw new StartError('文件解开以后远大于它本身，不是单位数据包，什么都没有导入');
}

async function unpackEntry(zip: ZipFile, entry: Entry, dir: string): Promise<void> {
  const target = path.join(dir, ...entry.fileName.split('/'));
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  // Fails where the name occurs twice. yauzl ends the stream at the size that the archive says.
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
}

async function unpackAll(reader: UploadReader, { size, onProgress }: UploadedPackage, dir: string): Promise<void> {
  const zip = await fromRandomAccessReaderPromise(reader, size, { lazyEntries: true, strictFileNames: true });
  if (zip.entryCount > ZIP_LIMITS.entries)
    throw new StartError(`文件里有 ${zip.entryCount} 个文件，多于单位数据包的上限，什么都没有导入`);
  let total = 0;
  let packed = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    total += entry.uncompressedSize;
    requireFits(entry, total, size);
    await unpackEntry(zip, entry, dir);
    packed += entry.compressedSize;
    await onProgress((100 * packed) / size);
  }
}

/** Errors of the disk itself, and not of names in the archive that exclude each other. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  'code' in error &&
  !['EEXIST', 'ENOTDIR', 'EISDIR'].includes(String(error.code));

/**
 * Unpacks an uploaded package into a folder, piece by piece. fflate, which writes packages, finds the end of a streamed
 * file by its signature, which encrypted contents also have by chance; yauzl goes by the directory at the end.
 *
 * @throws StartError where it is no package, is not whole, or unpacks to more than a package can hold
 */
export async function unpack(uploaded: UploadedPackage, dir: string): Promise<void> {
  const reader = new UploadReader(uploaded.read);
  const isStopped = { by: undefined as unknown };
  const onProgress = (percent: number) =>
    uploaded.onProgress(percent).catch((error: unknown) => {
      isStopped.by = error;
      throw error;
    });
  try {
    await unpackAll(reader, { ...uploaded, onProgress }, dir);
  } catch (error) {
    if (reader.failure !== undefined) throw reader.failure;
    if (isStopped.by !== undefined || error instanceof StartError || isOfDisk(error)) throw error;
    throw new StartError('文件不是完整的单位数据包：可能没有传完、被改动，或不是平台导出的 ZIP 文件', { cause: error });
  }
}
