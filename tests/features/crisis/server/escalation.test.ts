import { beforeAll, expect, it } from 'vitest';
import { features } from '../../../../src/app/server/features.ts';
import { startEscalation, type EscalationStart } from '../../../../src/features/crisis/server/escalation/escalate.ts';
import { firstRecipients } from '../../../../src/features/crisis/server/escalation/first-recipients.ts';
import { forget, remindOn } from '../../../../src/features/notices/server/schedule-reminders.ts';
import { systemIn } from '../../../../src/platform/audit/server/operator.ts';
import type { OrgContext } from '../../../../src/platform/context/server/context.ts';
import { qb } from '../../../../src/platform/db/server/query-builder.ts';
import { Worker } from '../../../../src/platform/jobs/server/worker.ts';
import type { Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { startServer, useServer, type TestServer } from '../../../support/server.ts';

const MINUTE = 60_000;
const NAME = '演练学生甲';
const tenant = { orgId: '2001', userId: null };
const placesOf = (orgId: string) =>
  qb
    .selectFrom('classes')
    .select(['class_id', 'period', 'grade', 'college_id', 'major_id'])
    .where('org_id', '=', orgId);

describeApi('escalation', (kind) => {
  // Days pass between two steps; no user signs in again.
  const session = { accessMs: 90 * 86_400_000 };
  const server = useServer(kind, { session });
  let other: TestServer;
  let admin: Client;
  let classId = '';
  const people = new Map<number, Client>();
  beforeAll(async () => {
    // A Friday morning in working time.
    server().clock.time = Date.parse('2026-11-20T10:00:00+08:00');
    // Both processes share one outbox, because either may send a message.
    const { state, sms } = server().services;
    other = await startServer(server().db, { session, services: { state, sms } }, server().clock);
    for (const role of [4, 5, 7, 8, 10, 12, 14])
      people.set(role, (await server().client.signIn(`o2001r${role}`)).withRole(2001, role));
    admin = as(4);
    const [row] = await server().db.admin((run) =>
      run(
        "select role_extend -> 'class_ids' ->> 0 as id from memberships where org_id = '2001' and user_id = 'u-o2001r10'",
      ),
    );
    classId = String(row?.id);
    admin = await admin.verified();
    await mayRead(true);
    return () => other.close();
  });
  const as = (role: number): Client => people.get(role) ?? expect.fail(`nobody is ${role}`);
  /** Lets class teachers read the warnings of their students. */
  const mayRead = async (on: boolean) =>
    expect((await admin.put('/v1/portal/rbac/roles/10/auths', { student_risk_view: on })).status).toBe(200);
  const idOf = (role: number) => as(role).session.user_id;
  const runs = async (query = ''): Promise<Json> => (await admin.get(`/v1/portal/escalation/runs${query}`)).data.items;
  const run = async (id: string): Promise<Json> => (await runs('?size=50')).find((one: Json) => one.run_id === id);
  const notified = async (id: string) => [
    ...new Set((await run(id)).tellings.map(({ step, step_name }: Json) => `${step} ${step_name}`)),
  ];
  const due = () => Promise.all([server(), other, server()].map(({ services }) => services.jobs.runDue()));
  const later = async (minutes: number) => {
    server().clock.advance(minutes * MINUTE);
    await due();
  };
  const drill = async (level = 1) =>
    (await admin.post('/v1/portal/escalation/drills', { student_name: NAME, class_id: classId, level })).data
      .run_id as string;
  const noticesOf = async (role: number, id: string) =>
    (await as(role).get('/v1/portal/notices?size=200')).data.items
      .filter((one: Json) => one.subject_id === id)
      .map((one: Json) => one.kind);
  const begin = (warnId: string, reporterId: string | null, level?: number, more: Partial<EscalationStart> = {}) =>
    server().db.transaction(tenant, async (tx) => {
      const ctx = { ...systemIn(server().services, '2001'), services: server().services };
      await startEscalation(tx, ctx, { warnId, classId, level, reporterId, ...more });
    });
  /** Begins an interview that has until a moment, without people on duty. */
  const interview = (warnId: string, due: string) =>
    begin(warnId, null, 2, { verdict: { due: new Date(due).toISOString(), isPatient: true } });
  const logOf = (id: string) =>
    server().db.admin((found) =>
      found("select row_label, after from audit_logs where act = 'escalate' and row_id = $1 order by log_id", [id]),
    );

  it('goes by default to the roles that may read warnings, so that no notice leads nowhere', async () => {
    await mayRead(false);
    const id = await drill(1);
    expect([await notified(id), await noticesOf(10, id)]).toEqual([['1 心理教师'], []]);
    await admin.post(`/v1/portal/escalation/drills/${id}/end`);
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

  it('does not notify the reporter of the own report, and starts with the next step instead', async () => {
    await begin('w-own', idOf(10), 2);
    const own = await run('w-own');
    expect(own.tellings.map(({ teacher_name }: Json) => teacher_name)).not.toContain(
      (await admin.get('/v1/portal/teachers?size=200')).data.items.find((one: Json) => one.user_id === idOf(10))
        .teacher_name,
    );
    expect(await noticesOf(10, 'w-own')).toEqual([]);
    expect(own.student_name).toBeUndefined();
    await later(1);
    // An escalation of a warning is no drill, which a person could end without a verdict.
    for (const id of ['w-own', 'nothing'])
      expect((await admin.post(`/v1/portal/escalation/drills/${id}/end`)).status).toBe(404);
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
    expect(teaching).toContain(classId);
    expect(teaching.length).toBeLessThan(reached.size);
    for (const ids of reached.values()) expect(new Set(ids).size).toBe(ids.length);
  });

  it('calls the first notice a warning, and those of later steps escalated', async () => {
    await begin('w-kinds', null, 1);
    expect([await noticesOf(10, 'w-kinds'), await noticesOf(8, 'w-kinds')]).toEqual([['warning'], []]);
    await later(5);
    expect([await noticesOf(10, 'w-kinds'), await noticesOf(8, 'w-kinds')]).toEqual([['warning'], ['escalated']]);
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
    await admin.post(`/v1/portal/escalation/drills/${id}/end`);
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
    await admin.post(`/v1/portal/escalation/drills/${second}/end`);
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
    await admin.post(`/v1/portal/escalation/drills/${first}/end`);
  });

  it('follows the rules of the organisation: ordered, validated, logged, with an optimistic lock', async () => {
    const {
      data: { rules, version },
    } = await admin.get('/v1/portal/escalation');
    expect([version, rules.steps.map(({ name }: Json) => name)]).toEqual([
      0,
      ['班主任', '心理教师', '心理负责人', '校领导'],
    ]);
    const wrong = async (change: (rules: Json) => void) => {
      const next = structuredClone(rules);
      change(next);
      return (await admin.put('/v1/portal/escalation', { rules: next, version })).fields;
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
    const put = await admin.put('/v1/portal/escalation', { rules: changed, version });
    expect([put.status, put.data.version, put.data.rules]).toEqual([200, 1, changed]);
    expect((await admin.put('/v1/portal/escalation', { rules, version })).status).toBe(409);
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
      await admin.post(`/v1/portal/escalation/drills/${id}/end`);
      return [found, who];
    };
    expect(await drilled('2026-11-30T10:00:00+08:00')).toEqual([[false], [1, 0]]);
    expect(await drilled('2026-12-01T10:00:00+08:00')).toEqual([[true], [0, 1]]);
    expect(await drilled('2026-12-04T20:00:00+08:00')).toEqual([[true], [0, 1]]);
  });

  it('of a fictitious student leaves no trace among students and in the log', async () => {
    const tables = await server().db.admin((found) =>
      found(`select count(*) as n from students where child_name = '${NAME}'`),
    );
    expect(Number(tables[0]?.n)).toBe(0);
    expect((await admin.get('/v1/portal/audits/logs/list?size=200')).text).not.toContain(NAME);
  });

  it('reminds of a date the day before and on the day, once, and not of a moved or cancelled one', async () => {
    server().clock.time = Date.parse('2026-12-07T12:00:00+08:00');
    const remind = (id: string, on: string) =>
      server().db.transaction(tenant, (tx) =>
        remindOn(tx, server().services, '2001', {
          subject: { type: 'follow_up', id },
          userIds: [idOf(8)],
          on,
          kinds: { before: 'follow_up_soon', onDay: 'follow_up_today' },
        }),
      );
    await remind('r1', '2026-12-09');
    await remind('r2', '2026-12-09');
    await remind('r2', '2026-12-20');
    await remind('r3', '2026-12-09');
    await server().db.transaction(tenant, (tx) => forget(tx, '2001', { type: 'follow_up', id: 'r3' }));
    await remind('r4', '2026-12-07');
    server().clock.time = Date.parse('2026-12-08T08:00:00+08:00');
    await due();
    expect(await noticesOf(8, 'r1')).toEqual(['follow_up_soon']);
    server().clock.time = Date.parse('2026-12-09T08:00:01+08:00');
    await due();
    await due();
    expect((await noticesOf(8, 'r1')).sort()).toEqual(['follow_up_soon', 'follow_up_today']);
    for (const id of ['r2', 'r3', 'r4']) expect([id, await noticesOf(8, id)]).toEqual([id, []]);
  });
});
