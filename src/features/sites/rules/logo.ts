/** Maximum size of a logo in bytes: it delays every sign-in page. */
export const LOGO_BYTES_MAX = 48 * 1024;
/** Longest side of a logo in pixels: twice the largest display size. */
export const LOGO_SIDE_MAX = 128;

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
/** Base64 prefixes of image types: the signature of a PNG, and the marker at the start of a JPEG. */
const BEGINNINGS: Readonly<Record<string, string>> = { png: 'iVBORw0KGg', jpeg: '/9j/' };

/**
 * Problem of a logo in a data URL; undefined when it is valid. Checks the bytes and not the declared type; SVG is
 * refused because it may contain scripts.
 */
export function logoProblem(url: string): string | undefined {
  const [, kind = '', base64 = ''] = DATA_URL.exec(url) ?? [];
  const beginning = BEGINNINGS[kind];
  if (beginning === undefined || base64.length % 4 !== 0) return '请选择 PNG 或 JPEG 图片';
  const bytes = (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);
  if (bytes > LOGO_BYTES_MAX) return `图片不能超过 ${LOGO_BYTES_MAX / 1024} KB`;
  return base64.startsWith(beginning) ? undefined : '这个文件不是它自称的图片，请换一张';
}
