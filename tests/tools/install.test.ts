import { expect, test } from 'vitest';
import { missingPackages } from '../../src/tools/lib/install.mjs';

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  },
};

test('installs everything when npm never finished an installation', () => {
  expect(missingPackages(wanted, {})).toEqual(['node_modules/a', 'node_modules/b']);
});

test('installs a package that the lockfile moved to another version', () => {
  expect(
    missingPackages(wanted, {
      packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.9.0' } },
    }),
  ).toEqual(['node_modules/b']);
});

test('accepts missing packages of other platforms', () => {
  expect(
    missingPackages(wanted, {
      packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } },
    }),
  ).toEqual([]);
});
