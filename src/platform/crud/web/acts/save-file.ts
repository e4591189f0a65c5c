import type { Download } from '../../../http/web/decode.ts';

/** In milliseconds; some browsers read the file only after a delay. */
const HELD_MS = 40_000;

/** Saves a file with the browser. */
export function saveFile({ blob, fileName }: Download, fallbackName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName || fallbackName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), HELD_MS);
}
