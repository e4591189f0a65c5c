/** Kinds of file (`spec §3`, media_type; `spec §5`). Documents are in fields of tenants only, not attached to texts. */
export const MEDIA = { image: 1, audio: 2, document: 5 } as const;
export type MediaType = (typeof MEDIA)[keyof typeof MEDIA];

/** Files of one editor (`spec §9`). */
export const ATTACHMENTS_MAX = 9;
/** Characters of the note beside them (`spec §9`). */
export const NOTE_MAX = 1000;

const MB = 1024 * 1024;

interface Kind {
  label: string;
  maxBytes: number;
  mimes: Readonly<Record<string, string>>;
}

/** Formats of each kind: MIME type by file extension. Some browsers call `audio/mpeg` `audio/mp3`. */
const KINDS: Readonly<Record<MediaType, Kind>> = {
  [MEDIA.image]: {
    label: '图片',
    maxBytes: 5 * MB,
    mimes: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' },
  },
  [MEDIA.audio]: { label: '音频', maxBytes: 20 * MB, mimes: { mp3: 'audio/mpeg' } },
  [MEDIA.document]: { label: '文档', maxBytes: 20 * MB, mimes: { pdf: 'application/pdf' } },
};
const ALIASES: Readonly<Record<string, string>> = { 'audio/mp3': 'audio/mpeg', 'image/jpg': 'image/jpeg' };

export const labelOfMedia = (type: MediaType): string => KINDS[type].label;
export const maxBytesOf = (type: MediaType): number => KINDS[type].maxBytes;
/** The largest limit of all kinds. */
export const MAX_BYTES = Math.max(...Object.values(KINDS).map(({ maxBytes }) => maxBytes));
/** The formats that a file dialog offers. */
export const ACCEPTED = 'image/png,image/jpeg,audio/mp3,audio/mpeg,.png,.jpg,.jpeg,.mp3';

/** Texts of `spec §5`; the first is the Chinese of the spec's English one. */
export const WRONG_FORMAT = '文件格式不符合要求，必须是 image/png、image/jpeg、audio/mp3、audio/mpeg';
export const TOO_MANY_FILES = `附件总数不能超过${ATTACHMENTS_MAX}个`;
export const tooLarge = (type: MediaType): string => `${KINDS[type].label}大小不能超过${KINDS[type].maxBytes / MB}MB。`;

export interface MediaFormat {
  type: MediaType;
  mime: string;
}

const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The format of a file by its name; undefined where no file of this format is taken. */
export function formatOfName(name: string): MediaFormat | undefined {
  const extension = extensionOf(name);
  for (const type of Object.values(MEDIA)) {
    const mime = Object.hasOwn(KINDS[type].mimes, extension) ? KINDS[type].mimes[extension] : undefined;
    if (mime !== undefined) return { type, mime };
  }
  return undefined;
}

/** One name for a type. */
export const plainMime = (mime: string): string => {
  const type = mime.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return ALIASES[type] ?? type;
};

/**
 * Checks a file before the upload; the server checks its content.
 *
 * @param mime As the browser names it; empty where it knows none
 * @param documents Whether documents are taken as well
 */
export function attachmentProblem(
  { name, mime, size }: { name: string; mime: string; size: number },
  documents = false,
): string | undefined {
  const format = formatOfName(name);
  if (!format || (mime !== '' && plainMime(mime) !== format.mime)) return WRONG_FORMAT;
  if (format.type === MEDIA.document && !documents) return WRONG_FORMAT;
  if (size > maxBytesOf(format.type)) return tooLarge(format.type);
  return size === 0 ? '文件是空的' : undefined;
}

const NAME_MAX = 100;

/**
 * Parts of a path, and characters that are invisible or misleading: control characters, zero widths, direction marks,
 * lone surrogates.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const RESERVED = /[<>:"|?*\\/]/g;

/**
 * A file's name as it is shown and downloaded: the last part of a path, on one line, without misleading characters or
 * those that file systems refuse, at most 100 characters with its extension kept.
 */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const text = last.replaceAll(UNSEEN, '').replaceAll(RESERVED, '_').replaceAll(/\s+/g, ' ').trim();
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(text)?.[0] ?? '';
  const stem = Array.from(text.slice(0, text.length - ending.length))
    .slice(0, NAME_MAX - ending.length)
    .join('')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return `${stem === '' ? '未命名' : stem}${ending.toLowerCase()}`;
}
