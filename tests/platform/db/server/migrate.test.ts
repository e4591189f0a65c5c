import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/platform/db/server/database.ts';
import { migrate, MigrationFailed, pendingMigrations } from '../../../../src/platform/db/server/migrate.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { describeDatabases, freshDatabase, type FreshDatabase } from '../../../support/databases.ts';

const noTenant = { orgId: null, userId: null };

describeDatabases('migrations', (kind) => {
  let fresh: FreshDatabase;
  let db: Database;
  let dir: string;
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    db = await openDatabase(fresh.options);
  });
  afterAll(async () => {
    await db.close();
    await fresh.remove();
  });
  beforeEach(async () => {
    await db.admin((run) => run('drop schema public cascade; create schema public'));
    // Glob characters in a folder's name must be escaped.
    dir = path.join(mkdtempSync(path.join(os.tmpdir(), 'xinyu-migrations-')), 'a [b] {c} 迁移');
    mkdirSync(dir);
    writeFileSync(
      path.join(dir, '0001.do.first.sql'),
      'create table first (id int primary key);\ninsert into first values (1);\ngrant usage on schema public to xinyu_app; grant select on first to xinyu_app;\n',
    );
    writeFileSync(path.join(dir, '0002.do.second.sql'), 'create table second (id int references first);');
  });
  afterEach(() => rmSync(path.dirname(dir), { recursive: true }));
  const tables = async () =>
    (await db.admin((run) => run("select tablename from pg_tables where schemaname = 'public' order by 1"))).map(
      (row) => row.tablename,
    );

  it('run once and in order, and are reported while they are pending', async () => {
    expect(await pendingMigrations(db, dir)).toEqual(['0001.do.first.sql', '0002.do.second.sql']);
    expect(await tables()).toEqual([]);
    expect(await migrate(db, dir)).toEqual(['0001.do.first.sql', '0002.do.second.sql']);
    expect(await pendingMigrations(db, dir)).toEqual([]);
    expect(await migrate(db, dir)).toEqual([]);
    writeFileSync(path.join(dir, '0010.do.third.sql'), 'insert into first values (3)');
    expect(await pendingMigrations(db, dir)).toEqual(['0010.do.third.sql']);
    expect(await migrate(db, dir)).toEqual(['0010.do.third.sql']);
    expect(await db.read(noTenant, [CompiledQuery.raw('select id from first order by id')])).toEqual([
      [{ id: 1 }, { id: 3 }],
    ]);
  });

  it('stop at the first failure, which is rolled back', async () => {
    writeFileSync(
      path.join(dir, '0002.do.second.sql'),
      'create table second (id int);\ninsert into nowhere values (1);',
    );
    const failure = migrate(db, dir);
    await expect(failure).rejects.toBeInstanceOf(MigrationFailed);
    await expect(failure).rejects.toThrow(/0002\.do\.second\.sql: .*nowhere/);
    expect(await tables()).toEqual(['first', 'schema_migrations']);
    writeFileSync(path.join(dir, '0002.do.second.sql'), 'create table second (id int);');
    expect(await migrate(db, dir)).toEqual(['0002.do.second.sql']);
  });

  it('must not be changed once they are applied', async () => {
    await migrate(db, dir);
    appendFileSync(path.join(dir, '0001.do.first.sql'), '-- more\n');
    await expect(migrate(db, dir)).rejects.toBeInstanceOf(MigrationFailed);
  });

  it('of the product are all run in a fresh database', async () => {
    expect(await migrate(db)).toEqual(expect.arrayContaining(['0001.do.core.sql']));
    expect(await pendingMigrations(db)).toEqual([]);
  });

  it.runIf(kind === 'server')('are run once where two processes migrate at the same time', async () => {
    const other = await openDatabase(fresh.options);
    const runs = await Promise.all([migrate(db, dir), migrate(other, dir)]);
    await other.close();
    expect(runs.flat()).toEqual(['0001.do.first.sql', '0002.do.second.sql']);
  });

  it.runIf(kind === 'server')('can be listed with the login of the server, which may not run them', async () => {
    const login = `t_server_${process.pid}`;
    await migrate(db, dir);
    await db.admin((run) => run(`create role ${login} login; grant xinyu_app to ${login}`));
    writeFileSync(path.join(dir, '0003.do.third.sql'), 'create table third (id int)');
    const url = new URL(fresh.options.url ?? '');
    url.username = login;
    const server = await openDatabase({ url: url.href });
    expect(await pendingMigrations(server, dir)).toEqual(['0003.do.third.sql']);
    await expect(migrate(server, dir)).rejects.toThrow('permission denied');
    await server.close();
    await db.admin((run) => run(`drop role ${login}`));
  });

  it.runIf(kind === 'server')('allow an owner without superuser rights to work under xinyu_app', async () => {
    const owner = `t_owner_${process.pid}`;
    await db.admin((run) => run(`create role ${owner} login createrole; alter schema public owner to ${owner}`));
    const url = new URL(fresh.options.url ?? '');
    url.username = owner;
    const own = await openDatabase({ url: url.href });
    await migrate(own, dir);
    expect(await own.read(noTenant, [CompiledQuery.raw('select id from first')])).toEqual([[{ id: 1 }]]);
    await own.close();
    await db.admin((run) => run(`drop owned by ${owner} cascade; drop role ${owner}`));
  });
});
