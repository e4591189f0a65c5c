import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../src/platform/runtime/server/root.ts';
import { affected, isAllowed, lockedPackages, readAdvisories } from '../../src/tools/lib/packages.mjs';

const packages = [
  { name: 'left', version: '1.4.0', licence: 'MIT' },
  { name: 'left', version: '2.0.0', licence: 'MIT' },
  { name: '@scope/right', version: '0.3.1', licence: 'ISC' },
];
const advisory = (name: string, events: Record<string, string>[], more: object = {}) => ({
  id: 'GHSA-1',
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }], ...more }],
});
const versionsOf = (...advisories: object[]) =>
  affected(packages, advisories as Parameters<typeof affected>[1]).map(({ name, version }) => `${name}@${version}`);

describe('advisories', () => {
  test('name the versions between introduction and repair', () => {
    expect(versionsOf(advisory('left', [{ introduced: '0' }, { fixed: '1.4.1' }]))).toEqual(['left@1.4.0']);
    expect(versionsOf(advisory('left', [{ introduced: '1.4.1' }]))).toEqual(['left@2.0.0']);
    expect(versionsOf(advisory('left', [{ introduced: '1.0.0' }, { last_affected: '1.4.0' }]))).toEqual(['left@1.4.0']);
    expect(
      versionsOf(advisory('left', [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0-rc.1' }])),
    ).toEqual(['left@2.0.0']);
    expect(versionsOf(advisory('@scope/right', [], { versions: ['0.3.1'] }))).toEqual(['@scope/right@0.3.1']);
  });

  test('about other packages, other ecosystems, and withdrawn ones name nothing', () => {
    const all = advisory('left', [{ introduced: '0' }]);
    expect(versionsOf(advisory('lefty', [{ introduced: '0' }]))).toEqual([]);
    expect(versionsOf({ ...all, withdrawn: '2026-01-01T00:00:00Z' })).toEqual([]);
    expect(
      versionsOf(advisory('left', [{ introduced: '0' }], { package: { ecosystem: 'PyPI', name: 'left' } })),
    ).toEqual([]);
  });

  test('are read from a file or a folder, and anything else is refused', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-'));
    writeFileSync(path.join(folder, 'one.json'), JSON.stringify(advisory('left', [])));
    writeFileSync(path.join(folder, 'two.json'), JSON.stringify([advisory('left', []), advisory('left', [])]));
    expect(readAdvisories(folder)).toHaveLength(3);
    expect(readAdvisories(path.join(folder, 'two.json'))).toHaveLength(2);
    writeFileSync(path.join(folder, 'three.json'), '{"packages":{}}');
    expect(() => readAdvisories(folder)).toThrow('OSV');
    writeFileSync(path.join(folder, 'three.json'), '{');
    expect(() => readAdvisories(folder)).toThrow('three.json');
  });
});

test('a licence is allowed when one choice has only allowed parts', () => {
  expect(isAllowed('(MIT OR GPL-3.0-only)')).toBe(true);
  expect(isAllowed('MIT AND GPL-3.0-only')).toBe(false);
  expect(isAllowed('')).toBe(false);
});

test('every package of the product has an allowed licence', () => {
  const locked = lockedPackages();
  expect(locked.length).toBeGreaterThan(500);
  expect(locked.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

test('the command fails on an affected package and prints the bill of materials', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(root, 'src/tools/packages.mjs'), ...args], { cwd: root, encoding: 'utf8' });
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'xinyu-')), 'osv.json');
  writeFileSync(file, JSON.stringify(advisory('react', [{ introduced: '0' }])));
  const failed = run('advisories', file);
  expect([failed.status, failed.stdout]).toEqual([1, expect.stringContaining('GHSA-1  react@')]);
  writeFileSync(file, JSON.stringify(advisory('react', [{ introduced: '99.0.0' }])));
  expect(run('advisories', file).status).toBe(0);
  expect(run('advisories', `${file}.none`).status).toBe(1);
  const { components } = JSON.parse(run('sbom').stdout) as { components: { name: string }[] };
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'fastify']));
});
