import { expect, it } from 'vitest';
import { LeaseLost } from '../../../../src/platform/jobs/server/kinds.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { add, gate, jobRows, kindOf, LEASE_MS, note, notes, process, SCHOOL, until } from './support.ts';

describeDatabases('leases of jobs', (kind) => {
  const server = useServer(kind);

  it('let a batch commit only while the lease is its own', async () => {
    const [taken, done] = [gate(), gate()];
    let failure: unknown;
    const slow = kindOf('lost', async (context) => {
      await context.commit((tx) => tx.run(note(SCHOOL, 'lost/first')));
      await taken.opened;
      await context
        .commit((tx) => tx.run(note(SCHOOL, 'lost/late')))
        .catch((error: unknown) => {
          failure = error;
          throw error;
        })
        .finally(done.open);
    });
    const other = kindOf('lost', (context) =>
      context.commit((tx) => tx.run(note(SCHOOL, 'lost/other'))).then(() => undefined),
    );
    const [first, second] = [process(server(), [slow]), process(server(), [other])];
    await add(server(), first, 'lost', SCHOOL, 'x');
    first.wake('lost');
    await until(async () => expect(await notes(server(), 'lost/')).toEqual(['lost/first']));
    server().clock.advance(LEASE_MS);
    await second.runDue();
    taken.open();
    await done.opened;
    await first.idle();
    expect(failure).toBeInstanceOf(LeaseLost);
    expect(await notes(server(), 'lost/')).toEqual(['lost/first', 'lost/other']);
    expect(await jobRows(server(), 'lost')).toEqual([]);
  });

  it('are renewed by every batch', async () => {
    const next = gate();
    const batches = kindOf('batches', async (context) => {
      server().clock.advance(LEASE_MS - 1);
      context.progress(7);
      await context.commit((tx) => tx.run(note(SCHOOL, 'batches/1')));
      server().clock.advance(LEASE_MS - 1);
      await next.opened;
    });
    const [first, second] = [process(server(), [batches]), process(server(), [batches])];
    await add(server(), first, 'batches', SCHOOL, 'x');
    first.wake('batches');
    await until(async () => expect(await jobRows(server(), 'batches')).toMatchObject([{ progress: 7 }]));
    await second.runDue();
    expect(await jobRows(server(), 'batches')).toMatchObject([{ state: 'running', crashes: 0 }]);
    next.open();
    await first.idle();
  });

  it.skipIf(kind === 'embedded')('are renewed while a job computes and commits nothing', async () => {
    const end = gate();
    const computes = kindOf('computes', () => end.opened);
    const worker = process(server(), [computes], { beatMs: 10 });
    await add(server(), worker, 'computes', SCHOOL, 'x');
    worker.wake('computes');
    const leaseUntil = async () => Date.parse(String((await jobRows(server(), 'computes'))[0]?.['lease_until']));
    await until(async () => expect(await leaseUntil()).toBeGreaterThan(0));
    const before = await leaseUntil();
    server().clock.advance(LEASE_MS / 2);
    await until(async () => expect(await leaseUntil()).toBe(before + LEASE_MS / 2));
    end.open();
    await worker.idle();
  });

  it('are taken over when their process is silent; crashes are counted until the job is given up', async () => {
    const dead = gate();
    const runs: number[] = [];
    const given: number[] = [];
    const deadly = kindOf(
      'deadly',
      async ({ job: { crashes } }) => {
        runs.push(crashes);
        await dead.opened;
      },
      { maxCrashes: 2, giveUp: async ({ job: { crashes } }) => void given.push(crashes) },
    );
    const processes = [1, 2, 3, 4].map(() => process(server(), [deadly]));
    const [first] = processes;
    if (!first) throw new Error('there is no process');
    await add(server(), first, 'deadly', SCHOOL, 'x');
    for (const [i, one] of processes.entries()) {
      one.wake('deadly');
      await until(() => expect(runs.length + given.length).toBe(i + 1));
      // No process takes it before the lease has expired.
      const next = process(server(), [deadly]);
      await next.runDue();
      expect(runs.length + given.length).toBe(i + 1);
      server().clock.advance(LEASE_MS);
    }
    expect([runs, given]).toEqual([[0, 1, 2], [3]]);
    await until(async () =>
      expect(await jobRows(server(), 'deadly')).toMatchObject([{ state: 'failed', attempts: 0, crashes: 3 }]),
    );
    dead.open();
  });

  it('end with their process: running jobs are released at once and continue in another process', async () => {
    const ran: string[] = [];
    const stops = kindOf('stops', async ({ signal }) => {
      ran.push('first');
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
      });
    });
    const goesOn = kindOf('stops', async ({ job }) => void ran.push(`${job.attempts} ${job.crashes}`));
    const [first, second] = [process(server(), [stops]), process(server(), [goesOn])];
    await add(server(), first, 'stops', SCHOOL, 'x');
    first.wake('stops');
    await until(() => expect(ran).toEqual(['first']));
    await first.close();
    expect(await jobRows(server(), 'stops')).toMatchObject([{ state: 'waiting', attempts: 0, crashes: 0 }]);
    await second.runDue();
    expect(ran).toEqual(['first', '0 0']);
  });

  it('of a dead process are taken over at the next start of the only process', async () => {
    const dead = gate();
    const ran: number[] = [];
    const left = kindOf('left', async ({ job: { crashes } }) => {
      ran.push(crashes);
      await dead.opened;
    });
    const [first, second] = [process(server(), [left]), process(server(), [left], { pollMs: 1e9 })];
    await add(server(), first, 'left', SCHOOL, 'x');
    first.wake('left');
    await until(() => expect(ran).toEqual([0]));
    await second.start();
    if (kind === 'server') {
      expect(ran).toEqual([0]);
      server().clock.advance(LEASE_MS);
      second.wake('left');
    }
    await until(() => expect(ran).toEqual([0, 1]));
    dead.open();
  });
});
