import { expect, it } from 'vitest';
import { features } from '../../../../src/app/server/features.ts';
import { Worker } from '../../../../src/platform/jobs/server/worker.ts';
import type { Json } from '../../../support/client.ts';
import { MINUTE, NAME, type EscalationFixture } from './escalation-fixture.ts';

/** Short messages beside the notices. */
export function messageTests({ server, admin, run, notified, due, later, drill }: EscalationFixture): void {
  it('sends short messages without names, once, and records missing numbers', async () => {
    const before = server().outbox.messages.length;
    const id = await drill(1);
    await later(5);
    await due();
    const smsOf = async (): Promise<Json[]> =>
      (await run(id)).tellings.filter(({ channel }: Json) => channel === 'sms');
    await expect.poll(async () => (await smsOf()).filter(({ state }) => state === 'waiting')).toEqual([]);
    const messages = server().outbox.messages.slice(0, server().outbox.messages.length - before);
    const sms = await smsOf();
    expect(sms.length).toBeGreaterThan(0);
    expect(sms.map(({ state }: Json) => state)).toEqual(sms.map(() => expect.stringMatching(/^(told|no_number)$/)));
    expect(messages.filter(({ type }) => type === 6).length).toBeGreaterThan(0);
    for (const { text } of messages) expect(text).not.toContain(NAME);
    await admin().post(`/v1/portal/escalation/drills/${id}/end`);
    expect((await run(id)).state).toBe('ended');
  });

  it('retries short messages while the gateway is down, continues to escalate, and records the failure', async () => {
    const { sms, log } = server().services;
    const tries: number[] = [];
    let answer: 'away' | 'there' = 'away';
    const flaky: typeof sms = {
      available: true,
      send: (message) => {
        tries.push(server().clock.time);
        return answer === 'there' ? sms.send(message) : Promise.reject(new Error('no gateway'));
      },
    };
    const parts = { ...server().services, sms: flaky, log: { ...log, warn: () => undefined } as typeof log };
    const rounds = new Worker(
      features.flatMap(({ jobs = [] }) => jobs),
      parts,
    );
    const states = async (id: string) =>
      (await run(id)).tellings
        .filter(({ channel }: Json) => channel === 'sms')
        .map(({ step, state }: Json) => `${step} ${state}`);
    const minutes = async (count: number) => {
      for (let i = 0; i < count; i++) {
        server().clock.advance(MINUTE);
        await rounds.runDue();
      }
    };
    await server().db.admin((found) => found("update teachers set mobile = '19900001234' where org_id = '2001'"));
    const [first, second] = [await drill(3), await drill(3)];
    await minutes(29);
    expect([tries.length, await notified(first)]).toEqual([0, ['1 班主任']]);
    await minutes(1);
    // One message for each of both drills: at once and after 1, 4 and 9 minutes. The next step is notified in time.
    const of = (await states(first)).length;
    expect(of).toBeGreaterThan(0);
    await minutes(14);
    const began = tries[0] ?? 0;
    expect(tries.map((at) => (at - began) / MINUTE)).toEqual(
      [0, 1, 5, 14].flatMap((at) => Array.from({ length: 2 * of }, () => at)),
    );
    expect(await states(first)).toEqual(Array.from({ length: of }, () => '2 waiting'));
    await admin().post(`/v1/portal/escalation/drills/${second}/end`);
    expect(await states(second)).toEqual([]);
    await minutes(16);
    expect([
      await notified(first),
      (await states(first)).filter((state: string) => state.startsWith('2')),
      tries.length,
    ]).toEqual([
      ['1 班主任', '2 心理教师', '3 心理负责人'],
      Array.from({ length: of }, () => '2 waiting'),
      9 * of + (await states(first)).length - of,
    ]);
    answer = 'there';
    await minutes(1);
    expect((await states(first)).filter((state: string) => state.startsWith('3'))).toEqual(
      (await states(first)).filter((state: string) => state === '3 told'),
    );
    answer = 'away';
    await minutes(14);
    expect((await states(first)).filter((state: string) => state.startsWith('2'))).toEqual(
      Array.from({ length: of }, () => '2 failed'),
    );
    await admin().post(`/v1/portal/escalation/drills/${first}/end`);
  });
}
