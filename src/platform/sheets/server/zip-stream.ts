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

const NOTHING = new Uint8Array();

/** An archive, piece by piece: memory use does not depend on its size. */
export async function* zipped(parts: AsyncIterable<ZippedPart> | Iterable<ZippedPart>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { name, pieces, stored, at } of parts) {
    // Level 0 and not the method of uncompressed files, which some programs refuse in an archive that was streamed.
    const file = new ZipDeflate(name, { level: stored ? 0 : 6 });
    if (at !== undefined) file.mtime = at;
    zip.add(file);
    for await (const piece of pieces) {
      file.push(piece);
      yield* ready.splice(0);
    }
    file.push(NOTHING, true);
  }
  zip.end();
  yield* ready.splice(0);
}
