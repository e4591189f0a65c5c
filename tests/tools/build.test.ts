import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint, isStale, remember, targets } from '../../src/tools/lib/build.mjs';

const target = { name: 'server', args: [], inputs: ['src', 'lock.json'], output: 'dist/server/main.js' };
let base: string;

const put = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(base, file)), { recursive: true });
  writeFileSync(path.join(base, file), text);
};

beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), 'xinyu build-'));
  put('src/a.ts', 'one');
  put('src/deep/b.ts', 'two');
  put('lock.json', '{}');
  put(target.output, 'built');
  remember(base, target, fingerprint(base, target));
});
afterEach(() => rmSync(base, { recursive: true }));

test('is not stale after a build', () => {
  expect(isStale(base, target)).toBe(false);
});

test('is not stale because a checkout touched the files', () => {
  utimesSync(path.join(base, 'src/a.ts'), 1, 1);
  expect(isStale(base, target)).toBe(false);
});

test.each([
  ['a source changed', () => put('src/deep/b.ts', 'owt')],
  ['a source was added', () => put('src/c.ts', '')],
  ['a source was removed', () => rmSync(path.join(base, 'src/deep/b.ts'))],
  ['a source was renamed', () => (rmSync(path.join(base, 'src/a.ts')), put('src/b.ts', 'one'))],
  ['the dependencies changed', () => put('lock.json', '{"x":1}')],
  ['a deleted result', () => rmSync(path.join(base, 'dist/server'), { recursive: true })],
  ['all results deleted', () => rmSync(path.join(base, 'dist'), { recursive: true })],
])('is stale when %s', (_, change) => {
  change();
  expect(isStale(base, target)).toBe(true);
});

test.each(targets)('a change of any source that $name imports makes it stale', ({ inputs, except }) => {
  const root = path.resolve(import.meta.dirname, '../..');
  const filesOf = (input: string) =>
    path.extname(input)
      ? []
      : readdirSync(path.join(root, input), { recursive: true, encoding: 'utf8' }).map(
          (file) => `${input}/${file.replaceAll(path.sep, '/')}`,
        );
  const importsOf = (file: string) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/^(?:import|export|\}) [^'\n]*'(\.[^']+)'/gm)].map(
      ([, to = '']) => path.posix.join(path.posix.dirname(file), to),
    );
  const counts = (file: string) =>
    inputs.some((input) => file === input || file.startsWith(`${input}/`)) && !except?.test(file);
  const imported = inputs
    .flatMap(filesOf)
    .filter((file) => /\.tsx?$/.test(file) && counts(file))
    .flatMap(importsOf);
  expect(imported.length).toBeGreaterThan(10);
  expect(imported.filter((file) => !counts(file))).toEqual([]);
});
