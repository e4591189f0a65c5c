import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/app/server/config/load.ts';
import { features } from '../../../src/app/server/features.ts';
import { prepareDemo, requireOwnerRights } from '../../../src/app/server/prepare-database.ts';
import type { Database } from '../../../src/platform/db/server/database.ts';
import { openDatabase } from '../../../src/platform/db/server/open.ts';
import { freshDatabase } from '../../support/databases.ts';
import { asAdmin, withDatabase } from '../../support/postgres-admin.ts';
import { TestClock } from '../../support/server.ts';
import { weakPasswords } from '../../support/template-content.ts';

const postgres = inject('databases').postgres;
const idOf = () => randomUUID().replaceAll('-', '').slice(0, 12);

/** A login of its own that goes with the test. */
async function newLogin(server: string, rights: string): Promise<string> {
  const login = `t_demo_${idOf()}`;
  await asAdmin(server, `create role ${login} login ${rights}`);
  onTestFinished(() => asAdmin(server, `drop role ${login}`));
  return login;
}

async function newDatabase(server: string, owner?: string): Promise<string> {
  const name = `t_demo_${idOf()}`;
  await asAdmin(server, `create database ${name}${owner === undefined ? '' : ` owner ${owner}`}`);
  onTestFinished(() => asAdmin(server, `drop database ${name} with (force)`));
  return withDatabase(server, name);
}

async function openAs(login: string, database: string): Promise<{ db: Database; url: string }> {
  const url = new URL(database);
  url.username = login;
  const db = await openDatabase({ url: url.href });
  onTestFinished(() => db.close());
  return { db, url: url.href };
}

const prepare = async ({ db, url }: { db: Database; url: string }) =>
  prepareDemo(
    db,
    { ...loadConfig({ serving: false, env: {} }), databaseUrl: url, databaseAdminUrl: url },
    { clock: new TestClock(), passwords: await weakPasswords(), features },
  );

const relations = (db: Database) =>
  db.admin((run) =>
    run("select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'"),
  );

describe.skipIf(!postgres)('a demo over PostgreSQL', () => {
  const server = postgres?.url ?? '';

  it('is refused to a login that may not create tables, and says what grants it', async () => {
    const login = await newLogin(server, 'createrole');
    const opened = await openAs(login, await newDatabase(server));
    await expect(prepare(opened)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        new RegExp(`${login}：不能在 public 模式里建表.*alter database \\w+ owner to ${login};`),
      ),
    });
    expect(await relations(opened.db)).toEqual([]);
  });

  it('is refused to the login of the server, which does not own the tables', async () => {
    const fresh = await freshDatabase('server');
    onTestFinished(() => fresh.remove());
    const login = await newLogin(server, 'in role xinyu_app');
    const opened = await openAs(login, fresh.options.url ?? '');
    await expect(prepare(opened)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/库里的数据表属于 \w+。.*把 DATABASE_ADMIN_URL 设为 \w+ 的登录/),
    });
  });

  it('is refused to an owner without the role of the requests', async () => {
    const login = await newLogin(server, '');
    const opened = await openAs(login, await newDatabase(server, login));
    await expect(requireOwnerRights(opened.db)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(
        `不是 xinyu_app 的成员。请由数据库管理员执行或设置：grant xinyu_app to ${login};`,
      ),
    });
    await asAdmin(server, `grant xinyu_app to ${login}`);
    await expect(requireOwnerRights(opened.db)).resolves.toBeUndefined();
  });

  it('is prepared by an owner that is no superuser', async () => {
    const login = await newLogin(server, 'in role xinyu_app');
    const opened = await openAs(login, await newDatabase(server, login));
    await prepare(opened);
    const [demo] = await opened.db.admin((run) => run("select value from installation where key = 'demo'"));
    expect(demo?.value).toBe('1');
  });

  it('explains a refusal that cannot be asked for beforehand', async () => {
    const login = await newLogin(server, 'in role xinyu_app');
    const database = await newDatabase(server, login);
    const opened = await openAs(login, database);
    await asAdmin(database, 'revoke usage on language plpgsql from public');
    await expect(prepare(opened)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('请把 DATABASE_URL（另有所有者时用 DATABASE_ADMIN_URL）换成数据库所有者的登录'),
      cause: { code: '42501' },
    });
  });
});
