import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/platform/db/server/open.ts';
import { Client } from '../../support/client.ts';
import { freshDatabase } from '../../support/databases.ts';
import { describeFaults, times } from '../../support/faults.ts';
import { copyFirstStart, Running, useBuild } from '../../support/process.ts';

const OWN = 'Tidal-maple-47';
const TASKS = '/v1/platform/tasks';
const SCHOOL = '/v1/platform/organisations/2001';
/** Milliseconds after the approval. */
const MOMENTS = [400, 0, 50, 150, 800, 1500, 2500, 4000];

/** Rows that an erasure deletes, and the tables whose rows are counted. */
const COUNTS = `
  select (select count(*)::int from students where org_id = '2001') as students,
    (select count(*)::int from audit_logs where org_id = '2001') as entries,
    (select count(*)::int from data_keys where org_id = '2001') as keys,
    (select count(*)::int from orgs where org_id = '2001') as orgs,
    (select state from organisation_tasks where org_id = '99' and about_org = '2001') as state`;

describe('an erasure whose process is killed', () => {
  const entry = useBuild();
  describeFaults('at any moment', (kind) => {
    const homes: string[] = [];
    afterAll(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true, maxRetries: 3 })));

    async function setting() {
      const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu erasing '));
      homes.push(home);
      const fresh = kind === 'embedded' ? undefined : await freshDatabase(kind, 'demo');
      if (fresh) onTestFinished(() => fresh.remove());
      else await copyFirstStart(home);
      const url = fresh?.options.url;
      const env = {
        PORT: '0',
        XINYU_MODE: 'demo',
        ARGON2_MEMORY_KIB: '8192',
        ARGON2_PASSES: '1',
        DATA_DIR: home,
        ...(url !== undefined && { DATABASE_URL: url }),
      };
      const start = async () => {
        const running = new Running(entry('main'), env);
        onTestFinished(async () => {
          await running.kill();
        });
        return { running, port: await running.port() };
      };
      const operator = (login: string) => {
        const { PATH = '', HOME = '' } = process.env;
        const made = execFileSync(process.execPath, [entry('org'), 'operator', 'create', '运营员', '--login', login], {
          env: { PATH, HOME, ...env },
          encoding: 'utf8',
        });
        return /密码\s+(\S+)/.exec(made)?.[1] ?? '';
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
      return { start, operator, found };
    }
    const asOperator = async (port: number, login: string) =>
      (await new Client({ port, now: Date.now }).signIn(login, OWN))
        .as({ org: { orgId: '99', orgType: '99', roleId: '' } })
        .verified(OWN);

    it.each(MOMENTS.slice(0, times(1, MOMENTS.length)))(
      'leaves everything or nothing after %d ms, and the next process ends it',
      async (moment) => {
        const { start, operator, found } = await setting();
        if (kind === 'server') await (await start()).running.kill('SIGTERM');
        const initial = ['first-one', 'second-one'].map((login) => [login, operator(login)] as const);
        const first = await start();
        for (const [login, password] of initial)
          await new Client({ port: first.port, now: Date.now }).signInFirst(login, password, OWN);
        const proposer = await asOperator(first.port, 'first-one');
        const approver = await asOperator(first.port, 'second-one');
        const suspension = { reason: '学校迁出', confirm_open_cases: true };
        expect((await proposer.post(`${SCHOOL}/actions/suspend`, suspension)).status).toBe(200);
        const { task_id: id } = (await proposer.post(`${SCHOOL}/actions/propose_erasure`, suspension)).data;
        const { rows, org_name } = (await approver.get(`${SCHOOL}/erasure`)).data;
        expect(rows).toBeGreaterThan(10_000);
        const approved = await approver.post(`${TASKS}/${id}/actions/approve`, {
          org_name,
          rows,
          confirm_open_cases: true,
        });
        expect(approved.status).toBe(200);
        await delay(moment);
        expect((await first.running.kill()).signal).toBe('SIGKILL');

        const left = await found();
        if (left?.['state'] === 'working')
          expect(left).toMatchObject({
            students: expect.toSatisfy((n: number) => n > 1000) as number,
            keys: 1,
            orgs: 1,
          });
        else expect(left).toMatchObject({ students: 0, entries: 0, keys: 0, orgs: 0 });

        const second = await start();
        const again = await asOperator(second.port, 'first-one');
        const state = async () => (await again.get(TASKS)).data?.items[0]?.state;
        await expect.poll(state, { timeout: 60_000, interval: 200 }).toBe('done');
        const proof = await again.get(`${TASKS}/${id}/proof`);
        expect(proof.body.subarray(0, 5).toString()).toBe('%PDF-');
        const { items } = (await again.get('/v1/platform/log?size=50')).data;
        const finished = items.filter(
          ({ act, facts }: { act: string; facts: { label: string; value: string }[] }) =>
            act === '清除记录' && facts.some(({ label, value }) => label === '已完成' && value === '是'),
        );
        expect(finished.length).toBe(1);
        await second.running.kill('SIGTERM');
        expect(await found()).toMatchObject({ students: 0, entries: 0, keys: 0, orgs: 0, state: 'done' });
      },
      180_000,
    );
  });
});
