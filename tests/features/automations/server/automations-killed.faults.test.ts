import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { Client } from '../../../support/client.ts';
import { freshDatabase } from '../../../support/databases.ts';
import { waitForLock } from '../../../support/locks.ts';
import { Running, useBuild } from '../../../support/process.ts';

const SCHOOL = '2001';
const PATIENCE = { timeout: 60_000, interval: 20 };
const [VISIT, TASK] = ['lab-visit', 'lab-task'];

const resource = (title: string, automations: readonly object[]) => ({
  title,
  required: ['name'],
  properties: {
    name: {
      type: 'string',
      title: '事项',
      maxLength: 40,
      'x-list': { order: 1 },
      'x-form': { on: ['create', 'edit'], order: 1 },
    },
  },
  'x-resource': { label: 'name', help: title, ...(automations.length > 0 && { automations }) },
});
const everything = {
  key: 'all',
  title: '来访后',
  when: { on: 'create' },
  create: { entity: TASK, values: { name: { field: 'name' } } },
  notify: { roles: [4, 5], title: '来访：{name}' },
  webhook: true,
};

/** What the run of the automation has left. */
const EFFECTS = `select
  (select count(*) from tenant_rows where org_id = '${SCHOOL}' and entity = '${TASK}')::int as tasks,
  (select count(*) from notices where org_id = '${SCHOOL}' and kind = 'automation')::int as notices,
  (select count(distinct user_id) from notices where org_id = '${SCHOOL}' and kind = 'automation')::int as readers,
  (select count(*) from webhook_deliveries where org_id = '${SCHOOL}' and event = 'row.automation')::int as deliveries,
  (select count(*) from audit_logs where org_id = '${SCHOOL}' and act = 'run')::int as logged,
  (select string_agg(state, ',') from automation_runs where org_id = '${SCHOOL}') as states`;

describe.skipIf(!inject('databases').postgres)('a process that is killed in the middle of an automation', () => {
  const entry = useBuild();
  const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu automations '));
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

  it('leaves nothing of it, and the next process does all of it once', async () => {
    const files = path.join(home, 'tenants/schemas/tenants', SCHOOL);
    mkdirSync(files, { recursive: true });
    writeFileSync(path.join(files, `${VISIT}.json`), JSON.stringify(resource('来访', [everything])));
    writeFileSync(path.join(files, `${TASK}.json`), JSON.stringify(resource('后续', [])));
    const fresh = await freshDatabase('server', 'demo');
    onTestFinished(() => fresh.remove());
    const db = await openDatabase(fresh.options);
    onTestFinished(() => db.close());
    const start = () => {
      const running = new Running(entry('main'), {
        PORT: '0',
        DATA_DIR: home,
        DATABASE_URL: fresh.options.url ?? '',
        TENANTS_DIR: path.join(home, 'tenants'),
      });
      onTestFinished(async () => {
        await running.kill();
      });
      return running;
    };
    const ask = (text: string) => db.admin((run) => run(text));

    const first = start();
    const client = new Client({ port: await first.port(), now: Date.now });
    const admin = await (await client.signIn('o2001r4')).withRole(2001, 4).verified();
    const hook = { name: '教务', url: 'https://hooks.example.org/x', events: ['row.automation'] };
    expect((await admin.post('/v1/portal/webhooks', hook)).status).toBe(201);

    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let held = () => {};
    const isHeld = new Promise<void>((resolve) => (held = resolve));
    // The run has created the row when it waits here for its first notice.
    const holding = db.admin(async (run) => {
      await run('begin');
      await run('lock table notices in share mode');
      held();
      await released;
      await run('rollback');
    });
    await isHeld;
    expect((await admin.post(`/v1/portal/x/${VISIT}`, { name: '初一来访' })).status).toBe(201);
    await waitForLock(db);
    await first.kill('SIGKILL');
    release();
    await holding;
    await expect
      .poll(
        () => ask('select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'),
        PATIENCE,
      )
      .toEqual([]);
    const nothing = { tasks: 0, notices: 0, readers: 0, deliveries: 0, logged: 0, states: 'waiting' };
    expect(await ask(EFFECTS)).toEqual([nothing]);

    // What a minute without a sign of the dead process does.
    await ask("update jobs set lease_until = now() where kind = 'automation'");
    start();
    await expect.poll(async () => (await ask(EFFECTS))[0]?.['states'], PATIENCE).toBe('done');
    const [found] = await ask(EFFECTS);
    expect(found).toMatchObject({ tasks: 1, deliveries: 1, logged: 1 });
    expect(Number(found?.['readers'])).toBeGreaterThan(0);
    expect(found?.['notices']).toBe(found?.['readers']);
    await expect.poll(() => ask("select 1 from jobs where kind = 'automation'"), PATIENCE).toEqual([]);
  });
});
