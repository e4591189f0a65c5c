import { expect, it } from 'vitest';
import type { Json } from '../../../support/client.ts';
import type { EscalationFixture } from './escalation-fixture.ts';

/** The rules that an organisation makes itself. */
export function ruleTests({
  server,
  admin,
  as,
  idOf,
  run,
  notified,
  drill,
  noticesOf,
  begin,
  interview,
}: EscalationFixture): void {
  it('follows the rules of the organisation: ordered, validated, logged, with an optimistic lock', async () => {
    const {
      data: { rules, version },
    } = await admin().get('/v1/portal/escalation');
    expect([version, rules.steps.map(({ name }: Json) => name)]).toEqual([
      0,
      ['班主任', '心理教师', '心理负责人', '校领导'],
    ]);
    const wrong = async (change: (rules: Json) => void) => {
      const next = structuredClone(rules);
      change(next);
      return (await admin().put('/v1/portal/escalation', { rules: next, version })).fields;
    };
    expect(
      await wrong((next) => {
        next.steps[0].roles = [];
      }),
    ).toEqual(['/rules/steps/0/roles']);
    expect(
      await wrong((next) => {
        next.steps[1].roles = [1];
      }),
    ).toEqual(['/rules/steps/1/roles/0']);
    expect(
      await wrong((next) => {
        next.steps[2].stand_in_ids = ['u-o2002r4'];
      }),
    ).toEqual(['/rules/steps/2/user_ids']);
    expect(
      await wrong((next) => {
        next.hours.to = '06:00';
      }),
    ).toEqual(['/rules/hours/to']);
    const changed = structuredClone(rules);
    changed.steps = [{ ...changed.steps[0], name: '值班', roles: [], user_ids: [idOf(14)], stand_in_ids: [idOf(5)] }];
    changed.hours.holidays = [{ from: '2026-12-01', to: '2026-12-03' }];
    expect(
      await wrong((next) => {
        next.hours.holidays = [...changed.hours.holidays, { from: '2026-12-03', to: '2026-12-01' }];
      }),
    ).toEqual(['/rules/hours/holidays/1/to']);
    const put = await admin().put('/v1/portal/escalation', { rules: changed, version });
    expect([put.status, put.data.version, put.data.rules]).toEqual([200, 1, changed]);
    expect((await admin().put('/v1/portal/escalation', { rules, version })).status).toBe(409);
    const [logged] = await server().db.admin((found) =>
      found(
        "select after::text as after, user_id from audit_logs where org_id = '2001' and resource = 'escalation' and act = 'update'",
      ),
    );
    expect([logged?.user_id, String(logged?.after).includes('值班（5/15/30 分钟）')]).toEqual([idOf(4), true]);
    expect((await as(8).get('/v1/portal/escalation')).status).toBe(403);
    // A step that names people can bring a verdict too.
    await interview('w-named', '2026-11-23T15:00:00+08:00');
    expect(await noticesOf(14, 'w-named')).toEqual(['warning']);
    // When the reporter is the only recipient, the fallback recipients are notified.
    await begin('w-nobody', idOf(14), 2);
    const unreachable = await run('w-nobody');
    expect([
      unreachable.state,
      await notified('w-nobody'),
      await noticesOf(4, 'w-nobody'),
      await noticesOf(14, 'w-nobody'),
    ]).toEqual(['exhausted', ['2 无人接手，告知管理员'], ['unanswered'], []]);
  });

  it('notifies the stand-in on holidays and after working time', async () => {
    const drilled = async (moment: string) => {
      server().clock.time = Date.parse(moment);
      const id = await drill();
      const found = (await run(id)).tellings.map(({ stand_in }: Json) => stand_in);
      const who = [await noticesOf(14, id), await noticesOf(5, id)].map((list) => list.length);
      await admin().post(`/v1/portal/escalation/drills/${id}/end`);
      return [found, who];
    };
    expect(await drilled('2026-11-30T10:00:00+08:00')).toEqual([[false], [1, 0]]);
    expect(await drilled('2026-12-01T10:00:00+08:00')).toEqual([[true], [0, 1]]);
    expect(await drilled('2026-12-04T20:00:00+08:00')).toEqual([[true], [0, 1]]);
  });
}
