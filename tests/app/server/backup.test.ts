import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { freshDatabase, type FreshDatabase } from '../../support/databases.ts';
import { withDatabase } from '../../support/postgres-admin.ts';
import { Running } from '../../support/process.ts';

const SUFFIX = randomUUID().slice(0, 8);
const [LIMITED, WHOLE, OWNER, RESTORED] = ['limited', 'backup', 'owner', 'restored'].map((one) => `${one}_${SUFFIX}`);
const PASSWORD = 'geheim';

describe.skipIf(!inject('databases').postgres)('npm run backup', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-backup-'));
  const file = path.join(folder, 'all.dump');
  let source: FreshDatabase;
  let admin: PgClient;

  beforeAll(async () => {
    source = await freshDatabase('server', 'demo');
    admin = new PgClient({ connectionString: source.options.url });
    await admin.connect();
    await admin.query(`
      create role ${LIMITED} login password '${PASSWORD}'; grant pg_read_all_data to ${LIMITED};
      create role ${WHOLE} login bypassrls password '${PASSWORD}'; grant pg_read_all_data to ${WHOLE};
      create role ${OWNER} login createrole password '${PASSWORD}'; grant xinyu_app to ${OWNER}`);
    await admin.query(`create database ${RESTORED} owner ${OWNER} template template0`);
  });
  afterAll(async () => {
    await admin.query(`drop database ${RESTORED} with (force)`);
    await admin.query(`drop role ${LIMITED}; drop role ${WHOLE}; drop role ${OWNER}`);
    await admin.end();
    await source.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const as = (role: string | undefined, address: string): string =>
    Object.assign(new URL(address), { username: role, password: PASSWORD }).href;
  const backup = (env: Record<string, string>, ...args: string[]) =>
    new Running(path.join(root, 'src/tools/backup.mjs'), env, args).ended;
  const withLogin = (role: string | undefined) =>
    backup({ DATABASE_BACKUP_URL: as(role, String(source.options.url)) }, file);

  it('refuses a login under row-level security, says which one it needs, and leaves no file', async () => {
    const { code, output } = await withLogin(LIMITED);
    expect([code, output]).toEqual([1, expect.stringContaining('create role xinyu_backup login bypassrls')]);
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
    expect(output).not.toContain(PASSWORD);
  });

  it('says what to do where there is no server', async () => {
    expect(await backup({}, file)).toMatchObject({ code: 1, output: expect.stringContaining('再完整复制 DATA_DIR') });
    expect(await backup({}, '--help')).toMatchObject({ code: 0, output: expect.stringContaining('pg_read_all_data') });
  });

  it('backs everything up into a file for its owner only, which the owner of a new database restores', async () => {
    const { code, output } = await withLogin(WHOLE);
    expect([code, output]).toEqual([0, expect.stringContaining(`已备份到 ${file}`)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await withLogin(WHOLE)).toMatchObject({ code: 1, output: expect.stringContaining('已经存在') });

    const target = withDatabase(String(source.options.url), String(RESTORED));
    const restoring = spawn('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${as(OWNER, target)}`, file]);
    let said = '';
    restoring.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect([await once(restoring, 'close'), said]).toEqual([[0, null], '']);

    const there = new PgClient({ connectionString: target });
    await there.connect();
    const counted =
      'select (select count(*)::int from students) as students, (select count(*)::int from audit_logs) as entries';
    const [before, after] = [await admin.query(counted), await there.query(counted)];
    await there.end();
    expect(after.rows).toEqual(before.rows);
    expect(after.rows[0]).not.toMatchObject({ students: 0 });
  });
});
