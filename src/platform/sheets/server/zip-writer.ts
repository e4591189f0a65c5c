import { Zip, ZipDeflate, type ZipInputFile } from 'fflate';
import type { Part } from './zip-directory.ts';

/** Writes an archive piece by piece. */
export class ZipWriter {
  readonly #chunks: Uint8Array[] = [];
  readonly #zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.#chunks.push(chunk);
  });

  /** Copies a part of another archive as it is packed. A stored part is packed: not all readers find its end else. */
  copy({ name, size, crc, method, packed }: Part): void {
    if (method === 0) return this.#deflate(name).push(packed, true);
    const file: ZipInputFile = { filename: name, size, crc, compression: method };
    this.#zip.add(file);
    file.ondata?.(null, packed, true);
  }

  async add(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const file = this.#deflate(name);
    const encoder = new TextEncoder();
    for await (const piece of pieces) file.push(encoder.encode(piece));
    file.push(new Uint8Array(), true);
  }

  #deflate(name: string): ZipDeflate {
    const file = new ZipDeflate(name, { level: 6 });
    this.#zip.add(file);
    return file;
  }

  end(): Uint8Array<ArrayBuffer> {
    this.#zip.end();
    const bytes = new Uint8Array(this.#chunks.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}
