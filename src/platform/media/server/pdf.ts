import { inflateSync, constants } from 'node:zlib';
import { damaged, UnusableMedia } from './refuse.ts';

export const PDF_MAGIC = Buffer.from('%PDF-', 'latin1');
const VERSION = /^%PDF-(1\.[0-7]|2\.0)[\r\n ]/;
const END = Buffer.from('%%EOF', 'latin1');
/** Readers look for the end within these bytes. */
const END_WITHIN = 1024;
/** Objects of a document that are compressed together, when they are read as text. */
const OBJECTS_MAX = 32 * 1024 * 1024;

/** A name as a document may write it: each character itself, or `#` with its code. */
const spelt = (name: string): string =>
  [...name]
    .map(
      (c) =>
        `(?:${c}|#${c
          .charCodeAt(0)
          .toString(16)
          .replace(/[a-f]/g, (d) => `[${d}${d.toUpperCase()}]`)})`,
    )
    .join('');
const names = (...all: readonly string[]): RegExp => new RegExp(`/(?:${all.map(spelt).join('|')})(?![A-Za-z0-9#])`);

/** Actions that run something or send data, and files inside the document. */
const ACTIVE = names('JavaScript', 'Launch', 'EmbeddedFile', 'RichMedia', 'XFA', 'SubmitForm', 'ImportData', 'GoToE');
const LOCKED = names('Encrypt');
/** Filters that hide compressed objects from this check; documents with such objects do not need them. */
const HIDING = names(
  'ASCIIHexDecode',
  'AHx',
  'ASCII85Decode',
  'A85',
  'LZWDecode',
  'LZW',
  'RunLengthDecode',
  'RL',
  'Crypt',
);
const COMPRESSED = names('ObjStm', 'XRef');

const active = () => new UnusableMedia('文档里有脚本、附带的文件或会自动执行的动作，请另存为普通的 PDF 再上传');

/** What compressed objects begin with: numbers, after spaces or comments. */
const isLikeObjects = (head: string): boolean => /^[\s\d%]/.test(head);

/** The content of compressed objects, each as text; a stream that is a picture or a font is not decompressed. */
function* objectsIn(bytes: Buffer, text: string): Generator<string> {
  let left = OBJECTS_MAX;
  for (const found of text.matchAll(/stream\r?\n/g)) {
    const data = bytes.subarray(found.index + found[0].length);
    // The header of zlib: deflate, with a checksum over the first two bytes.
    if (data.length < 2 || ((data[0] ?? 0) & 0x0f) !== 8 || data.readUInt16BE(0) % 31 !== 0) continue;
    const head = inflated(data.subarray(0, 1024), 64 * 1024);
    if (head === undefined || !isLikeObjects(head)) continue;
    const whole = inflated(data, left);
    if (whole === undefined) throw damaged('文档');
    left -= whole.length;
    yield whole;
  }
}

/** What can be decompressed; undefined where the data are no compressed data, or more than the limit. */
function inflated(data: Buffer, limit: number): string | undefined {
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, limit) }).toString(
      'latin1',
    );
  } catch {
    return undefined;
  }
}

/**
 * A document as it was sent, without what follows its end. Documents are only offered for download, never shown as a
 * page of the portal.
 *
 * @throws UnusableMedia where it is damaged, has a password, or contains anything that runs, sends data or is a file
 */
export function plainPdf(bytes: Buffer): { bytes: Buffer } {
  const end = bytes.lastIndexOf(END);
  if (end < 0 || end < bytes.length - END_WITHIN - END.length) throw damaged('文档');
  const document = bytes.subarray(0, end + END.length);
  const text = document.toString('latin1');
  if (!VERSION.test(text)) throw damaged('文档');
  if (LOCKED.test(text)) throw new UnusableMedia('文档加了密码或限制，请去掉以后再上传');
  if (ACTIVE.test(text) || (COMPRESSED.test(text) && HIDING.test(text))) throw active();
  for (const objects of objectsIn(document, text)) if (ACTIVE.test(objects)) throw active();
  return { bytes: Buffer.concat([document, Buffer.from('\n', 'latin1')]) };
}
