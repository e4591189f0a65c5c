import { beforeAll, describe, expect, it } from 'vitest';
import type { Concerns } from '../../../../src/features/concern/contract.ts';
import { dataOf, query, rowsOf, useClient, type Listed, type Row } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const STUDENTS = '/v1/portal/students';
const COLUMNS = ['crisis_level', 'concern_level', 'open_case', 'last_contact'];
const REASON = '近一个月常常一个人，课间不说话。';

describeApi('the concern level of a student', (kind) => {
  const server = useServer(kind);
  const signed = {
    counsellor: useClient(server, 2001, 8),
    lead: useClient(server, 2001, 14),
    leader: useClient(server, 2001, 12),
    teacher: useClient(server, 2001, 10),
    admin: useClient(server, 2001, 4),
    stranger: useClient(server, 2002, 4),
  };
  let counsellor: Client, lead: Client, leader: Client, teacher: Client, admin: Client, stranger: Client;
  let own = '';
  let foreign = '';
  beforeAll(async () => {
    [counsellor, lead, leader, teacher, admin, stranger] = await Promise.all([
      signed.counsellor().verified(),
      signed.lead().verified(),
      signed.leader().verified(),
      signed.teacher().verified(),
      signed.admin().verified(),
      signed.stranger().verified(),
    ]);
    const mine = dataOf<Listed<{ child_id: string }>>(await teacher.get(query(STUDENTS, { size: 200 }))).items;
    own = mine[0]?.child_id ?? '';
    const all = dataOf<Listed<{ child_id: string }>>(
      await counsellor.get(query(STUDENTS, { class_id: 'c2001-2026-12-06', size: 200 })),
    ).items;
    foreign = all.find(({ child_id }) => mine.every((one) => one.child_id !== child_id))?.child_id ?? '';
  });
  const path = (child: string) => `/v1/portal/children/${child}/concerns`;
  const flag = async (on: boolean) => {
    const answer = await admin.put('/v1/portal/rbac/roles/10/auths', { student_risk_view: on });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  };

  it('is set with a reason, which is encrypted, logged without its text, and read by those who may set it', async () => {
    expect((await signed.counsellor().get(path(own))).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect(dataOf<Concerns>(await counsellor.get(path(own)))).toEqual({ level: 0, can_set: true, items: [] });
    const set = await counsellor.post(path(own), { level: 2, reason: REASON });
    expect([set.status, dataOf<Concerns>(set).level]).toEqual([201, 2]);
    expect(dataOf<Concerns>(await lead.get(path(own))).items).toEqual([
      expect.objectContaining({ level: 2, reason: REASON, set_by_name: expect.stringMatching(/.+/) }),
    ]);
    const seen = dataOf<Concerns>(await leader.get(path(own)));
    expect([seen.level, seen.can_set, seen.items[0]?.reason]).toEqual([2, false, undefined]);
    const stored = await rowsOf(server(), 'select * from concern_levels');
    expect(JSON.stringify(stored)).not.toContain(REASON);
    const log = await rowsOf(server(), "select * from audit_logs where resource = 'concern' order by at desc limit 50");
    expect(log.length).toBeGreaterThan(1);
    expect(JSON.stringify(log)).not.toContain(REASON);
  });

  it('keeps its history, and loses no change of another user', async () => {
    const [now] = dataOf<Concerns>(await counsellor.get(path(own))).items;
    const both = await Promise.all(
      [1, 3].map((level) => lead.post(path(own), { level, reason: '再看一看', seen: now?.concern_id })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.json.message).toMatch(/刚刚设为|刚刚变了/);
    const blind = await counsellor.post(path(own), { level: 1, reason: '没有看过现在的等级' });
    expect(blind.status).toBe(409);
    const { items } = dataOf<Concerns>(await counsellor.get(path(own)));
    expect(items.map(({ level }) => level)).toEqual([expect.any(Number), 2]);
    const cleared = await counsellor.post(path(own), { level: 0, reason: '已经好转', seen: items[0]?.concern_id });
    expect([dataOf<Concerns>(cleared).level, dataOf<Concerns>(cleared).items.length]).toEqual([0, 3]);
  });

  it('is refused to other roles, classes and schools, and without a reason', async () => {
    const body = { level: 1, reason: '试一试' };
    expect((await leader.post(path(own), body)).status).toBe(403);
    expect((await teacher.get(path(own))).status).toBe(403);
    await flag(true);
    expect((await teacher.get(path(own))).status).toBe(200);
    const [outside, missing] = [await teacher.get(path(foreign)), await teacher.get(path('nobody'))];
    expect([outside.status, outside.code]).toEqual([missing.status, missing.code]);
    expect((await teacher.post(path(own), body)).status).toBe(403);
    await flag(false);
    expect((await stranger.get(path(own))).status).toBe(404);
    expect((await counsellor.post(path(own), { level: 4, reason: '太高' })).fields).toEqual(['/level']);
    expect((await counsellor.post(path(own), { level: 1, reason: '  ' })).fields).toEqual(['/reason']);
  });

  describe('and the other columns that features add to the list of students', () => {
    const list = async (client: Client, parameters: Record<string, string | number> = {}) =>
      client.get(query(STUDENTS, { size: 200, ...parameters }));
    const columnsOf = (rows: readonly Row[]) => COLUMNS.filter((name) => rows.some((row) => name in row));
    const titlesOf = async (client: Client) => {
      const { properties } = dataOf<{ properties: Record<string, Row> }>(
        await client.get('/v1/portal/schemas/student'),
      );
      return COLUMNS.filter((name) => properties[name]?.['x-hidden'] !== true);
    };

    it('show levels, open cases and the last contact to those who may read them', async () => {
      const [open] = await rowsOf(
        server(),
        "select child_id, crisis_level from crisis_cases where org_id = '2001' and status = 1 and child_id in (select child_id from students where study_status = 1) limit 1",
      );
      const level = Number(open?.['crisis_level']);
      const found = dataOf<Listed>(await list(counsellor, { crisis_level: level }));
      expect(found.items.map(({ child_id }) => child_id)).toContain(open?.['child_id']);
      expect(new Set(found.items.map(({ crisis_level }) => crisis_level))).toEqual(new Set([level]));
      const withCase = dataOf<Listed>(await list(counsellor, { open_case: 'true' }));
      const [count] = await rowsOf(
        server(),
        "select count(*)::int as n from crisis_cases join students using (org_id, child_id) where org_id = '2001' and status = 1 and study_status = 1",
      );
      expect(withCase.total).toBe(count?.['n']);
      expect(await titlesOf(counsellor)).toEqual(COLUMNS);

      const child = String(open?.['child_id']);
      await counsellor.post('/v1/portal/interviews', {
        child_id: child,
        happened_at: '2026-11-20T02:00:00.000Z',
        with_whom: 2,
        way: 2,
        content: '与母亲通电话。',
        restricted: true,
      });
      const contactOf = async (client: Client) =>
        dataOf<Listed>(await list(client, { open_case: 'true' })).items.find(({ child_id }) => child_id === child)?.[
          'last_contact'
        ];
      expect(new Date(String(await contactOf(counsellor))).toISOString()).toBe('2026-11-20T02:00:00.000Z');
      expect(await contactOf(leader)).not.toBe(await contactOf(counsellor));
      const since = dataOf<Listed>(
        await list(counsellor, { last_contact_from: '2026-11-20T01:59:00Z', sort: '-last_contact' }),
      );
      expect(since.items.map(({ child_id }) => child_id)).toContain(child);
      await counsellor.post(path(child), { level: 3, reason: REASON });
      expect(dataOf<Listed>(await list(counsellor, { concern_level: 3 })).items).toEqual([
        expect.objectContaining({ child_id: child, concern_level: 3 }),
      ]);
      const none = dataOf<Listed>(await list(counsellor, { concern_level: 0 }));
      expect(none.total).toBe(dataOf<Listed>(await list(counsellor)).total - 1);
      const file = await counsellor.get(`${STUDENTS}/export?format=csv&concern_level=3`);
      expect(file.text).toContain('重点关注');
    });

    it('are absent from list, filter, sort and file for roles that may not read them', async () => {
      expect(await titlesOf(teacher)).toEqual([]);
      expect(columnsOf(dataOf<Listed>(await list(teacher)).items)).toEqual([]);
      for (const name of ['crisis_level', 'concern_level', 'open_case']) {
        const [hidden, unknown] = [await list(teacher, { [name]: 1 }), await list(teacher, { nonsense: 1 })];
        expect([name, hidden.status, hidden.json.message]).toEqual([name, 400, unknown.json.message]);
        expect(hidden.text.replaceAll(name, 'nonsense').replace(/"request_id":"[^"]*"/, '')).toBe(
          unknown.text.replace(/"request_id":"[^"]*"/, ''),
        );
      }
      expect((await list(teacher, { sort: '-last_contact' })).fields).toEqual(['/sort']);
      const file = await teacher.get(`${STUDENTS}/export?format=csv`);
      expect(file.text).not.toMatch(/危机等级|关注等级|未结个案|最近联系/);
      await flag(true);
      expect(await titlesOf(teacher)).toEqual(['crisis_level', 'concern_level']);
      await flag(false);
    });

    it('of protected pages are left out before second-step verification, and a query by them asks for it', async () => {
      const client = signed.counsellor();
      expect(columnsOf(dataOf<Listed>(await list(client)).items)).toEqual([]);
      const queries: Record<string, string | number>[] = [
        { crisis_level: 1 },
        { concern_level: 1 },
        { open_case: 'true' },
        { sort: '-last_contact' },
      ];
      for (const query of queries) expect((await list(client, query)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
      expect((await client.get(`${STUDENTS}/export?format=csv`)).text).not.toMatch(
        /危机等级|关注等级|未结个案|最近联系/,
      );
    });
  });
});
