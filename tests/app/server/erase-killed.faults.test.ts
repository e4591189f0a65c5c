import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { describeFaults, times } from '../../support/faults.ts';
import { asOperator, signInFirst, TASKS, timesFinished, useOperatorProcess } from './operator-process.ts';

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
  const { installation } = useOperatorProcess();
  describeFaults('at any moment', (kind) => {
    it.each(MOMENTS.slice(0, times(1, MOMENTS.length)))(
      'leaves everything or nothing after %d ms, and the next process ends it',
      async (moment) => {
        const { start, operator, found } = await installation(kind, COUNTS);
        const initial = ['first-one', 'second-one'].map((login) => [login, operator(login)] as const);
        const first = await start();
        for (const [login, password] of initial) await signInFirst(first.port, login, password);
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
        expect(await timesFinished(again, '清除记录')).toBe(1);
        await second.running.kill('SIGTERM');
        expect(await found()).toMatchObject({ students: 0, entries: 0, keys: 0, orgs: 0, state: 'done' });
      },
      180_000,
    );
  });
});
