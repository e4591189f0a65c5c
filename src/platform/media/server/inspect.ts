import { WRONG_FORMAT } from '../attachments.ts';
import { JPEG_MAGIC, plainJpeg } from './jpeg.ts';
import { plainMp3 } from './mp3.ts';
import { PDF_MAGIC, plainPdf } from './pdf.ts';
import { PNG_MAGIC, plainPng } from './png.ts';
import { UnusableMedia } from './refuse.ts';

/** A validated file: the bytes to keep, and its properties. */
export interface Inspected {
  bytes: Buffer;
  width?: number;
  height?: number;
  durationMs?: number;
}

const startsWith = (bytes: Buffer, magic: Buffer) => bytes.subarray(0, magic.length).equals(magic);
/** A sound begins with tags or with a frame. */
const looksLikeSound = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2);

const PDF = 'application/pdf';
const readers: Readonly<Record<string, { looks: (bytes: Buffer) => boolean; read: (bytes: Buffer) => Inspected }>> = {
  'image/png': { looks: (bytes) => startsWith(bytes, PNG_MAGIC), read: plainPng },
  'image/jpeg': { looks: (bytes) => startsWith(bytes, JPEG_MAGIC), read: plainJpeg },
  'audio/mpeg': { looks: looksLikeSound, read: plainMp3 },
  [PDF]: { looks: (bytes) => startsWith(bytes, PDF_MAGIC), read: plainPdf },
};

/**
 * Validates a file by its bytes and returns only its image, audio or document data; other content (texts and locations
 * of pictures and sounds, appended files) is removed.
 *
 * @param mime The declared type
 * @throws UnusableMedia
 */
export function inspectMedia(bytes: Buffer, mime: string): Inspected {
  const reader = Object.hasOwn(readers, mime) ? readers[mime] : undefined;
  if (!reader?.looks(bytes)) throw new UnusableMedia(mime === PDF ? '文件的内容不是 PDF 文档' : WRONG_FORMAT);
  return reader.read(bytes);
}
