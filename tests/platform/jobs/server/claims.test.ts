import { expect, it } from 'vitest';
import { qb } from '../../../../src/platform/db/server/query-builder.ts';
import type { Requester } from '../../../../src/platform/jobs/server/jobs.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { rowsOf } from '../../resources/server/support.ts';
import { add, gate, jobRows, kindOf, OTHER, process, SCHOOL, until } from './support.ts';

describeDatabases('claiming jobs', (kind) => {
  const server = useServer(kind);

  it('gives each job to one of two processes, and leaves nothing behind', async () => {
    const ran: string[] = [];
    const once = kindOf('once', async ({ job }) => void ran.push(job.subject), { slots: 3 });
    const [one, two] = [process(server(), [once]), process(server(), [once])];
    const subjects = Array.from({ length: 12 }, (_, i) => `${10 + i}`);
    for (const subject of subjects) await add(server(), one, 'once', SCHOOL, subject);
    await Promise.all([one.runDue(), two.runDue(), one.runDue()]);
    expect(ran.sort()).toEqual(subjects);
    expect(await jobRows(server(), 'once')).toEqual([]);
  });

  it('keeps a slot for other tenants: two long jobs of one tenant do not block another tenant', async () => {
    const long = gate();
    const started: string[] = [];
    const ended: string[] = [];
    const fair = kindOf(
      'fair',
      async ({ job: { tenant, subject } }) => {
        started.push(subject);
        if (tenant === SCHOOL) await long.opened;
        ended.push(subject);
      },
      { slots: 2 },
    );
    const worker = process(server(), [fair]);
    for (const subject of ['long 1', 'long 2']) await add(server(), worker, 'fair', SCHOOL, subject);
    await add(server(), worker, 'fair', OTHER, 'short');
    worker.wake('fair');
    await until(() => expect(ended).toEqual(['short']));
    expect(started.sort()).toEqual(['long 1', 'short']);
    long.open();
    await worker.idle();
    expect(ended.sort()).toEqual(['long 1', 'long 2', 'short']);
  });

  it('takes turns between tenants, however many jobs one of them adds first', async () => {
    const ran: string[] = [];
    const turns = kindOf('turns', async ({ job }) => void ran.push(job.subject));
    const worker = process(server(), [turns]);
    for (const subject of ['a1', 'a2', 'a3']) await add(server(), worker, 'turns', SCHOOL, subject);
    for (const subject of ['b1', 'b2']) await add(server(), worker, 'turns', OTHER, subject);
    await worker.runDue();
    expect(ran).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('lets other tenants go before the rest of a long job, and forgets its crashes with each turn', async () => {
    const ran: string[] = [];
    const pieces = kindOf('pieces', async ({ job: { subject } }) => {
      ran.push(subject);
      return subject === 'long' && ran.length < 5 ? 'again' : undefined;
    });
    const worker = process(server(), [pieces]);
    await add(server(), worker, 'pieces', SCHOOL, 'long');
    await rowsOf(server(), "update jobs set crashes = 1 where subject = 'long'");
    for (const subject of ['b1', 'b2']) await add(server(), worker, 'pieces', OTHER, subject);
    await worker.runDue();
    expect(ran).toEqual(['long', 'b1', 'long', 'b2', 'long']);
    expect(await jobRows(server(), 'pieces')).toEqual([]);
  });

  it('runs no more jobs of a kind than it has slots, and full slots of one kind block no other kind', async () => {
    const long = gate();
    const started: string[] = [];
    const full = kindOf(
      'full',
      async ({ job }) => {
        started.push(job.subject);
        await long.opened;
      },
      { slots: 2 },
    );
    const quick = kindOf('quick', async ({ job }) => void started.push(job.subject));
    const worker = process(server(), [full, quick]);
    for (const [orgId, subject] of [
      [SCHOOL, 'one'],
      [OTHER, 'two'],
      ['2003', 'three'],
    ] as const)
      await add(server(), worker, 'full', orgId, subject);
    await add(server(), worker, 'quick', SCHOOL, 'quick');
    for (const name of ['full', 'full', 'quick']) worker.wake(name);
    await until(() => expect(started).toContain('quick'));
    await until(() => expect(started).toHaveLength(3));
    expect((await jobRows(server(), 'full')).filter(({ state }) => state === 'running')).toHaveLength(2);
    long.open();
    await worker.idle();
    expect(started).toHaveLength(4);
  });

  it('finds jobs that another process has added by polling', async () => {
    const ran: string[] = [];
    const polled = kindOf('polled', async ({ job }) => void ran.push(job.subject));
    const [adds, polls] = [process(server(), [polled]), process(server(), [polled], { pollMs: 20 })];
    await polls.start();
    await add(server(), adds, 'polled', SCHOOL, 'x');
    await until(() => expect(ran).toEqual(['x']));
  });

  it('leaves seldom chores alone for a while after the start, and not frequent ones', async () => {
    const ran: string[] = [];
    const chore = (name: string, everyMs: number) => kindOf(name, async () => void ran.push(name), { everyMs });
    const kinds = [chore('hourly', 3_600_000), chore('frequent', 60_000)];
    await process(server(), kinds, { pollMs: 20, quietStartMs: 3000 }).start();
    await until(() => expect(ran).toEqual(['frequent']));
    await until(() => expect(ran).toEqual(['frequent', 'hourly']));
  });

  it('keeps only ids outside row-level security, and the request with its tenant until the job has ended', async () => {
    let seen: unknown;
    const asked = kindOf('asked', async (context) => {
      seen = await context.request();
    });
    const worker = process(server(), [asked]);
    const requester: Requester = {
      user_id: 'u1',
      session_id: 's',
      chain_id: 'c',
      signed_in_with: 'web',
      app_kind: 'web',
      org_type: 2,
      role_id: 4,
      request_id: 'r',
      address: '10.0.0.1',
      device: '周小满的电脑',
      verified: true,
    };
    const request = { requester, ids: ['k2001-0001'] };
    await add(server(), worker, 'asked', SCHOOL, 'r1', request);
    const [row] = await jobRows(server(), 'asked');
    expect(JSON.stringify(row)).not.toMatch(/周小满|k2001-0001|10\.0\.0\.1/);
    expect(
      Object.entries(row ?? {})
        .filter(([, value]) => typeof value === 'string')
        .map(([name]) => name)
        .sort(),
    ).toEqual(['created_at', 'job_id', 'kind', 'run_after', 'state', 'subject', 'tenant']);
    const requests = async (orgId: string) =>
      (
        await server().db.read({ orgId, userId: null }, [
          qb.selectFrom('job_requests').select('request').where('org_id', '=', SCHOOL),
        ])
      )[0];
    expect([await requests(SCHOOL), await requests(OTHER)]).toEqual([[{ request }], []]);
    await worker.runDue();
    expect(seen).toEqual(request);
    expect(await requests(SCHOOL)).toEqual([]);
  });
});
