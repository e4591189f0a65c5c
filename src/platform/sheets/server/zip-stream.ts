import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file of an archive. `stored` ones are not compressed: they are already. */
export interface ZippedPart {
  name: string;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  stored?: boolean;
}

const NOTHING = new Uint8Array();

/** An archive, piece by piece: memory use does not depend on its size. */
export async function* zipped(parts: AsyncIterable<ZippedPart> | Iterable<ZippedPart>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { name, pieces, stored } of parts) {
    const file = stored ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
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
