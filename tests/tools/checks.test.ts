import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lintCommand } from '../../src/tools/lib/checks.mjs';
import { root } from '../../src/tools/lib/root.mjs';

test('the lint of everything reports the errors of the type checker', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'checks-'));
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { strict: true, noEmit: true } }),
  );
  writeFileSync(path.join(folder, 'wrong.ts'), "export const count: number = 'one';\n");
  const linted = (types: boolean) =>
    spawnSync(process.execPath, [...lintCommand(['wrong.ts'], types), '-c', path.join(root, '.oxlintrc.json')], {
      cwd: folder,
      encoding: 'utf8',
    });
  expect(linted(true).stdout).toContain("Type 'string' is not assignable to type 'number'");
  expect(linted(true).status).not.toBe(0);
  expect(linted(false).stdout).not.toContain('not assignable');
});

// A file that is not linted has its types checked by nothing else.
test('the lint of everything leaves out no code of the project', () => {
  const settings = JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')) as { ignorePatterns: string[] };
  expect(settings.ignorePatterns).toEqual(['dist/**', '.cache/**', 'coverage/**']);
});
