import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { features } from '../../../../src/app/web/features.ts';
import { announcementBanner } from '../../../../src/features/announcements/contract/reading.ts';
import { pathOf } from '../../../../src/platform/contract/endpoint.ts';
import { firstRequests } from '../../../../src/platform/crud/web/first-requests.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';

interface Schema {
  'x-resource': { path: string; paths?: { list?: string } };
}
const folder = path.join(root, 'schemas/entities');
/** Entity → path of its rows. */
const listPaths = new Map(
  readdirSync(folder).map((file) => {
    const meta = (JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Schema)['x-resource'];
    return [path.basename(file, '.json'), meta.paths?.list ?? meta.path];
  }),
);
/** Pages with a list, which asks for the person's columns too. */
const pages = features
  .flatMap(({ pages: all = [] }) => all)
  .flatMap(({ key, requests }) => (requests?.some((target) => target.includes('/list-')) ? [{ key, requests }] : []));

it.each(pages)('the page $key sends early what its list sends first', ({ requests }) => {
  const expected = [...listPaths].map(([name, rows]) => firstRequests(name, rows));
  expect(expected).toContainEqual(requests);
});

it('the pages of the largest lists send them early', () => {
  expect(pages.map(({ key }) => key)).toEqual(expect.arrayContaining(['student', 'class', 'teacher', 'warns']));
});

it('the layout sends early what its banner asks for', () => {
  expect(features.flatMap(({ frameRequests = [] }) => frameRequests)).toEqual([pathOf(announcementBanner)]);
});
