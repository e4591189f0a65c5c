import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { verifyAudit } from '../../../src/platform/audit/server/verify.ts';
import type { Database } from '../../../src/platform/db/server/database.ts';
import { openDatabase } from '../../../src/platform/db/server/open.ts';
import { readTables } from '../../../src/platform/db/server/read-tables.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { ArchivingPostgres, archiveSettings, recoverySettings } from '../../support/archiving-postgres.ts';
import { freshDatabase } from '../../support/databases.ts';
import { times } from '../../support/faults.ts';
import { asAdmin } from '../../support/postgres-admin.ts';
import { startServer, TestClock } from '../../support/server.ts';

const CLASSES = '/v1/portal/classes';
const newClass = (n: number) => ({ class_name: `归档${n}班`, period: 3, grade: 7 });

/** The present time of the database, to the microsecond. */
const timeOf = async (db: Database): Promise<string> => {
  const [row] = await db.admin((run) => run('select clock_timestamp()::text as at'));
  return String(row?.['at']);
};
const contentsOf = (db: Database) => db.admin((run) => readTables(run));

const canRun = times(0, 1) > 0 && inject('databases').postgres !== undefined;

describe('a database with archived WAL', () => {
  it('is described with the settings that are tried here', () => {
    const text = readFileSync(path.join(root, '.readme/operating.md'), 'utf8');
    const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
    const used = [...archiveSettings('/archive'), ...recoverySettings('/archive', '2026-11-26 14:03:00+08')];
    expect(used.filter((line) => !lines.includes(line))).toEqual([]);
  });

  it.each(canRun ? ['on another server'] : [])(
    'comes back as it was at a moment between a base backup and a mistake, %s',
    async () => {
      const postgres = new ArchivingPostgres();
      onTestFinished(() => postgres.remove());
      await postgres.start();
      const demo = await freshDatabase('server', 'demo');
      const dump = postgres.run('pg_dump', ['-d', demo.options.url ?? '', '-Fc']);
      await demo.remove();
      await asAdmin(postgres.url, 'create role xinyu_app');
      postgres.run('pg_restore', ['-d', postgres.url], dump);
      postgres.baseBackup();

      const clock = new TestClock();
      const db = await openDatabase({ url: postgres.url });
      const server = await startServer(db, {}, clock);
      const leader = (await server.client.signIn('o2001r4')).withRole(2001, 4);
      for (const n of [1, 2, 3]) expect((await leader.post(CLASSES, newClass(n))).status).toBe(201);
      const [before, entries] = [await contentsOf(db), await verifyAudit(db, server.services.ledger, [], '2001')];
      const moment = await timeOf(db);
      expect((await leader.post(CLASSES, newClass(4))).status).toBe(201);
      await db.admin((run) =>
        run("delete from sessions; update classes set class_name = class_name || 'x' where org_id = '2001'"),
      );
      // The archive gets whole files of WAL only.
      const [end] = await db.admin((run) => run('select pg_walfile_name(pg_switch_wal()) as file'));
      const archived = async () => {
        const [row] = await db.admin((run) => run('select last_archived_wal as file from pg_stat_archiver'));
        return String(row?.['file']) >= String(end?.['file']);
      };
      await expect.poll(archived, { timeout: 30_000 }).toBe(true);
      await server.close();
      await db.close();
      await postgres.lose();

      await postgres.recover(moment);
      const restored = await openDatabase({ url: postgres.url });
      onTestFinished(() => restored.close());
      expect(await contentsOf(restored)).toEqual(before);
      const again = await startServer(restored, {}, clock);
      onTestFinished(() => again.close());
      expect(await verifyAudit(restored, again.services.ledger, [], '2001')).toEqual(entries);
      const back = (await again.client.signIn('o2001r4')).withRole(2001, 4);
      const { items } = (await back.get(`${CLASSES}?size=200`)).data as { items: { class_name: string }[] };
      const names = items.map(({ class_name }) => class_name).filter((name) => name.startsWith('归档'));
      expect(names.toSorted()).toEqual(['归档1班', '归档2班', '归档3班']);
      expect((await back.post(CLASSES, newClass(5))).status).toBe(201);
    },
    180_000,
  );
});
