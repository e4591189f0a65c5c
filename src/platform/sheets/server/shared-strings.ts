import { XmlScanner } from '../../xml/server/xml-scanner.ts';
import { CELL_MAX, cellTooLong, STRINGS_BYTES_MAX, STRINGS_MAX, tooBig, unreadable } from './limits.ts';

/** Bytes of a block of texts. */
const BLOCK = 2 ** 20;
/** Entries of a block of places. */
const STARTS = 2 ** 16;

/** The text of an Office document, in which `_x000D_` is a character. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/**
 * Texts of a workbook, kept as UTF-8 in blocks: as JavaScript objects two million of them need more memory than a
 * process has.
 */
export class TextTable {
  readonly #blocks: Buffer[] = [];
  /** Where each text starts, counted over all blocks. */
  readonly #starts: Uint32Array[] = [];
  /** Used bytes of each block. */
  readonly #used: number[] = [];
  #count = 0;

  /** @throws UnusableFile */
  add(text: string): void {
    if (this.#count === STRINGS_MAX) throw tooBig();
    const size = Buffer.byteLength(text);
    let last = this.#blocks.length - 1;
    if (last === -1 || (this.#used[last] ?? 0) + size > BLOCK) {
      last = this.#blocks.push(Buffer.allocUnsafeSlow(BLOCK)) - 1;
      if (this.#blocks.length * BLOCK > STRINGS_BYTES_MAX) throw tooBig();
    }
    const from = this.#used[last] ?? 0;
    this.#blocks[last]?.write(text, from);
    this.#used[last] = from + size;
    const index = this.#count++;
    if (index % STARTS === 0) this.#starts.push(new Uint32Array(STARTS));
    const starts = this.#starts[Math.floor(index / STARTS)];
    if (starts) starts[index % STARTS] = last * BLOCK + from;
  }

  at(index: number): string | null {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return null;
    const start = this.#start(index);
    const block = Math.floor(start / BLOCK);
    const next = index + 1 < this.#count ? this.#start(index + 1) : Infinity;
    const end = Math.min(next - block * BLOCK, this.#used[block] ?? 0);
    return this.#blocks[block]?.toString('utf8', start % BLOCK, end) ?? null;
  }

  #start(index: number): number {
    return this.#starts[Math.floor(index / STARTS)]?.[index % STARTS] ?? 0;
  }
}

/** Reads the shared strings of a workbook. Rich text is joined, phonetic text is left out. @throws UnusableFile */
export async function readSharedStrings(pieces: AsyncIterable<Uint8Array>): Promise<TextTable> {
  const table = new TextTable();
  let text = '';
  let phonetic = 0;
  const scanner = new XmlScanner(
    {
      open: (name) => {
        if (name === 'si') text = '';
        if (name === 'rPh') phonetic++;
        scanner.wanted = name === 't' && phonetic === 0;
      },
      text: (more) => {
        text += more;
        if (text.length > CELL_MAX) throw cellTooLong();
      },
      close: (name) => {
        scanner.wanted = false;
        if (name === 'rPh') phonetic--;
        if (name === 'si') table.add(decodeEscapes(text));
      },
    },
    { tooLong: cellTooLong, broken: unreadable },
  );
  const decoder = new TextDecoder();
  for await (const piece of pieces) scanner.push(decoder.decode(piece, { stream: true }));
  scanner.end();
  return table;
}
