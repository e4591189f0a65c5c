import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkData } from '../../../../src/platform/db/server/check-data.ts';
import { clusterIn } from '../../../../src/platform/db/server/embedded/initialise.ts';
import { damagedPages } from '../../../../src/platform/db/server/embedded/page-checksums.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/databases.ts';

const PAGE = 8192;

describe('checking the data of an embedded database', () => {
  let fresh: FreshDatabase;
  let dir = '';
  let files: Record<string, string> = {};
  beforeAll(async () => {
    fresh = await freshDatabase('embedded');
    dir = fresh.options.dir ?? '';
    const db = await openDatabase(fresh.options);
    [files = {}] = (await db.admin(async (run) => {
      await run(
        'create table checked (id int primary key, text text); alter table checked alter text set storage external',
      );
      await run('insert into checked select n, repeat(n::text, 2000) from generate_series(1, 400) n');
      return run(
        `select pg_relation_filepath('checked') as "table", pg_relation_filepath('checked_pkey') as index,
          pg_relation_filepath(reltoastrelid) as toast from pg_class where relname = 'checked'`,
      );
    })) as Record<string, string>[];
    await db.close();
    return () => fresh.remove();
  });

  /** Changes one byte of a page until the test ends. */
  function damage(file: string, block: number): void {
    const descriptor = openSync(path.join(clusterIn(dir), file), 'r+');
    const at = block * PAGE + 6000;
    const byte = Buffer.alloc(1);
    readSync(descriptor, byte, 0, 1, at);
    writeSync(descriptor, Buffer.of((byte[0] ?? 0) ^ 0x10), 0, 1, at);
    onTestFinished(() => {
      writeSync(descriptor, byte, 0, 1, at);
      closeSync(descriptor);
    });
  }

  async function check() {
    const db = await openDatabase(fresh.options);
    const found = await checkData(db, dir).finally(() => db.close());
    return { ...found, checked: found.tables.find(({ name }) => name === 'checked') };
  }

  it('finds nothing in a whole database, whose pages have checksums', async () => {
    const { hasChecksums, tables, others, checked } = await check();
    expect([hasChecksums, others]).toEqual([true, []]);
    expect(checked).toMatchObject({ content: { rows: 400 }, problems: [] });
    expect(tables.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(damagedPages(clusterIn(dir))).toEqual([]);
  });

  it('names the table of a damaged page, which cannot be read whole', async () => {
    damage(files.table ?? '', 1);
    const { checked, others } = await check();
    expect(checked?.content).toBeUndefined();
    expect(checked?.problems).toEqual([
      `文件 ${files.table} 第 1 页的校验和不符（checked）`,
      expect.stringContaining('读不出全部内容：invalid page in block 1'),
    ]);
    expect(others).toEqual([]);
  });

  it.each(['index', 'toast'])('names the table of a damaged page of its %s', async (kind) => {
    damage(files[kind] ?? '', 1);
    const { checked } = await check();
    expect(checked?.problems[0]).toContain(`文件 ${files[kind]} 第 1 页的校验和不符`);
  });
});
