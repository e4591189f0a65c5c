import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { keyOf } from '../../../src/platform/crypto/server/key-text.ts';
import { renewalPublicKey } from '../../../src/platform/crypto/server/wrapping.ts';
import { Client } from '../../support/client.ts';
import { DEPLOY, hasProgram, newSecrets } from '../../support/deployment.ts';
import { freePort } from '../../support/free-port.ts';
import { asAdmin } from '../../support/postgres-admin.ts';
import { Running, useBuild } from '../../support/process.ts';
import { valkeyProgram } from '../../support/valkey.ts';

const { postgres } = inject('databases');
const canRun = postgres !== undefined && valkeyProgram !== undefined && hasProgram('psql', '--version');

/** The steps of `.deploy` without containers: secrets, roles, migration, store, first school, server. */
describe.skipIf(!canRun)('an installation from the deployment files', () => {
  const entry = useBuild();
  const server = new URL(postgres?.url ?? 'postgres://none');
  const database = `xinyu_deployed_${randomUUID().slice(0, 8)}`;
  const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu deployed '));
  const { folder, renewalKey } = newSecrets();
  const secret = (name: string) => readFileSync(path.join(folder, name), 'utf8').trim();
  /** The address of a secret, at the servers of this test. */
  const address = (name: string) =>
    secret(name).replace('@postgres:5432/xinyu', `@${server.hostname}:${server.port}/${database}`);
  const settings: Record<string, string> = {
    XINYU_MODE: 'production',
    PORT: '0',
    DATA_DIR: home,
    APP_SECRET_FILE: path.join(folder, 'app-secret'),
    MASTER_KEY_FILE: path.join(folder, 'master-key'),
    RENEWAL_PUBLIC_KEY_FILE: path.join(folder, 'renewal-public-key'),
  };
  const closers: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  });
  const run = (name: string, env: Record<string, string>, ...args: string[]) => {
    const running = new Running(entry(name), { ...settings, ...env }, args);
    closers.push(() => running.kill());
    return running;
  };

  beforeAll(async () => {
    closers.push(async () => {
      await asAdmin(server.href, `drop database if exists ${database} with (force)`);
      await asAdmin(server.href, 'drop role if exists xinyu_owner, xinyu_login, xinyu_backup');
    });
    execFileSync('sh', [path.join(DEPLOY, 'postgres/roles.sh')], {
      env: {
        ...process.env,
        PGHOST: server.hostname,
        PGPORT: server.port,
        PGUSER: decodeURIComponent(server.username),
        PGPASSWORD: decodeURIComponent(server.password),
        SECRETS: folder,
        DATABASE: database,
      },
    });
    const port = await freePort();
    const valkey = spawn(
      valkeyProgram ?? '',
      [path.join(folder, 'valkey.conf'), '--dir', home, '--port', String(port)],
      { stdio: 'ignore' },
    );
    const ended = once(valkey, 'exit');
    closers.push(() => {
      valkey.kill('SIGKILL');
      return ended;
    });
    settings['REDIS_URL'] = secret('redis-url').replace('@valkey:6379', `@127.0.0.1:${port}`);
  });

  it('has a renewal key that fits the public one and is in no file', () => {
    expect(renewalPublicKey(keyOf(renewalKey) ?? Buffer.alloc(32))).toEqual(keyOf(secret('renewal-public-key')));
    expect(() => execFileSync('grep', ['-rlF', renewalKey, folder])).toThrow();
  });

  it('is migrated by the owner, serves as the login, and is read whole by the backup', async () => {
    const migrated = await run('migrate', { DATABASE_ADMIN_URL: address('database-admin-url') }).ended;
    expect([migrated.code, migrated.output]).toEqual([0, expect.stringContaining('0001.do.core.sql')]);
    const portal = { DATABASE_URL: address('database-url') };
    const help = await run('org', portal, '--help').ended;
    const school = path.join(home, 'school.json');
    writeFileSync(school, /^\{\n[\s\S]*?^\}$/m.exec(help.output)?.[0] ?? '');
    const created = await run('org', portal, 'create', school).ended;
    expect([created.code, created.output]).toEqual([0, expect.stringContaining('已创建')]);

    const port = await run('main', portal).port();
    const client = new Client({ port, now: Date.now });
    expect((await client.publicly('GET', '/readyz')).status).toBe(200);
    const password = /密码 +(\S+)\n/.exec(created.output)?.[1] ?? '';
    const admin = (await client.signInFirst('qh2z-admin', password)).withRole(3001, 4);
    expect((await admin.get('/v1/portal/classes')).status).toBe(200);

    const backup = new PgClient({ connectionString: address('database-backup-url') });
    await backup.connect();
    closers.push(() => backup.end());
    expect((await backup.query('select org_id from org_settings')).rows).toEqual([{ org_id: '3001' }]);
    await expect(backup.query("update org_settings set org_id = '1'")).rejects.toThrow('permission denied');
  });

  it('lets the owner of the database serve no requests', async () => {
    const { code, output } = await run('main', { DATABASE_URL: address('database-admin-url') }).ended;
    expect([code, output]).toEqual([1, expect.stringContaining('无法启动：数据库登录角色 xinyu_owner')]);
  });
});
