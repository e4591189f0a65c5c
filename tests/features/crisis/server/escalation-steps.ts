import { expect, it } from 'vitest';
import { firstRecipients } from '../../../../src/features/crisis/server/escalation/first-recipients.ts';
import type { OrgContext } from '../../../../src/platform/context/server/context.ts';
import { qb } from '../../../../src/platform/db/server/query-builder.ts';
import type { Json } from '../../../support/client.ts';
import { tenant, type EscalationFixture } from './escalation-fixture.ts';

const placesOf = (orgId: string) =>
  qb
    .selectFrom('classes')
    .select(['class_id', 'period', 'grade', 'college_id', 'major_id'])
    .where('org_id', '=', orgId);

/** Who is notified first, who next, and when. */
export function stepTests({
  server,
  admin,
  classId,
  mayRead,
  idOf,
  run,
  notified,
  due,
  later,
  drill,
  noticesOf,
  begin,
  interview,
  logOf,
}: EscalationFixture): void {
  it('goes by default to the roles that may read warnings, so that no notice leads nowhere', async () => {
    await mayRead(false);
    const id = await drill(1);
    expect([await notified(id), await noticesOf(10, id)]).toEqual([['1 心理教师'], []]);
    await admin().post(`/v1/portal/escalation/drills/${id}/end`);
    await mayRead(true);
  });

  it('notifies one step after the other, each once, after the minutes of the level, until the last one', async () => {
    const id = await drill(1);
    expect(await notified(id)).toEqual(['1 班主任']);
    expect((await run(id)).tellings.map(({ stand_in }: Json) => stand_in)).toEqual([false]);
    expect((await logOf(id)).map(({ row_label }) => row_label)).toEqual(['演练']);
    expect([await noticesOf(10, id), await noticesOf(8, id)]).toEqual([['drill'], []]);
    await later(4);
    expect(await notified(id)).toEqual(['1 班主任']);
    await later(1);
    expect(await notified(id)).toEqual(['1 班主任', '2 心理教师']);
    await due();
    await later(5);
    expect(await notified(id)).toEqual(['1 班主任', '2 心理教师', '3 心理负责人']);
    await later(10);
    expect((await run(id)).state).toBe('running');
    await later(30);
    await due();
    const ended = await run(id);
    expect([ended.state, ended.next_at, (await notified(id)).slice(3)]).toEqual([
      'exhausted',
      undefined,
      ['4 校领导', '5 无人接手，告知管理员'],
    ]);
    const inApp = ended.tellings.filter(({ channel }: Json) => channel === 'in_app');
    expect(new Set(inApp.map(({ step, teacher_name }: Json) => `${step} ${teacher_name}`)).size).toBe(inApp.length);
    for (const role of [10, 8, 14, 12, 4]) expect([role, await noticesOf(role, id)]).toEqual([role, ['drill']]);
    expect(await noticesOf(7, id)).toEqual([]);
  });

  it('does not notify the reporter of the own report, and starts with the next step instead', async () => {
    await begin('w-own', idOf(10), 2);
    const own = await run('w-own');
    expect(own.tellings.map(({ teacher_name }: Json) => teacher_name)).not.toContain(
      (await admin().get('/v1/portal/teachers?size=200')).data.items.find((one: Json) => one.user_id === idOf(10))
        .teacher_name,
    );
    expect(await noticesOf(10, 'w-own')).toEqual([]);
    expect(own.student_name).toBeUndefined();
    await later(1);
    // An escalation of a warning is no drill, which a person could end without a verdict.
    for (const id of ['w-own', 'nothing'])
      expect((await admin().post(`/v1/portal/escalation/drills/${id}/end`)).status).toBe(404);
    expect((await run('w-own')).state).toBe('running');
  });

  it('tells the first step of a warning, and later ones that nobody took it on; each is logged as what it is', async () => {
    await begin('w-first', null, 1);
    expect([await noticesOf(10, 'w-first'), await noticesOf(8, 'w-first')]).toEqual([['warning'], []]);
    await later(5);
    expect(await noticesOf(8, 'w-first')).toEqual(['escalated']);
    await later(10);
    await later(15);
    await later(60);
    expect((await run('w-first')).state).toBe('exhausted');
    expect([await noticesOf(10, 'w-first'), await noticesOf(4, 'w-first')]).toEqual([['warning'], ['unanswered']]);
    expect((await logOf('w-first')).map(({ row_label }) => row_label)).toEqual(Array(5).fill('预警'));
    server().clock.time = Date.parse('2026-11-23T10:00:00+08:00');
  });

  it('of a student without a class begins with those who reach every student', async () => {
    await begin('w-alone', null, 2, { classId: null });
    expect([await noticesOf(10, 'w-alone'), await noticesOf(8, 'w-alone')]).toEqual([[], ['escalated']]);
  });

  it('of an interview begins with the first step that can bring its verdict, and gives it until it is due', async () => {
    await interview('w-interview', '2026-11-23T15:00:00+08:00');
    expect([await notified('w-interview'), await noticesOf(10, 'w-interview')]).toEqual([['1 心理教师'], []]);
    const { tellings, next_at } = await run('w-interview');
    expect([Date.parse(next_at), tellings.filter(({ channel }: Json) => channel === 'sms')]).toEqual([
      Date.parse('2026-11-23T15:00:00+08:00'),
      [],
    ]);
    await later(301);
    expect(await notified('w-interview')).toEqual(['1 心理教师', '2 心理负责人']);
    server().clock.time = Date.parse('2026-11-23T10:00:00+08:00');
  });

  it('reaches class teachers for their own classes only', async () => {
    const reached = await server().db.transaction(tenant, async (tx) => {
      const services = server().services;
      const nowIso = () => new Date(server().clock.time).toISOString();
      const ctx = { actor: { orgId: '2001' }, services, nowIso } as unknown as OrgContext;
      const places = await tx.run(placesOf('2001'));
      return new Map(await firstRecipients(tx, ctx, places));
    });
    const teaching = [...reached].filter(([, ids]) => ids.includes(idOf(10))).map(([id]) => id);
    expect(teaching).toContain(classId());
    expect(teaching.length).toBeLessThan(reached.size);
    for (const ids of reached.values()) expect(new Set(ids).size).toBe(ids.length);
  });
}
