import { beforeAll, expect, it } from 'vitest';
import {
  dataOf,
  query,
  refusalOf,
  rowsOf,
  useClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const GROUPS = '/v1/portal/custom_groups';
const SEVENTH = ['c2001-2026-7-01', 'c2001-2026-7-02'];
const TENTH = 'c2001-2026-10-01';

interface Group {
  group_id: string;
  group_name: string;
  member_count: number;
  created_by_name: string;
}
interface Member {
  child_id: string;
  child_name: string;
  class_name: string;
  study_status: number;
}

describeApi('custom groups', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const gradeHead = useClient(server, 2001, 9);
  const counsellor = useClient(server, 2001, 8);
  const stranger = useClient(server, 2002, 4);
  let seventh: string[];
  let tenth: string[];
  beforeAll(async () => {
    const ofClass = async (class_id: string) =>
      dataOf<Listed<{ child_id: string }>>(
        await admin().get(query('/v1/portal/students', { class_id, size: 200 })),
      ).items.map(({ child_id }) => child_id);
    [seventh, tenth] = [await ofClass(SEVENTH[0] ?? ''), await ofClass(TENTH)];
  });

  let made = 0;
  const create = async (client: () => Client = admin, group_name = `小组${++made}`) =>
    dataOf<Group>(await client().post(GROUPS, { group_name }));
  const add = (client: () => Client, id: string, body: object) => client().post(`${GROUPS}/${id}/members`, body);
  const members = async (client: () => Client, id: string, parameters: Record<string, string | number> = {}) =>
    dataOf<Listed<Member>>(await client().get(query(`${GROUPS}/${id}/members`, { size: 200, ...parameters })));
  const one = async (client: () => Client, id: string) => dataOf<Group>(await client().get(`${GROUPS}/${id}`));

  it('are created, renamed and described, each with a unique name', async () => {
    const group = await create();
    expect(group).toMatchObject({ member_count: 0, created_by_name: '李超' });
    expect(
      (await admin().put(`${GROUPS}/${group.group_id}`, { group_name: '朋辈心理员', remark: '每班两名' })).status,
    ).toBe(200);
    expect((await admin().post(GROUPS, { group_name: '朋辈心理员' })).fields).toEqual(['/group_name']);
    const twice = await Promise.all([1, 2].map(() => admin().post(GROUPS, { group_name: '同时新建' })));
    expect(twice.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await stranger().post(GROUPS, { group_name: '朋辈心理员' })).status).toBe(201);
  });

  it('accept whole classes and single students at once, without duplicates', async () => {
    const { group_id } = await create();
    const [enrolled] = await rowsOf(
      server(),
      `select count(*)::int as n from students where org_id = '2001' and study_status = 1 and class_id = any($1)`,
      SEVENTH,
    );
    const added = await add(admin, group_id, { class_ids: SEVENTH, child_ids: [seventh[0], tenth[0]] });
    expect([added.status, dataOf(added)]).toEqual([200, { total: Number(enrolled?.['n']) + 1 }]);
    expect(dataOf(await add(admin, group_id, { class_ids: [SEVENTH[0]] }))).toEqual({ total: 0 });
    expect((await one(admin, group_id)).member_count).toBe(Number(enrolled?.['n']) + 1);
    expect(
      (await members(admin, group_id, { class_id: TENTH })).items.map(
        ({ child_id, class_name }) => `${child_id} ${class_name}`,
      ),
    ).toEqual([`${tenth[0]} 高一（1）班`]);
    const [someone] = (await members(admin, group_id)).items;
    expect(
      (await members(admin, group_id, { child_name: someone?.child_name ?? '' })).items.map(({ child_id }) => child_id),
    ).toContain(someone?.child_id);
    const log = await rowsOf(
      server(),
      "select after from audit_logs where org_id = '2001' and resource = 'custom-group' and row_id = $1 and act = 'update'",
      group_id,
    );
    expect(log.map(({ after }) => (after as { members_added: string }).members_added)).toEqual([
      expect.stringMatching(new RegExp(`^${Number(enrolled?.['n']) + 1} 人：`)),
    ]);
  });

  it('mark members who left or graduated, count current ones, and accept no former student', async () => {
    const { group_id } = await create();
    const [stays, leaves, late] = [seventh[5] ?? '', seventh[6] ?? '', seventh[7] ?? ''];
    await add(admin, group_id, { child_ids: [stays, leaves] });
    await admin().put('/v1/portal/students/study_status/batch', { study_status: 3, student_ids: [leaves, late] });
    expect(
      (await members(admin, group_id)).items.map(({ child_id, study_status }) => `${child_id} ${study_status}`).sort(),
    ).toEqual([`${stays} 1`, `${leaves} 3`].sort());
    expect((await members(admin, group_id, { study_status: 3 })).items.map(({ child_id }) => child_id)).toEqual([
      leaves,
    ]);
    expect((await one(admin, group_id)).member_count).toBe(1);
    const refused = await add(admin, group_id, { child_ids: [seventh[8], late] });
    expect([refused.status, refused.fields, refusalOf(refused).message]).toEqual([
      409,
      ['/child_ids/1'],
      expect.stringContaining('离校，不能加入'),
    ]);
    expect((await members(admin, group_id)).total).toBe(2);
    await admin().put('/v1/portal/students/study_status/batch', { study_status: 1, student_ids: [leaves, late] });
  });

  it('accept a list of numbers and names, add matches within the scope, and return the other lines', async () => {
    const { group_id } = dataOf<{ group_id: string }>(await gradeHead().post(GROUPS, { group_name: '名单组' }));
    const [first, second] = await rowsOf(
      server(),
      'select student_no, child_name from students where child_id = any($1::text[]) order by child_id',
      [seventh[0], seventh[1]],
    );
    const [beyond] = await rowsOf(server(), 'select student_no from students where child_id = $1', tenth[0]);
    await server().db.admin((run) =>
      run("update students set child_name = '重名同学' where child_id = any($1::text[])", [[seventh[2], seventh[3]]]),
    );
    const named = [
      String(first?.['student_no']),
      ` ${String(second?.['student_no'])} `,
      '没有这个学号',
      String(beyond?.['student_no']),
      '重名同学',
    ];
    expect(dataOf(await add(gradeHead, group_id, { named }))).toEqual({
      total: 2,
      skipped: [
        { given: '没有这个学号', message: '没有这个学生，或者不在您的管理范围内' },
        { given: String(beyond?.['student_no']), message: '没有这个学生，或者不在您的管理范围内' },
        { given: '重名同学', message: '有 2 名学生叫这个名字，请写学号' },
      ],
    });
    expect((await members(gradeHead, group_id)).items.map(({ child_id }) => child_id).sort()).toEqual(
      [seventh[0], seventh[1]].sort(),
    );
    await gradeHead().delete(`${GROUPS}/${group_id}`);
  });

  it('can lose members, and can be deleted without an effect on the students', async () => {
    const { group_id } = await create();
    await add(admin, group_id, { child_ids: seventh.slice(0, 3) });
    expect(
      dataOf(
        await admin().post(`${GROUPS}/${group_id}/members/batch_delete`, {
          child_ids: [seventh[0], seventh[1], tenth[0]],
        }),
      ),
    ).toEqual({ total: 2 });
    expect((await members(admin, group_id)).items.map(({ child_id }) => child_id)).toEqual([seventh[2]]);
    expect((await admin().delete(`${GROUPS}/${group_id}`)).status).toBe(200);
    expect((await admin().get(`/v1/portal/students/${seventh[2]}`)).status).toBe(200);
    expect((await admin().get(`${GROUPS}/${group_id}/members`)).status).toBe(404);
  });

  it('of a grade head are her own and limited to her scope; she does not see others', async () => {
    const [hers, theirs] = [await create(gradeHead), await create()];
    await add(admin, theirs.group_id, { child_ids: [seventh[0]] });
    expect(
      dataOf(await add(gradeHead, hers.group_id, { class_ids: [SEVENTH[0]], child_ids: [seventh[0]] })),
    ).toMatchObject({ total: expect.any(Number) });
    expect(await add(gradeHead, hers.group_id, { class_ids: [TENTH] })).toMatchObject({
      code: 'PSY_OUT_OF_REACH',
      fields: ['/class_ids/0'],
    });
    expect(await add(gradeHead, hers.group_id, { child_ids: [seventh[1], tenth[0]] })).toMatchObject({
      code: 'PSY_OUT_OF_REACH',
      fields: ['/child_ids/1'],
    });
    await add(admin, hers.group_id, { child_ids: [tenth[0]] });
    const seen = await members(gradeHead, hers.group_id);
    expect(seen.items.map(({ child_id }) => child_id)).not.toContain(tenth[0]);
    expect((await one(gradeHead, hers.group_id)).member_count).toBe(seen.total);
    expect((await members(counsellor, hers.group_id)).total).toBe(seen.total + 1);
    expect(
      dataOf(await gradeHead().post(`${GROUPS}/${hers.group_id}/members/batch_delete`, { child_ids: [tenth[0]] })),
    ).toEqual({ total: 0 });
    const listed = dataOf<Listed<Group>>(await gradeHead().get(GROUPS));
    expect(listed.items.map(({ group_id }) => group_id)).toEqual([hers.group_id]);
    for (const [client, code] of [
      [gradeHead, 'PSY_OUT_OF_REACH'],
      [stranger, 'PSY_NOT_FOUND'],
    ] as const) {
      const id = theirs.group_id;
      const answers = await Promise.all([
        client().get(`${GROUPS}/${id}`),
        client().get(`${GROUPS}/${id}/members`),
        client().put(`${GROUPS}/${id}`, { remark: '改' }),
        client().delete(`${GROUPS}/${id}`),
        add(client, id, { child_ids: [seventh[1]] }),
        client().post(`${GROUPS}/${id}/members/batch_delete`, { child_ids: [seventh[0]] }),
      ]);
      expect(answers.map((answer) => answer.code)).toEqual(answers.map(() => code));
    }
  });

  it('refuse an empty request, an unknown class and a student of another school', async () => {
    const { group_id } = await create();
    expect((await add(admin, group_id, {})).status).toBe(400);
    expect((await add(admin, group_id, { child_ids: [] })).status).toBe(400);
    expect((await add(admin, group_id, { class_ids: ['c2002-2026-1-01'] })).status).toBe(404);
    expect((await add(admin, group_id, { child_ids: ['k2002-0001'] })).status).toBe(404);
  });
});
