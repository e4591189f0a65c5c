import type { Download } from '../../http/decode.ts';

/** Hands a file to the browser's downloads. */
export function saveFile({ blob, fileName }: Download, fallbackName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName || fallbackName;
  link.click();
  // The download has its own hold on the file once the click is through.
  setTimeout(() => URL.revokeObjectURL(url));
}
