import { expect, it } from 'vitest';
import { sizeText } from '../../../../src/platform/ui/web/size-text.ts';

const KB = 1024;

it.each([
  [1, 'KB', '1 KB'],
  [48 * KB, 'KB', '48 KB'],
  [1023 * KB + 990, 'KB', '1.0 MB'],
  [3 * KB ** 2, 'KB', '3.0 MB'],
  [1, 'MB', '0.1 MB'],
  [1023.97 * KB ** 2, 'MB', '1.0 GB'],
  [1.5 * KB ** 3, 'MB', '1.5 GB'],
  [2.25 * KB ** 4, 'MB', '2.3 TB'],
  [5000 * KB ** 4, 'MB', '5000.0 TB'],
] as const)('shows %d bytes, at least in %s, as %s', (bytes, smallest, text) => {
  expect(sizeText(bytes, smallest)).toBe(text);
});
