import { crc32 } from 'node:zlib';
import { damaged, requireDrawable } from './refuse.ts';

export const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The chunks that are needed to draw a picture; texts, times, locations and animation frames are removed. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs']);
const HEAD = 13;

/**
 * The image data alone: nothing after its end, and of the other chunks only those needed to draw it.
 *
 * @throws UnusableMedia where it is damaged or too large to draw
 */
export function plainPng(bytes: Buffer): { bytes: Buffer; width: number; height: number } {
  const parts: Buffer[] = [PNG_MAGIC];
  let size: { width: number; height: number } | undefined;
  let drawn = false;
  for (let at = PNG_MAGIC.length; ;) {
    if (at + 12 > bytes.length) throw damaged('图片');
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw damaged('图片');
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw damaged('图片');
    if ((type === 'IHDR') !== (size === undefined)) throw damaged('图片');
    if (type === 'IHDR') {
      if (length !== HEAD) throw damaged('图片');
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
      requireDrawable(size.width, size.height);
    }
    if (type === 'IDAT') drawn = true;
    if (KEPT.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  if (!size || !drawn) throw damaged('图片');
  return { bytes: Buffer.concat(parts), ...size };
}
