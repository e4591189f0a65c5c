import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../src/platform/runtime/server/root.ts';

/** What gives a day or an hour in the time zone of the machine. */
const OF_THE_MACHINE =
  /\bdayjs\(|\bdayjs\.(?!locale|extend)|\.get(?:FullYear|Month|Date|Day|Hours|Minutes)\(|\.toLocale(?:Date|Time)String\(|Intl\.DateTimeFormat\((?![^)]*timeZone)/;
/** The one place that decides; it makes days of pickers from days of the schools. */
const PLACE = 'src/platform/ui/web/school-time.ts';

const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/tools/') && file !== PLACE);

it('finds the time zone of the machine where it decides', () => {
  for (const text of ['dayjs(at)', 'at.getHours()', "new Intl.DateTimeFormat('sv-SE', { hour: '2-digit' })"])
    expect(text).toMatch(OF_THE_MACHINE);
  for (const text of ['at.getUTCDay()', "new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', timeZone })"])
    expect(text).not.toMatch(OF_THE_MACHINE);
});

it('no file uses it for what people read or send: the schools have one time zone', () => {
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.filter((file) => OF_THE_MACHINE.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});
