import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { zipSync, type Zippable } from 'fflate';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/platform/db/server/open.ts';
import { Client } from '../../support/client.ts';
import { freshDatabase } from '../../support/databases.ts';
import { describeFaults, times } from '../../support/faults.ts';
import { copyFirstStart, Running, useBuild } from '../../support/process.ts';

const OWN = 'Tidal-maple-47';
const TASKS = '/v1/platform/tasks';
/** Milliseconds after the confirmation. */
const MOMENTS = [700, 0, 100, 300, 500, 1000, 1500, 2500];
const SCHOOL = {
  org_id: '3001',
  org_name: '清河区第二中学',
  kind: '学校',
  edu_level: '基础教育',
  stages: [{ period: '初中', system: '六三制' }],
  features: ['archives'],
  service: { type: '正式服务', until: '2035-08-31' },
  administrator: { login_name: 'qh2z-admin', real_name: '王老师' },
};

const COUNTS = `
  select (select count(*)::int from orgs where org_id = '3001') as orgs,
    (select count(*)::int from audit_logs where org_id = '3001') as entries,
    (select count(*)::int from accounts where login_key = 'qh2z-admin') as accounts,
    (select state from organisation_tasks where org_id = '99') as state`;

describe('an import whose process is killed', () => {
  const entry = useBuild();
  const homes: string[] = [];
  const newHome = () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu importing '));
    homes.push(home);
    return home;
  };
  afterAll(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true, maxRetries: 3 })));
  const command = (env: Record<string, string>, ...args: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    return execFileSync(process.execPath, [entry('org'), ...args], { env: { PATH, HOME, ...env }, encoding: 'utf8' });
  };
  const settings = (home: string, url?: string) => ({
    PORT: '0',
    XINYU_MODE: 'demo',
    ARGON2_MEMORY_KIB: '8192',
    ARGON2_PASSES: '1',
    DATA_DIR: home,
    ...(url !== undefined && { DATABASE_URL: url }),
  });

  let zip: Buffer;
  let key: string;
  beforeAll(async () => {
    const home = newHome();
    await copyFirstStart(home);
    const [file, dir, keyFile] = ['school.json', 'package', 'key'].map((name) => path.join(home, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(file, JSON.stringify(SCHOOL));
    command(settings(home), 'create', file);
    command(settings(home), 'export', '3001', dir, '--key-file', keyFile);
    key = readFileSync(keyFile, 'utf8').trim();
    const files: Zippable = {};
    for (const found of readdirSync(dir, { recursive: true, withFileTypes: true }))
      if (found.isFile()) {
        const name = path.join(found.parentPath, found.name);
        files[path.relative(dir, name)] = [readFileSync(name), { level: 0 }];
      }
    zip = Buffer.from(zipSync(files));
  });

  describeFaults('at any moment', (kind) => {
    async function setting() {
      const home = newHome();
      const fresh = kind === 'embedded' ? undefined : await freshDatabase(kind, 'demo');
      if (fresh) onTestFinished(() => fresh.remove());
      else await copyFirstStart(home);
      const url = fresh?.options.url;
      const env = settings(home, url);
      const start = async () => {
        const running = new Running(entry('main'), env);
        onTestFinished(async () => {
          await running.kill();
        });
        return { running, port: await running.port() };
      };
      const options =
        url === undefined ? { dir: path.join(home, 'db'), entries: inject('databases').entries } : { url };
      /** What the next process finds. The lease of the killed one ends now instead of later. */
      const found = async () => {
        const db = await openDatabase(options);
        try {
          await db.admin((run) => run("update jobs set lease_until = now() where state = 'running'"));
          const [row] = await db.admin((run) => run(COUNTS));
          return row;
        } finally {
          await db.close();
        }
      };
      return { start, found, env };
    }
    const asOperator = async (port: number) =>
      (await new Client({ port, now: Date.now }).signIn('importer', OWN))
        .as({ org: { orgId: '99', orgType: '99', roleId: '' } })
        .verified(OWN);

    it.each(MOMENTS.slice(0, times(1, MOMENTS.length)))(
      'leaves everything or nothing after %d ms, and the next process ends it',
      async (moment) => {
        const { start, found, env } = await setting();
        if (kind === 'server') await (await start()).running.kill('SIGTERM');
        const made = command(env, 'operator', 'create', '运营员', '--login', 'importer');
        const first = await start();
        const initial = /密码\s+(\S+)/.exec(made)?.[1] ?? '';
        await new Client({ port: first.port, now: Date.now }).signInFirst('importer', initial, OWN);
        const operator = await asOperator(first.port);
        const begun = { file_name: 'school.zip', size: zip.length, reason: '学校迁入' };
        const { task_id: id } = (await operator.post('/v1/platform/imports', begun)).data;
        expect((await operator.put(`${TASKS}/${id}/parts/0`, zip)).status).toBe(200);
        expect((await operator.post(`${TASKS}/${id}/actions/check`, { key })).status).toBe(200);
        const state = async (as: Client) => (await as.get(TASKS)).data?.items[0]?.state;
        await expect.poll(() => state(operator), { timeout: 60_000, interval: 100 }).toBe('checked');
        expect((await operator.post(`${TASKS}/${id}/actions/import`, { rename_taken: false })).status).toBe(200);
        await delay(moment);
        expect((await first.running.kill()).signal).toBe('SIGKILL');

        const left = await found();
        if (left?.['state'] === 'working') expect(left).toMatchObject({ orgs: 0, entries: 0, accounts: 0 });
        else expect(left).toMatchObject({ orgs: 1, entries: 1, accounts: 1 });

        const second = await start();
        const again = await asOperator(second.port);
        await expect.poll(() => state(again), { timeout: 60_000, interval: 200 }).toBe('done');
        const { items } = (await again.get('/v1/platform/log?size=50')).data;
        const finished = items.filter(
          ({ act, facts }: { act: string; facts: { label: string; value: string }[] }) =>
            act === '导入' && facts.some(({ label, value }) => label === '已完成' && value === '是'),
        );
        expect(finished.length).toBe(1);
        await second.running.kill('SIGTERM');
        expect(await found()).toMatchObject({ orgs: 1, entries: 1, accounts: 1, state: 'done' });
      },
      180_000,
    );
  });
});
