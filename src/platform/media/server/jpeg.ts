import { damaged, requireDrawable } from './refuse.ts';

export const JPEG_MAGIC = Buffer.from([0xff, 0xd8, 0xff]);

const SOI = 0xd8,
  EOI = 0xd9,
  SOS = 0xda,
  DNL = 0xdc,
  APP0 = 0xe0,
  APP1 = 0xe1,
  APP2 = 0xe2,
  APP14 = 0xee,
  APP15 = 0xef,
  COM = 0xfe;
/** Frame segments contain the size of the picture. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers without content. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= SOI);

const startsWith = (segment: Buffer, text: string) => segment.toString('latin1', 4, 4 + text.length) === text;

/** The camera orientation from Exif data; all other Exif data (location, device, time, thumbnails) is removed. */
function orientationOf(exif: Buffer): number | undefined {
  const tiff = exif.subarray(10);
  if (!startsWith(exif, 'Exif\0\0') || tiff.length < 14) return undefined;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => {
    if (at + 2 > tiff.length) return 0;
    return little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let i = 0; i < Math.min(u16(first), 64); i++) {
    const entry = first + 2 + 12 * i;
    if (u16(entry) === 0x0112) {
      const value = u16(entry + 8);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  }
  return undefined;
}

/** A segment with only the camera orientation. */
const orientationSegment = (orientation: number): Buffer =>
  Buffer.from([
    0xff,
    APP1,
    0,
    34,
    ...Buffer.from('Exif\0\0', 'latin1'),
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);

/** Application segments that a picture is drawn by: JFIF, colour profile, Adobe's colour transform. */
function isKept(marker: number, segment: Buffer): boolean {
  if (marker === COM) return false;
  if (marker < APP0 || marker > APP15) return true;
  if (marker === APP0) return startsWith(segment, 'JFIF\0');
  return (
    (marker === APP2 && startsWith(segment, 'ICC_PROFILE\0')) || (marker === APP14 && startsWith(segment, 'Adobe'))
  );
}

/** Where coded picture data end: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw damaged('图片');
}

/**
 * The image data alone: nothing after its end (phones append films and further pictures there), no comments, and of the
 * Exif data only the orientation.
 *
 * @throws UnusableMedia where it is damaged or too large to draw
 */
export function plainJpeg(bytes: Buffer): { bytes: Buffer; width: number; height: number } {
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let orientation: number | undefined;
  let drawn = false;
  for (let at = 2; ;) {
    if (at + 4 > bytes.length && bytes[at + 1] !== EOI) throw damaged('图片');
    if (bytes[at] !== 0xff) throw damaged('图片');
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === EOI) break;
    if (isBare(marker) || marker === 0) throw damaged('图片');
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) throw damaged('图片');
    const segment = bytes.subarray(at, end);
    if (isFrame(marker)) {
      if (segment.length < 11 || size) throw damaged('图片');
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
      requireDrawable(size.width, size.height);
    }
    // A height that follows after the picture (DNL) would bypass the check above.
    if (marker === DNL) throw damaged('图片');
    if (marker === APP1) orientation ??= orientationOf(segment);
    if (isKept(marker, segment)) parts.push(segment);
    at = end;
    if (marker === SOS) {
      if (!size) throw damaged('图片');
      at = endOfScan(bytes, end);
      parts.push(bytes.subarray(end, at));
      drawn = true;
    }
  }
  if (!size || !drawn) throw damaged('图片');
  if (orientation !== undefined && orientation > 1) parts.splice(1, 0, orientationSegment(orientation));
  return { bytes: Buffer.concat([...parts, Buffer.from([0xff, EOI])]), ...size };
}
