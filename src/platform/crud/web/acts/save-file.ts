import type { Download } from '../../../http/web/decode.ts';

/** Some browsers take the file only some time after the click. */
const HELD_MS = 40_000;

/** Hands a file to the browser's downloads. */
export function saveFile({ blob, fileName }: Download, fallbackName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName || fallbackName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), HELD_MS);
}
