import { expect, it } from 'vitest';
import { progressText } from '../../../../src/platform/crud/web/acts/use-download.ts';

it.each([
  [{ loaded: 512, total: 2048 }, '25%'],
  [{ loaded: 2048, total: 2048 }, '100%'],
  [{ loaded: 9000, total: 2048 }, '100%'],
  [{ loaded: 3 * 1024 * 1024 }, '3.0 MB'],
  [{ loaded: 100 }, ''],
  [{ loaded: 0, total: 0 }, ''],
])('shows %o of a file as %s', (progress, far) => expect(progressText(progress)).toBe(far));
