import { crc32, deflateSync } from 'node:zlib';

/** Typical files, built byte by byte. */

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A grey picture. @param beside chunks between head and image data @param noise bytes that make it larger */
export function png({
  width = 4,
  height = 3,
  beside = [],
  claims = {},
}: { width?: number; height?: number; beside?: Buffer[]; claims?: { width?: number; height?: number } } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(claims.width ?? width, 0);
  head.writeUInt32BE(claims.height ?? height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let y = 0; y < height; y++) rows[y * (width + 1)] = 0;
  return Buffer.concat([
    PNG_HEAD,
    pngChunk('IHDR', head),
    ...beside,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND'),
  ]);
}

/** A picture of exactly this size, padded by a chunk that is not drawn. */
export function pngOfSize(bytes: number): Buffer {
  const rest = bytes - png().length - 12;
  return png({ beside: [pngChunk('teXt', Buffer.alloc(rest, 0x41))] });
}

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

const exif = (orientation: number) =>
  Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    Buffer.from([
      0x49,
      0x49,
      0x2a,
      0,
      8,
      0,
      0,
      0,
      1,
      0,
      0x12,
      0x01,
      3,
      0,
      1,
      0,
      0,
      0,
      orientation,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    ]),
    Buffer.from('GPS 31.2304N 121.4737E'),
  ]);

/** A grey picture of 8 × 8 pixels in baseline JPEG, which every decoder accepts. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==',
  'base64',
);

/** @param beside Segments after the head @param claims a size instead of the picture's own */
export function jpeg({
  orientation,
  beside = [],
  claims,
}: { orientation?: number; beside?: Buffer[]; claims?: { width: number; height: number } } = {}): Buffer {
  const picture = Buffer.from(JPEG);
  if (claims) {
    const frame = picture.indexOf(Buffer.from([0xff, 0xc0]));
    picture.writeUInt16BE(claims.height, frame + 5);
    picture.writeUInt16BE(claims.width, frame + 7);
  }
  const extra = [...(orientation === undefined ? [] : [segment(0xe1, exif(orientation))]), ...beside];
  return Buffer.concat([picture.subarray(0, 20), ...extra, picture.subarray(20)]);
}
export const jpegSegment = segment;

/** Silence: frames of MPEG 1 layer III, 128 kbit/s, 44.1 kHz, each of 417 bytes and 26.1 ms. */
export function mp3(frames = 40): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

export function id3(text: string): Buffer {
  const body = Buffer.from(text);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), Buffer.from(size), body]);
}

export const PAGE = '<html><script>alert(document.cookie)</script></html>';

/** A document of one empty page. @param objects More objects, as a document writes them */
export const pdf = (objects = ''): Buffer =>
  Buffer.from(
    [
      '%PDF-1.7',
      '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >> endobj',
      objects,
      'trailer << /Root 1 0 R /Size 4 >>',
      'startxref',
      '0',
      '%%EOF',
    ].join('\n'),
    'latin1',
  );

/** Objects that are compressed together. */
export const compressedObjects = (objects: string): string => {
  const data = deflateSync(Buffer.from(objects, 'latin1'));
  return `9 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >> stream\n${data.toString('latin1')}\nendstream endobj`;
};
