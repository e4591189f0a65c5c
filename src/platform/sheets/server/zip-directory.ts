import { createInflateRaw } from 'node:zlib';
import { damaged, PARTS_MAX, RATIO_FROM, RATIO_MAX, SHARES, tooBig, UNPACKED_MAX } from './limits.ts';
import { UnusableFile } from './messages.ts';

/** A part of an archive, still packed. */
export interface Part {
  name: string;
  /** 0 is stored, 8 is deflated. */
  method: number;
  crc: number;
  /** Declared unpacked size in bytes. */
  size: number;
  packed: Uint8Array<ArrayBuffer>;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const WIDE = 0xffff_ffff;

/**
 * The parts of an archive by name, as its central directory lists them. Refuses what readers understand differently: a
 * name twice, and a local header with another name.
 *
 * @throws UnusableFile
 */
export function partsOf(bytes: Uint8Array<ArrayBuffer>): Map<string, Part> {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const parts = new Map<string, Part>();
    let { at, count } = directoryOf(view);
    let total = 0;
    if (count > PARTS_MAX) throw tooBig();
    for (; count > 0; count--) {
      const { part, next } = entryAt(bytes, view, at);
      total += part.size;
      if (total > UNPACKED_MAX || part.size > SHARES.sheet) throw tooBig();
      if (parts.has(part.name)) throw damaged();
      parts.set(part.name, part);
      at = next;
    }
    return parts;
  } catch (error) {
    throw error instanceof UnusableFile ? error : damaged();
  }
}

function directoryOf(view: DataView): { at: number; count: number } {
  const last = view.byteLength - 22;
  for (let end = last; end >= Math.max(0, last - 0xffff); end--) {
    if (view.getUint32(end, true) !== END) continue;
    const [count, at] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
    if (count !== 0xffff && at !== WIDE) return { at, count };
    if (view.getUint32(end - 20, true) !== LOCATOR_64) throw damaged();
    const wide = Number(view.getBigUint64(end - 12, true));
    if (view.getUint32(wide, true) !== END_64) throw damaged();
    return { at: Number(view.getBigUint64(wide + 48, true)), count: Number(view.getBigUint64(wide + 32, true)) };
  }
  throw damaged();
}

function entryAt(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number): { part: Part; next: number } {
  if (view.getUint32(at, true) !== CENTRAL) throw damaged();
  const encrypted = (view.getUint16(at + 8, true) & 1) === 1;
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
    number,
    number,
    number,
  ];
  const nameEnd = at + 46 + nameLength;
  const wide = wideFields(view, nameEnd, extraLength);
  const field = (offset: number) => {
    const value = view.getUint32(at + offset, true);
    return value === WIDE ? wide() : value;
  };
  // The order of the wide fields: unpacked size, packed size, offset.
  const size = field(24);
  const packedSize = field(20);
  const local = field(42);
  const name = bytes.subarray(at + 46, nameEnd);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const localName = bytes.subarray(local + 30, local + 30 + view.getUint16(local + 26, true));
  const method = view.getUint16(at + 10, true);
  const known = method === 0 || method === 8;
  if (view.getUint32(local, true) !== LOCAL || !known || encrypted || start + packedSize > bytes.length)
    throw damaged();
  if (Buffer.compare(name, localName) !== 0) throw damaged();
  return {
    part: {
      name: new TextDecoder().decode(name),
      method,
      crc: view.getUint32(at + 16, true),
      size,
      packed: bytes.subarray(start, start + packedSize),
    },
    next: nameEnd + extraLength + commentLength,
  };
}

/** Reads the fields of 64 bits of an entry, one after the other. */
function wideFields(view: DataView, start: number, length: number): () => number {
  let at = start;
  while (at < start + length && view.getUint16(at, true) !== 1) at += 4 + view.getUint16(at + 2, true);
  at += 4;
  return () => {
    if (at + 8 > start + length) throw damaged();
    at += 8;
    return Number(view.getBigUint64(at - 8, true));
  };
}

/**
 * Unpacks a part in pieces of at most 64 KiB. Stops at the piece that exceeds the share of the part, its declared size
 * or the ratio.
 *
 * @param share Maximum unpacked bytes
 * @throws UnusableFile
 */
export async function* unpacked({ method, packed, size }: Part, share: number): AsyncGenerator<Uint8Array> {
  if (size > share) throw tooBig();
  let total = 0;
  try {
    for await (const piece of method === 0 ? stored(packed) : inflated(packed)) {
      total += piece.length;
      if (total > RATIO_FROM && total > packed.length * RATIO_MAX) throw tooBig();
      if (total > size) throw damaged();
      yield piece;
    }
    if (total !== size) throw damaged();
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_') ? damaged() : error;
  }
}

const PIECE = 2 ** 16;

function* stored(packed: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < packed.length; at += PIECE) yield packed.subarray(at, at + PIECE);
}

function inflated(packed: Uint8Array): AsyncIterable<Uint8Array> {
  const stream = createInflateRaw({ chunkSize: PIECE });
  stream.end(packed);
  return stream;
}
