import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../src/platform/runtime/server/root.ts';

it('each migration has a number of its own, across all features and rooms', () => {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/migrations\/[^/]+\.sql$/.test(file))
    .map((file) => path.basename(file));
  const numberOf = (file: string) => file.split('.')[0];
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => files.some((other) => other !== file && numberOf(other) === numberOf(file)))).toEqual(
    [],
  );
});
