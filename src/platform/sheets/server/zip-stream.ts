import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive. */
export interface ZippedPart {
  name: string;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Not compressed: it is already. */
  stored?: boolean;
  /** Its time, ISO 8601; default: now. */
  at?: string;
}

export interface ZipLimits {
  entries: number;
  /** Of one file, and of the archive. */
  bytes: number;
}

/**
 * The format holds 65,535 files and 4 GiB, and its writer adds no ZIP64 records: it wraps larger numbers around. The
 * rest is for the headers.
 */
export const ZIP_LIMITS: ZipLimits = { entries: 65_000, bytes: 4_000_000_000 };

/** An archive is larger than its format can say. */
export class ZipTooLarge extends Error {
  override name = 'ZipTooLarge';
}

const NOTHING = new Uint8Array();

/**
 * An archive, piece by piece: memory use does not depend on its size.
 *
 * @throws ZipTooLarge where it passes the limits, before the first piece that no program could read
 */
export async function* zipped(
  parts: AsyncIterable<ZippedPart> | Iterable<ZippedPart>,
  limits: ZipLimits = ZIP_LIMITS,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let [entries, written] = [0, 0];
  const requireRoom = (bytes: number) => {
    if (bytes > limits.bytes) throw new ZipTooLarge(`an archive holds ${limits.bytes} bytes at most`);
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written += chunk.length;
    ready.push(chunk);
  });
  for await (const { name, pieces, stored, at } of parts) {
    entries += 1;
    if (entries > limits.entries) throw new ZipTooLarge(`an archive holds ${limits.entries} files at most`);
    // Level 0 and not the method of uncompressed files, which some programs refuse in an archive that was streamed.
    const file = new ZipDeflate(name, { level: stored ? 0 : 6 });
    if (at !== undefined) file.mtime = at;
    zip.add(file);
    let size = 0;
    for await (const piece of pieces) {
      size += piece.length;
      requireRoom(size);
      file.push(piece);
      requireRoom(written);
      yield* ready.splice(0);
    }
    file.push(NOTHING, true);
    requireRoom(written);
  }
  zip.end();
  yield* ready.splice(0);
}
