import { expect, it } from 'vitest';
import type { Json } from '../../../support/client.ts';
import type { EscalationFixture } from './escalation-fixture.ts';

/** What ends an escalation, and what its reporter learns. */
export function endTests({ server, as, run, notified, later, drill, noticesOf }: EscalationFixture): void {
  it('stops when a recipient acknowledges it, and sends no more reminders', async () => {
    const id = await drill(3);
    const path = `/v1/portal/escalation/drills/${id}/acknowledge`;
    expect((await as(8).post(path)).status).toBe(404);
    expect((await as(10).post(path)).data).toEqual({ ok: true });
    expect((await as(10).post(path)).status).toBe(200);
    await later(600);
    const ended = await run(id);
    expect([ended.state, ended.ended_by_name !== undefined, await notified(id)]).toEqual([
      'acknowledged',
      true,
      ['1 班主任'],
    ]);
    expect(
      (await as(10).get('/v1/portal/notices?unread=true&size=200')).data.items.filter(
        (one: Json) => one.subject_id === id,
      ),
    ).toEqual([]);
    expect(
      (await (await server().client.signIn('o2002r4')).withRole(2002, 4).post(`/v1/portal/escalation/drills/${id}/end`))
        .status,
    ).toBe(404);
    server().clock.time = Date.parse('2026-11-23T10:00:00+08:00');
  });

  it('starts with a report, stops with an acknowledgement, and sends the reporter the verdict', async () => {
    const stream = await as(8).listen('/v1/portal/notices/stream');
    const [child] = (await as(10).get('/v1/portal/students?size=1')).data.items;
    const { warn_id: id } = (
      await as(10).post('/v1/portal/psychology_warns/artificials', {
        child_id: child.child_id,
        category_ids: ['emotion'],
        warn_content: '经常无故哭泣',
        source_type: 1,
        student_consulting_id: null,
      })
    ).data;
    const { data } = await stream.first(({ event, data: notice }) => event === 'notice' && notice.subject_id === id);
    expect([data.kind, JSON.stringify(stream.events).includes(child.child_name)]).toEqual(['escalated', false]);
    stream.close();
    expect((await as(8).post(`/v1/portal/psychology_warns/${id}/acknowledge`)).status).toBe(200);
    await later(600);
    expect([
      (await run(id)).state,
      await notified(id),
      (await run(id)).tellings.filter(({ state }: Json) => state === 'waiting'),
    ]).toEqual(['acknowledged', ['2 心理教师'], []]);
    const verdict = await (
      await as(8).verified()
    ).put(`/v1/portal/psychology_warns/${id}/verify`, { valid_status: 2, file_ids: [], reason: '已了解情况' });
    expect([verdict.status, await noticesOf(10, id)]).toEqual([200, ['settled']]);
    // The run still says who took it on.
    expect((await run(id)).state).toBe('acknowledged');
    server().clock.time = Date.parse('2026-11-23T10:00:00+08:00');
  });

  it('stops with the verdict, also when no recipient acknowledged the report before', async () => {
    const [child] = (await as(10).get('/v1/portal/students?size=1')).data.items;
    const { warn_id: id } = (
      await as(10).post('/v1/portal/psychology_warns/artificials', {
        child_id: child.child_id,
        category_ids: ['emotion'],
        warn_content: '与同学争吵后情绪低落',
        source_type: 1,
        student_consulting_id: null,
      })
    ).data;
    const waiting = async () =>
      (await as(8).get('/v1/portal/notices?unread=true&size=200')).data.items.filter(
        ({ subject_id }: Json) => subject_id === id,
      ).length;
    expect([(await run(id)).state, await waiting()]).toEqual(['running', 1]);
    const verdict = { valid_status: 2, file_ids: [], reason: '已了解情况' };
    const put = async () => (await as(8).verified()).put(`/v1/portal/psychology_warns/${id}/verify`, verdict);
    expect((await put()).status).toBe(200);
    const before = await run(id);
    expect([before.state, before.next_at, before.ended_by_name !== undefined, await waiting()]).toEqual([
      'verified',
      undefined,
      true,
      0,
    ]);
    await later(600);
    const after = await run(id);
    expect(after.tellings).toEqual(before.tellings);
    expect(after.tellings.filter(({ state }: Json) => state === 'waiting')).toEqual([]);
    server().clock.time = Date.parse('2026-11-23T10:00:00+08:00');
  });
}
