import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { Client } from '../../support/client.ts';
import { freshDatabase, type FreshDatabase } from '../../support/databases.ts';
import { withDatabase } from '../../support/postgres-admin.ts';
import { copyFirstStart, Running, useBuild } from '../../support/process.ts';

describe.skipIf(!inject('databases').postgres)('npm run move', { timeout: 180_000 }, () => {
  const entry = useBuild();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'xinyu move '));
  const name = `moved_${randomUUID().slice(0, 8)}`;
  let used: FreshDatabase;
  let superuser: PgClient;
  let target: string;
  const run = (command: string, env: Record<string, string>, ...args: string[]): Running => {
    const running = new Running(entry(command), { PORT: '0', DATA_DIR: dataDir, ...env }, args);
    onTestFinished(async () => void (await running.kill()));
    return running;
  };
  const admin = async (running: Running) =>
    (await new Client({ port: await running.port(), now: Date.now }).signIn('o2001r4')).withRole(2001, 4);

  beforeAll(async () => {
    await copyFirstStart(dataDir);
    used = await freshDatabase('server');
    superuser = new PgClient({ connectionString: used.options.url });
    await superuser.connect();
    await superuser.query(`
      create role ${name} login createrole password 'geheim'; grant xinyu_app to ${name};
      create role ${name}_serving login password 'geheim'; grant xinyu_app to ${name}_serving`);
    await superuser.query(`create database ${name} owner ${name} template template0`);
    target = withDatabase(String(used.options.url), name);
  });
  afterAll(async () => {
    await superuser.query(`drop database ${name} with (force)`);
    await superuser.query(`drop role ${name}; drop role ${name}_serving`);
    await superuser.end();
    await used.remove();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  });
  const as = (role: string) => Object.assign(new URL(target), { username: role, password: 'geheim' }).href;

  it('refuses while the portal runs, and where other organisations are', async () => {
    const portal = run('main', {});
    await portal.port();
    const running = await run('move', { DATABASE_URL: as(name) }).ended;
    expect([running.code, running.output]).toEqual([1, expect.stringContaining(`正被进程 ${portal.child.pid} 使用`)]);
    await portal.kill('SIGTERM');
    const owned = withDatabase(target, new URL(String(used.options.url)).pathname.slice(1));
    const other = run('main', { DATABASE_URL: owned, DATA_DIR: path.join(dataDir, 'other') });
    await other.port();
    await other.kill('SIGTERM');
    const occupied = await run('move', { DATABASE_URL: owned }).ended;
    expect([occupied.code, occupied.output]).toEqual([1, expect.stringContaining('只能迁移到没有单位的数据库')]);
    expect(existsSync(path.join(dataDir, 'db'))).toBe(true);
  });

  it('moves every row, and the portal goes on over PostgreSQL with the same keys and its log whole', async () => {
    const portal = run('main', {});
    const body = { class_name: '迁移班', period: 3, grade: 7 };
    const { status, data } = await (await admin(portal)).post('/v1/portal/classes', body);
    expect(status).toBe(201);
    await portal.kill('SIGTERM');

    const moved = await run('move', { DATABASE_URL: as(name) }).ended;
    expect([moved.code, moved.output]).toEqual([0, expect.stringMatching(/已迁移 \d+ 张表、\d+ 行，逐表核对一致/)]);
    expect(readdirSync(dataDir).filter((file) => file.startsWith('db'))).toEqual([
      expect.stringMatching(/^db-moved-\d{4}-\d\d-\d\d$/),
    ]);
    const forced = new PgClient({ connectionString: target });
    await forced.connect();
    const { rows } = await forced.query(`
      select (select count(*)::int from pg_class where relrowsecurity and not relforcerowsecurity) as unforced,
        (select count(*)::int from pg_trigger where not tgisinternal and tgenabled = 'D') as disabled,
        (select count(*)::int from pg_constraint where contype = 'f') > 50 as keys`);
    await forced.end();
    expect(rows).toEqual([{ unforced: 0, disabled: 0, keys: true }]);

    const serving = { DATABASE_URL: as(`${name}_serving`), DATABASE_ADMIN_URL: as(name) };
    const there = await (await admin(run('main', serving))).get(`/v1/portal/classes/${String(data.class_id)}`);
    expect([there.status, there.data.class_name]).toEqual([200, '迁移班']);
    const verified = await run('audit', serving, 'verify').ended;
    expect([verified.code, verified.output]).toEqual([0, expect.any(String)]);
  });
});
