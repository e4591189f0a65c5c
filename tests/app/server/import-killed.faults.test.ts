import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { zipSync, type Zippable } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { describeFaults, times } from '../../support/faults.ts';
import { copyFirstStart } from '../../support/process.ts';
import { asOperator, signInFirst, TASKS, timesFinished, useOperatorProcess } from './operator-process.ts';

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
  const { newHome, settings, command, installation } = useOperatorProcess();
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
    it.each(MOMENTS.slice(0, times(1, MOMENTS.length)))(
      'leaves everything or nothing after %d ms, and the next process ends it',
      async (moment) => {
        const { start, operator: create, found } = await installation(kind, COUNTS);
        const initial = create('importer');
        const first = await start();
        await signInFirst(first.port, 'importer', initial);
        const operator = await asOperator(first.port, 'importer');
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
        const again = await asOperator(second.port, 'importer');
        await expect.poll(() => state(again), { timeout: 60_000, interval: 200 }).toBe('done');
        expect(await timesFinished(again, '导入')).toBe(1);
        await second.running.kill('SIGTERM');
        expect(await found()).toMatchObject({ orgs: 1, entries: 1, accounts: 1, state: 'done' });
      },
      180_000,
    );
  });
});
