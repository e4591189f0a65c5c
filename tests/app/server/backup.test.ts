import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Manifest } from '../../../src/app/server/backup/manifest.ts';
import { openDatabase } from '../../../src/platform/db/server/open.ts';
import { Client } from '../../support/client.ts';
import { freshDatabase, type FreshDatabase } from '../../support/databases.ts';
import { withDatabase } from '../../support/postgres-admin.ts';
import { copyFirstStart, Running, useBuild } from '../../support/process.ts';

const KEYS = ['secret', 'master-key', 'renewal-key'];
const wait = (ms: number) => delay(ms, false);
const NEVER = ['nonces', ...KEYS];

describe('npm run backup and npm run restore', { timeout: 180_000 }, () => {
  const entry = useBuild();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu backup '));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const run = (name: string, env: Record<string, string>, ...args: string[]): Running => {
    const running = new Running(entry(name), { PORT: '0', ...env }, args);
    onTestFinished(async () => void (await running.kill()));
    return running;
  };
  const withKeysOf = (dataDir: string, name: string): string => {
    const fresh = path.join(folder, name);
    mkdirSync(fresh);
    for (const key of KEYS) cpSync(path.join(dataDir, key), path.join(fresh, key));
    return fresh;
  };
  const admin = async (port: number) => (await new Client({ port, now: Date.now }).signIn('o2001r4')).withRole(2001, 4);
  const addClass = async (by: Client, name = '备份班'): Promise<string> => {
    const body = { class_name: name, period: 3, grade: 7 };
    const { status, data } = await by.post('/v1/portal/classes', body);
    expect(status).toBe(201);
    return String(data.class_id);
  };
  const hasClass = async (running: Running, id: string): Promise<void> => {
    const { status } = await (await admin(await running.port())).get(`/v1/portal/classes/${id}`);
    expect(status).toBe(200);
  };

  describe('over the embedded engine', () => {
    const dataDir = path.join(folder, 'data');
    const saved = path.join(folder, 'saved');
    let made = '';
    beforeAll(async () => {
      await copyFirstStart(dataDir);
    });

    it('saves what a running portal holds while people write, without its keys', async () => {
      const running = run('main', { DATA_DIR: dataDir });
      const by = await admin(await running.port());
      made = await addClass(by);
      const backup = run('backup', { DATA_DIR: dataDir }, saved).ended;
      let written = 0;
      for (let isDone = false; !isDone; isDone = await Promise.race([backup.then(() => true), wait(1)]))
        await addClass(by, `班 ${++written}`);
      const { code, output } = await backup;
      expect([code, output]).toEqual([0, expect.stringContaining(`已备份到 ${saved}`)]);
      expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toEqual([]);
      await running.kill('SIGTERM');
      expect(readdirSync(saved).filter((name) => NEVER.includes(name))).toEqual([]);
      expect(statSync(saved).mode & 0o077).toBe(0);
      const again = await run('backup', { DATA_DIR: dataDir }, saved).ended;
      expect([again.code, again.output]).toEqual([1, expect.stringContaining('已经存在')]);
    });

    it('saves what a stopped portal holds', async () => {
      const stopped = path.join(folder, 'stopped');
      const { code, output } = await run('backup', { DATA_DIR: dataDir }, stopped).ended;
      expect([code, output]).toEqual([0, expect.stringContaining(`已备份到 ${stopped}`)]);
      expect(readdirSync(path.join(stopped, 'db'))).toEqual(readdirSync(path.join(saved, 'db')));
    });

    it('leaves nothing where the owner of the folder does not answer', async () => {
      const held = path.join(folder, 'held');
      cpSync(dataDir, held, { recursive: true });
      const holder = await openDatabase({ dir: path.join(held, 'db'), entries: path.dirname(entry('main')) });
      const target = path.join(folder, 'never');
      const { code, output } = await run('backup', { DATA_DIR: held }, target).ended.finally(() => holder.close());
      expect([code, output]).toEqual([1, expect.stringContaining('没有回应')]);
      expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false]);
      expect(readdirSync(held).filter((name) => name.startsWith('backup-'))).toEqual([]);
    });

    it('is restored into an empty folder, verified, and served', async () => {
      const fresh = withKeysOf(dataDir, 'restored');
      const { code, output } = await run('restore', { DATA_DIR: fresh }, saved).ended;
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/✓ \d+ 张表的内容与备份时一致\n✓ \d+ 个单位的操作记录完好\n/),
      ]);
      await hasClass(run('main', { DATA_DIR: fresh }), made);
    });

    it('is refused without its keys, over other data, and when a byte or a file of it differs; nothing is written', async () => {
      const keyless = path.join(folder, 'keyless');
      const refused = async (env: Record<string, string>, from: string, why: string) => {
        const { code, output } = await run('restore', env, from).ended;
        expect([code, output]).toEqual([1, expect.stringContaining(why)]);
      };
      await refused({ DATA_DIR: keyless }, saved, '没有密钥就打不开备份的内容');
      expect(existsSync(path.join(keyless, 'db'))).toBe(false);
      await refused({ DATA_DIR: dataDir }, saved, '只能恢复到空的数据目录');

      const fresh = withKeysOf(dataDir, 'kept empty');
      const changed = path.join(folder, 'changed');
      cpSync(saved, changed, { recursive: true });
      writeFileSync(path.join(changed, 'audit-seals.jsonl'), '{}\n');
      await refused({ DATA_DIR: fresh }, changed, '什么都没有恢复：audit-seals.jsonl');
      rmSync(path.join(changed, 'manifest.json'));
      await refused({ DATA_DIR: fresh }, changed, '不是完整的备份');
      expect(readdirSync(fresh).sort()).toEqual([...KEYS].sort());
    });

    it('is compared with what was saved, table by table', async () => {
      const other = path.join(folder, 'other contents');
      cpSync(saved, other, { recursive: true });
      const file = path.join(other, 'manifest.json');
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      writeFileSync(file, JSON.stringify({ ...manifest, tables: { ...manifest.tables, orgs: { rows: 1, sum: '7' } } }));
      const { code, output } = await run('restore', { DATA_DIR: withKeysOf(dataDir, 'compared') }, other).ended;
      expect([code, output]).toEqual([1, expect.stringContaining('恢复的内容与备份时不同：orgs。')]);
    });
  });

  describe.skipIf(!inject('databases').postgres)('over a database server', () => {
    const suffix = randomUUID().slice(0, 8);
    const [limited, whole, owner] = [`limited_${suffix}`, `backup_${suffix}`, `owner_${suffix}`];
    const password = 'geheim';
    const dataDir = path.join(folder, 'beside the server');
    let source: FreshDatabase;
    let superuser: PgClient;
    beforeAll(async () => {
      source = await freshDatabase('server');
      superuser = new PgClient({ connectionString: source.options.url });
      await superuser.connect();
      await superuser.query(`
        create role ${limited} login password '${password}'; grant pg_read_all_data to ${limited};
        create role ${whole} login bypassrls password '${password}'; grant pg_read_all_data to ${whole};
        create role ${owner} login createrole password '${password}'; grant xinyu_app to ${owner}`);
      await superuser.query(`create database restored_${suffix} owner ${owner} template template0`);
    });
    afterAll(async () => {
      await superuser.query(`drop database restored_${suffix} with (force)`);
      await superuser.query(`drop role ${limited}; drop role ${whole}; drop role ${owner}`);
      await superuser.end();
      await source.remove();
    });
    const settings = () => ({ DATA_DIR: dataDir, DATABASE_URL: String(source.options.url) });
    const as = (role: string, address: string) => Object.assign(new URL(address), { username: role, password }).href;
    const saveAs = (role: string, to: string) =>
      run('backup', { ...settings(), DATABASE_BACKUP_URL: as(role, String(source.options.url)) }, to).ended;

    it('saves a running portal whole or not at all, and is restored into an empty database', async () => {
      const portal = run('main', settings());
      const made = await addClass(await admin(await portal.port()));
      const saved = path.join(folder, 'from the server');
      const refused = await saveAs(limited, saved);
      expect([refused.code, refused.output]).toEqual([
        1,
        expect.stringContaining('create role xinyu_backup login bypassrls'),
      ]);
      expect(refused.output).not.toContain(password);
      expect([existsSync(saved), existsSync(`${saved}.part`)]).toEqual([false, false]);
      const { code, output } = await saveAs(whole, saved);
      expect([code, output]).toEqual([0, expect.stringContaining(`已备份到 ${saved}`)]);
      await portal.kill('SIGTERM');

      const fresh = withKeysOf(dataDir, 'beside another server');
      const target = withDatabase(String(source.options.url), `restored_${suffix}`);
      const wrongEngine = await run('restore', { DATA_DIR: fresh }, saved).ended;
      expect([wrongEngine.code, wrongEngine.output]).toEqual([1, expect.stringContaining('这份备份来自 PostgreSQL')]);
      const restoring = { DATA_DIR: fresh, DATABASE_URL: target, DATABASE_ADMIN_URL: as(owner, target) };
      const restored = await run('restore', restoring, saved).ended;
      expect([restored.code, restored.output]).toEqual([
        0,
        expect.stringMatching(/✓ \d+ 张表的内容与备份时一致\n✓ \d+ 个单位的操作记录完好\n恢复完成/),
      ]);
      await hasClass(run('main', { DATA_DIR: fresh, DATABASE_URL: target }), made);
      const twice = withKeysOf(dataDir, 'beside a used server');
      const full = await run('restore', { DATA_DIR: twice, DATABASE_URL: target }, saved).ended;
      expect([full.code, full.output]).toEqual([1, expect.stringContaining('只能恢复到空的数据库')]);
    });
  });

  it('say how they are used', async () => {
    const [backup, restore] = await Promise.all([
      run('backup', {}, '--help').ended,
      run('restore', {}, '--help').ended,
    ]);
    expect([backup.code, backup.output]).toEqual([0, expect.stringContaining('pg_read_all_data')]);
    expect([restore.code, restore.output]).toEqual([0, expect.stringContaining('erasures.jsonl')]);
  });
});
