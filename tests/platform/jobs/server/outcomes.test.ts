import { expect, it } from 'vitest';
import type { RowChore } from '../../../../src/platform/jobs/server/kinds.ts';
import { dueBy } from '../../../../src/platform/jobs/server/queries.ts';
import { recurring } from '../../../../src/platform/jobs/server/tenant-chore.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { add, jobRows, kindOf, note, notes, process, SCHOOL } from './support.ts';

const SECOND = 1000;

describeDatabases('outcomes of jobs', (kind) => {
  const server = useServer(kind);

  it('run again after errors with growing delays, and end when they succeed', async () => {
    const attempts: number[] = [];
    const flaky = kindOf(
      'flaky',
      async ({ job }) => {
        attempts.push(job.attempts);
        if (job.attempts < 2) throw new Error('not yet');
      },
      { maxAttempts: 3 },
    );
    const worker = process(server(), [flaky]);
    await add(server(), worker, 'flaky', SCHOOL, 'x');
    await worker.runDue();
    await worker.runDue();
    expect(attempts).toEqual([0]);
    server().clock.advance(5 * SECOND);
    await worker.runDue();
    expect(attempts).toEqual([0, 1]);
    server().clock.advance(19 * SECOND);
    await worker.runDue();
    expect(attempts).toEqual([0, 1]);
    server().clock.advance(SECOND);
    await worker.runDue();
    expect(attempts).toEqual([0, 1, 2]);
    expect(await jobRows(server(), 'flaky')).toEqual([]);
  });

  it('are given up after the last attempt, once, and kept for operators', async () => {
    let given = 0;
    const broken = kindOf(
      'broken',
      async () => {
        throw new Error('never');
      },
      { maxAttempts: 2, giveUp: async () => void given++ },
    );
    const worker = process(server(), [broken]);
    await add(server(), worker, 'broken', SCHOOL, 'x');
    for (let i = 0; i < 4; i++) {
      await worker.runDue();
      server().clock.advance(60 * SECOND);
    }
    expect([given, await jobRows(server(), 'broken')]).toMatchObject([1, [{ state: 'failed', attempts: 2 }]]);
    // Added again, it is a new job.
    await add(server(), worker, 'broken', SCHOOL, 'x');
    expect(await jobRows(server(), 'broken')).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });

  it('of recurring chores run once per interval, with two processes too, also after an error', async () => {
    let runs = 0;
    const chore = recurring('chore', 60 * SECOND, async () => {
      runs++;
      if (runs === 2) throw new Error('this time not');
    });
    const [one, two] = [process(server(), [chore]), process(server(), [chore])];
    const round = () => Promise.all([one.runDue(), two.runDue(), one.runDue()]);
    await round();
    await round();
    expect(runs).toBe(1);
    server().clock.advance(60 * SECOND);
    await round();
    expect(runs).toBe(2);
    server().clock.advance(5 * SECOND);
    await round();
    await round();
    expect(runs).toBe(3);
    await two.runNow('chore');
    expect(runs).toBe(4);
    expect(await jobRows(server(), 'chore')).toMatchObject([{ tenant: null, state: 'waiting', attempts: 0 }]);
  });

  it('of chores whose effect is rows commit with the claim or not at all', async () => {
    const tenant = { orgId: SCHOOL, userId: null };
    let performed = 0;
    let after = 0;
    const rows: RowChore = {
      name: 'rows',
      perform: async (tx, _, orgId) => {
        await tx.run(note(orgId, `rows/${performed}`));
        performed++;
        if (performed === 1) throw new Error('in the middle');
        return { next: undefined, afterCommit: async () => void after++ };
      },
    };
    const [one, two] = [process(server(), [rows]), process(server(), [rows])];
    await server().db.write(tenant, [dueBy(SCHOOL, 'rows', new Date(server().clock.now()).toISOString())]);
    await one.runDue();
    expect([performed, after, await notes(server(), 'rows/')]).toEqual([1, 0, []]);
    await Promise.all([one.runDue(), two.runDue()]);
    await one.runDue();
    expect([performed, after, await notes(server(), 'rows/')]).toEqual([2, 1, ['rows/1']]);
    expect(await jobRows(server(), 'rows')).toHaveLength(1);
  });
});
