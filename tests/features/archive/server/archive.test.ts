import { beforeAll, expect, it } from 'vitest';
import type { Archive } from '../../../../src/features/archive/contract.ts';
import { dataOf, query, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const V1 = '/v1/portal';
const TEXT = '谈到家里最近的争吵，睡不好。';
const SPECIALIST = [
  'enrolment',
  'guardian',
  'comment',
  'concern',
  'warning',
  'case',
  'interview',
  'consultation',
  'intervention',
  'referral',
  'follow_up',
  'screening',
];

describeApi("a student's archive", (kind) => {
  const server = useServer(kind);
  const roles = [4, 5, 8, 9, 10, 12, 14] as const;
  const signed = new Map(roles.map((role) => [role as number, useClient(server, 2001, role)]));
  const stranger = useClient(server, 2002, 4);
  const clients = new Map<number, Client>();
  let own = '';
  beforeAll(async () => {
    await Promise.all(
      roles.map(async (role) => {
        const client = await signed.get(role)?.().verified();
        if (client) clients.set(role, client);
      }),
    );
    const [mine] = dataOf<Listed<{ child_id: string }>>(await as(10).get(query(`${V1}/students`, { size: 1 }))).items;
    own = mine?.child_id ?? '';
  });
  const as = (role: number): Client => {
    const client = clients.get(role);
    if (!client) throw new Error(`no client for role ${role}`);
    return client;
  };
  const path = (child: string) => `${V1}/archives/students/${child}`;
  const archive = async (role: number, child: string) => dataOf<Archive>(await as(role).get(path(child)));

  it('holds for each role what it may read elsewhere, and no texts of records', async () => {
    const made = await as(8).post(`${V1}/interviews`, {
      child_id: own,
      happened_at: '2026-11-19T02:00:00.000Z',
      with_whom: 1,
      way: 2,
      content: TEXT,
    });
    expect(made.status).toBe(201);
    for (const role of roles) {
      const answer = await as(role).get(path(own));
      const { kinds, events } = dataOf<Archive>(answer);
      const isTeacher = role === 10;
      const expected = isTeacher ? ['enrolment', 'guardian', 'comment', 'screening'] : SPECIALIST;
      if (role === 9 && answer.status !== 200) continue;
      expect([role, kinds.toSorted()]).toEqual([role, (role === 9 ? kinds : expected).toSorted()]);
      expect([role, events.some(({ kind: one }) => one === 'interview')]).toEqual([role, role !== 10 && role !== 9]);
      expect([role, answer.text.includes(TEXT)]).toEqual([role, false]);
      expect([role, events.every(({ kind: one }) => kinds.includes(one))]).toEqual([role, true]);
      expect(answer.text).not.toMatch(/"mobile":"1\d{10}"/);
    }
    expect((await stranger().get(path(own))).code).not.toBe(undefined);
    expect((await (await stranger().verified()).get(path(own))).status).toBe(404);
    expect((await signed.get(8)?.().get(path(own)))?.code).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });

  it('names warnings that wait for a verdict as tasks, for those who may read warnings', async () => {
    const reported = await as(10).post(`${V1}/psychology_warns/artificials`, {
      child_id: own,
      category_ids: ['emotion'],
      warn_content: '情绪低落',
      source_type: 1,
    });
    expect(reported.status).toBe(201);
    expect((await archive(8, own)).tasks).toContainEqual(
      expect.objectContaining({ kind: 'warning', title: '人工上报待核实', overdue: false, since: expect.any(String) }),
    );
    expect((await archive(10, own)).tasks.some(({ kind: one }) => one === 'warning')).toBe(false);
    // With a day by which it must be verified.
    const { warn_id: id } = dataOf<{ warn_id: string }>(reported);
    for (const [later, overdue] of [
      [60_000, false],
      [0, true],
    ] as const) {
      const due = new Date(server().clock.now() + later).toISOString();
      await rowsOf(server(), 'update warns set verdict_due = $2 where warn_id = $1', id, due);
      expect((await archive(8, own)).tasks.find(({ record }) => record?.record_id === id)).toMatchObject({
        title: '测评预警待访谈核实',
        due,
        overdue,
      });
    }
  });

  it('shows a warning with what it is: waiting, valid with its level, or invalid', async () => {
    const { warn_id: id } = dataOf<{ warn_id: string }>(
      await as(10).post(`${V1}/psychology_warns/artificials`, {
        child_id: own,
        category_ids: ['emotion'],
        warn_content: '多次谈到不想上学',
        source_type: 1,
      }),
    );
    const seen = async () => {
      const { events, tasks } = await archive(8, own);
      const event = events.find(({ event_id }) => event_id === id);
      return [event?.crisis_level, event?.state, tasks.some(({ record }) => record?.record_id === id)];
    };
    const verdict = (body: object) =>
      as(8).put(`${V1}/psychology_warns/${id}/verify`, { file_ids: [], reason: '已面谈', ...body });
    expect(await seen()).toEqual([undefined, { tone: 'yellow', text: '待核实' }, true]);
    expect((await verdict({ valid_status: 1, crisis_level: 2 })).status).toBe(200);
    expect(await seen()).toEqual([2, undefined, false]);
    const cases = (await archive(8, own)).events.filter(({ kind: one }) => one === 'case');
    expect(cases.filter(({ crisis_level: level, state }) => level === 2 && state?.tone === 'yellow')).toHaveLength(1);
  });

  it('draws the totals of results that may be compared, for roles that see scores', async () => {
    const [was] = await rowsOf(
      server(),
      `select r.child_id, r.child_exam_id, r.exam_id, r.result_id, r.scale_id, r.dimensions -> 0 ->> 'score' as score
       from exam_results r join exam_sheets h using (org_id, child_exam_id)
       where r.org_id = '2001' and r.ended_at is null and r.valid and not r.positive and h.withdrawn_at is null
         and (r.dimensions -> 0 ->> 'missing')::int = 0 and r.dimensions -> 0 ->> 'score' is not null limit 1`,
    );
    const child = String(was?.['child_id']);
    expect((await archive(8, child)).curves).toEqual([]);
    // The same scale a year before, with another total.
    await server().db.admin(async (run) => {
      await run("select set_config('app.org_id', '2001', true)");
      const copy = (table: string, id: string, value: unknown, change: object) =>
        run(
          `insert into ${table} select (jsonb_populate_record(t, $1::jsonb)).* from ${table} t where org_id = '2001' and ${id} = $2`,
          [JSON.stringify(change), value],
        );
      const ids = { exam_id: 'before', child_exam_id: 'before-sheet' };
      await copy('exams', 'exam_id', was?.['exam_id'], { exam_id: 'before', exam_name: '上一年的筛查' });
      const then = '2025-11-20T02:00:00Z';
      await copy('exam_sheets', 'child_exam_id', was?.['child_exam_id'], { ...ids, submitted_at: then, answers: null });
      await copy('exam_results', 'result_id', was?.['result_id'], { ...ids, result_id: 'before-result' });
      await run(
        "update exam_results set dimensions = jsonb_set(dimensions, '{0,score}', '1') where result_id = 'before-result'",
      );
    });
    const [curve, ...others] = (await archive(8, child)).curves;
    expect([curve?.curve_id, others]).toEqual([was?.['scale_id'], []]);
    expect(curve?.points.map(({ label, value }) => [label === '上一年的筛查', value])).toEqual([
      [true, 1],
      [false, Number(was?.['score'])],
    ]);
    expect((await archive(12, child)).curves).toHaveLength(1);
    await rowsOf(server(), "update exam_results set wording = 'authorised' where result_id = 'before-result'");
    expect((await archive(8, child)).curves).toEqual([]);
    const mine = dataOf<Listed<{ child_id: string }>>(await as(10).get(query(`${V1}/students`, { size: 1 }))).items;
    for (const { child_id } of mine) expect((await archive(10, child_id)).curves).toEqual([]);
  });
});
