import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { documentSettings, SETTINGS_PAGE } from '../../../../src/app/server/config/document-settings.ts';
import { settingGroups, settings } from '../../../../src/app/server/config/settings.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';

const page = documentSettings(settingGroups);

it('the settings page is current; if not: npm run gen', () => {
  expect(readFileSync(path.join(root, SETTINGS_PAGE), 'utf8')).toBe(page);
});

it('the settings page has one complete row for each variable', () => {
  for (const name of Object.keys(settings)) expect(page.split(`| \`${name}\` |`)).toHaveLength(2);
  expect(page).not.toMatch(/undefined|\| *\|/);
  expect(page).toMatch(/\| `REDIS_URL` \| .* Or `REDIS_URL_FILE`\. \|\n/);
  expect(page).not.toContain('`PORT_FILE`');
  expect(page).toContain('| `PORT` | `8200` | 0 to 65535 |');
  expect(page).toContain('| `OBJECT_STORE_DIALECT` | `oss` | `oss`, `s3` |');
});
