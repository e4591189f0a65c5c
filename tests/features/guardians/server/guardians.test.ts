import { beforeAll, expect, it } from 'vitest';
import {
  dataOf,
  messageOf,
  query,
  refusalOf,
  rowsOf,
  useClient,
  useVerifiedClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const GUARDIANS = '/v1/portal/guardians';
/** The class of class teacher o2001r10, one of the same grade head o2001r9, and one out of scope of both. */
const MINE = 'c2001-2026-7-01';
const FAR = 'c2001-2026-12-06';
const NEW = { guardian_name: '司空明', mobile: '13812345678', relation: 1 };

interface Guardian {
  guardian_id: string;
  guardian_name: string;
  mobile?: string;
  children?: string;
  is_register: boolean;
  updated_at: string;
  child_id?: string;
}
interface Child {
  child_id: string;
  child_name: string;
  class_name?: string;
  relation: number;
}

describeApi('guardians', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const second = useClient(server, 2001, 5);
  const counsellor = useClient(server, 2001, 8);
  const gradeHead = useVerifiedClient(server, 2001, 9);
  const classTeacher = useVerifiedClient(server, 2001, 10);
  const stranger = useVerifiedClient(server, 2002, 4);
  let mine: string[];
  let far: string[];
  beforeAll(async () => {
    const ofClass = async (class_id: string) =>
      dataOf<Listed<{ child_id: string }>>(
        await admin().get(query('/v1/portal/students', { class_id, size: 200 })),
      ).items.map(({ child_id }) => child_id);
    [mine, far] = [await ofClass(MINE), await ofClass(FAR)];
  });

  const list = async (client: () => Client, parameters: Record<string, string | number> = {}) =>
    dataOf<Listed<Guardian>>(await client().get(query(GUARDIANS, parameters)));
  const childrenOf = async (client: () => Client, id: string) =>
    dataOf<Listed<Child>>(await client().get(`${GUARDIANS}/${id}/children`)).items;
  let made = 0;
  const create = async (body: Record<string, unknown> = {}, client = admin) => {
    const answer = await client().post(GUARDIANS, {
      ...NEW,
      guardian_name: `司空${'明亮清远思'[made % 5]}${++made}`,
      child_id: mine[0],
      ...body,
    });
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
    return dataOf<Guardian>(answer);
  };

  it('are listed with their children, and filtered by name, child, class, relation and account', async () => {
    const all = await list(admin, { size: 200 });
    const [counted] = await rowsOf(server(), "select count(*)::int as n from guardians where org_id = '2001'");
    expect(all.total).toBe(counted?.['n']);
    const family = dataOf<Guardian>(await admin().get(`${GUARDIANS}/u-o2001p1`));
    expect(family.children?.split('；')).toHaveLength(2);
    expect(family.children).toContain('徐梓阳 · 父亲 · 初一（1）班');
    expect(
      (await list(admin, { guardian_name: family.guardian_name })).items.map(({ guardian_id }) => guardian_id),
    ).toContain('u-o2001p1');
    expect((await list(admin, { child_name: '徐梓阳' })).items.map(({ guardian_id }) => guardian_id)).toContain(
      'u-o2001p1',
    );
    const ofClass = async (sql: string) =>
      (
        await rowsOf(
          server(),
          `select count(distinct guardian_id)::int as n from guardian_children l join students s using (org_id, child_id) where l.org_id = '2001' and ${sql}`,
        )
      )[0]?.['n'];
    expect((await list(admin, { class_id: MINE })).total).toBe(await ofClass(`class_id = '${MINE}'`));
    expect((await list(admin, { relation: 2 })).total).toBe(await ofClass('relation = 2'));
    expect(
      (await list(admin, { is_register: 'false' })).total + (await list(admin, { is_register: 'true' })).total,
    ).toBe(all.total);
    expect((await list(admin, { is_register: 'false' })).total).toBeGreaterThan(5);
  });

  it('are found by their whole number by roles that may reveal it, and by no other', async () => {
    const [known] = await rowsOf(
      server(),
      "select guardian_id, mobile from guardians where org_id = '2001' and user_id is not null limit 1",
    );
    const mobile = String(known?.['mobile']);
    expect((await list(admin, { mobile })).items.map(({ guardian_id }) => guardian_id)).toContain(
      known?.['guardian_id'],
    );
    expect((await list(admin, { mobile: '13000000000' })).total).toBe(0);
    for (const client of [second, counsellor, classTeacher]) {
      expect((await client().get(query(GUARDIANS, { mobile }))).fields).toEqual(['/mobile']);
      expect((await client().get(query(GUARDIANS, { sort: 'mobile' }))).fields).toEqual(['/sort']);
    }
    const filterOf = async (client: () => Client) =>
      (await client().get('/v1/portal/schemas/guardian')).data.properties.mobile;
    expect(await filterOf(admin)).toMatchObject({ 'x-mask': 'phone', 'x-reveal': true });
    expect((await filterOf(counsellor))['x-reveal']).toBeUndefined();
  });

  it('are created with a first child, and get further children, each with a relation', async () => {
    const { guardian_id, mobile } = await create();
    expect(mobile).toBe('138****5678');
    expect(
      (await admin().post(`${GUARDIANS}/${guardian_id}/children`, { child_id: far[0], relation: 99 })).status,
    ).toBe(201);
    expect(
      (await childrenOf(admin, guardian_id)).map(({ child_id, relation }) => `${child_id} ${relation}`).sort(),
    ).toEqual([`${mine[0]} 1`, `${far[0]} 99`].sort());
    expect((await admin().put(`${GUARDIANS}/${guardian_id}/children/${far[0]}`, { relation: 2 })).status).toBe(200);
    expect((await childrenOf(admin, guardian_id)).find(({ child_id }) => child_id === far[0])?.relation).toBe(2);
    expect((await admin().delete(`${GUARDIANS}/${guardian_id}/children/${far[0]}`)).status).toBe(200);
    expect(await childrenOf(admin, guardian_id)).toHaveLength(1);
    const relation = dataOf<Listed<{ guardian_id: string; relation: number; is_register: boolean }>>(
      await admin().get(`/v1/portal/children/${mine[0]}/relation?page=1&size=20`),
    );
    expect(relation.items).toContainEqual(expect.objectContaining({ guardian_id, relation: 1, is_register: false }));
    const logs = await rowsOf(
      server(),
      "select act, before, after from audit_logs where org_id = '2001' and resource = 'guardian' and row_id = $1",
      guardian_id,
    );
    expect(
      logs
        .map(({ act }) => act)
        .filter((act) => act !== 'read')
        .sort(),
    ).toEqual(['create', 'update', 'update', 'update']);
    expect(logs).toContainEqual({
      act: 'update',
      before: { child_id: far[0], relation: 99 },
      after: { child_id: far[0], relation: 2 },
    });
  });

  it('refuse no child, an unknown relation, the same child twice and a child of another school', async () => {
    const body = { ...NEW, child_id: mine[1] };
    expect((await admin().post(GUARDIANS, { ...body, child_id: undefined })).fields).toEqual(['/child_id']);
    expect((await admin().post(GUARDIANS, { ...body, relation: 7 })).fields).toEqual(['/relation']);
    expect(messageOf(await admin().post(GUARDIANS, { ...body, child_id: 'k2002-0001' }), '/child_id')).toMatch(
      /没有这名学生/,
    );
    const { guardian_id } = await create();
    expect(
      (await admin().post(`${GUARDIANS}/${guardian_id}/children`, { child_id: mine[1], relation: 7 })).fields,
    ).toEqual(['/relation']);
    expect(
      (await admin().post(`${GUARDIANS}/${guardian_id}/children`, { child_id: 'k2002-0001', relation: 1 })).status,
    ).toBe(404);
    const twice = await Promise.all(
      [1, 2].map(() => admin().post(`${GUARDIANS}/${guardian_id}/children`, { child_id: mine[1], relation: 1 })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await admin().put(`${GUARDIANS}/${guardian_id}/children/${mine[2]}`, { relation: 1 })).status).toBe(404);
    expect((await admin().delete(`${GUARDIANS}/${guardian_id}/children/${mine[2]}`)).status).toBe(404);
  });

  it('show masked numbers, and keep hidden values when a role saves the rest', async () => {
    const { guardian_id } = await create();
    const shown = dataOf<Guardian>(await counsellor().get(`${GUARDIANS}/${guardian_id}`));
    expect(shown.mobile).toBe('138****5678');
    const put = (client: () => Client, body: object) => client().put(`${GUARDIANS}/${guardian_id}`, body);
    expect((await put(counsellor, { remark: '晚上联系', mobile: shown.mobile })).status).toBe(200);
    expect(
      await rowsOf(server(), "select mobile from guardians where org_id = '2001' and guardian_id = $1", guardian_id),
    ).toEqual([{ mobile: '13812345678' }]);
    for (const client of [counsellor, admin])
      expect((await put(client, { mobile: '139****5678' })).fields).toEqual(['/mobile']);
    expect((await admin().post(GUARDIANS, { ...NEW, child_id: mine[0], mobile: '138****5678' })).fields).toEqual([
      '/mobile',
    ]);
  });

  it('are limited for a class teacher to those of her students, and show her no other children', async () => {
    const family = await create();
    await admin().post(`${GUARDIANS}/${family.guardian_id}/children`, { child_id: far[0], relation: 1 });
    const elsewhere = await create({ child_id: far[1] });
    const seen = await list(classTeacher, { size: 200 });
    const [counted] = await rowsOf(
      server(),
      `select count(distinct guardian_id)::int as n from guardian_children l join students s using (org_id, child_id) where l.org_id = '2001' and class_id = '${MINE}'`,
    );
    expect(seen.total).toBe(counted?.['n']);
    expect(seen.items.find(({ guardian_id }) => guardian_id === family.guardian_id)?.children).not.toContain('；');
    expect((await childrenOf(classTeacher, family.guardian_id)).map(({ child_id }) => child_id)).toEqual([mine[0]]);
    const [there] = await rowsOf(server(), 'select child_name from students where child_id = $1', far[0]);
    expect(
      (await list(classTeacher, { child_name: String(there?.['child_name']), guardian_name: family.guardian_name }))
        .total,
    ).toBe(0);
    expect((await list(classTeacher, { class_id: FAR })).total).toBe(0);
    for (const [client, code] of [
      [classTeacher, 'PSY_OUT_OF_REACH'],
      [gradeHead, 'PSY_OUT_OF_REACH'],
      [stranger, 'PSY_NOT_FOUND'],
    ] as const) {
      const id = elsewhere.guardian_id;
      const answers = await Promise.all([
        client().get(`${GUARDIANS}/${id}`),
        client().get(`${GUARDIANS}/${id}/children`),
        client().put(`${GUARDIANS}/${id}`, { remark: '改' }),
        client().delete(`${GUARDIANS}/${id}`),
        client().post(`${GUARDIANS}/batch_delete`, { ids: [id] }),
        client().post(`${GUARDIANS}/${id}/children`, { child_id: mine[0], relation: 1 }),
        client().put(`${GUARDIANS}/${id}/children/${far[1]}`, { relation: 2 }),
        client().delete(`${GUARDIANS}/${id}/children/${far[1]}`),
        client().post(`${GUARDIANS}/${id}/register`),
        client().delete(`${GUARDIANS}/${id}/account`),
      ]);
      expect(answers.map((answer) => answer.code)).toEqual(answers.map(() => code));
    }
    expect(
      (await classTeacher().post(`${GUARDIANS}/${family.guardian_id}/children`, { child_id: far[1], relation: 1 }))
        .code,
    ).toBe('PSY_OUT_OF_REACH');
    expect((await classTeacher().delete(`${GUARDIANS}/${family.guardian_id}/children/${far[0]}`)).code).toBe(
      'PSY_OUT_OF_REACH',
    );
    expect(messageOf(await classTeacher().post(GUARDIANS, { ...NEW, child_id: far[0] }), '/child_id')).toMatch(
      /管理范围/,
    );
    const refused = await classTeacher().delete(`${GUARDIANS}/${family.guardian_id}`);
    expect([refused.status, refusalOf(refused).message]).toEqual([
      403,
      expect.stringContaining('还有孩子不在您的管理范围内'),
    ]);
    expect((await classTeacher().delete(`${GUARDIANS}/${(await create({}, classTeacher)).guardian_id}`)).status).toBe(
      200,
    );
  });

  it('sign in as parents once they have an account, until it is closed or they are deleted', async () => {
    const [one, two] = [await create(), await create()];
    const unproven = admin().as({ secondaryToken: undefined });
    expect(await unproven.post(`${GUARDIANS}/${one.guardian_id}/register`)).toMatchObject({
      status: 403,
      code: 'PSY_INVALID_SECONDARY_TOKEN',
    });
    const register = async ({ guardian_id }: Guardian) =>
      dataOf<{ login_name: string; initial_password: string }>(
        await admin().post(`${GUARDIANS}/${guardian_id}/register`),
      );
    const [account, other] = [await register(one), await register(two)];
    expect(account.login_name).toMatch(/^2001-\d+-p/);
    expect(other.login_name).not.toBe(account.login_name);
    expect((await admin().post(`${GUARDIANS}/${one.guardian_id}/register`)).status).toBe(409);
    const asParent = async ({ login_name, initial_password }: typeof account) =>
      (await server().client.signIn(login_name, initial_password)).as({
        org: { orgId: '2001', orgType: '2', roleId: '' },
      });
    const [parent, partner] = [await asParent(account), await asParent(other)];
    const students = async (client: Client) => (await client.get('/v1/users/info')).data.students;
    expect(await students(parent)).toEqual([expect.objectContaining({ school_id: '2001' })]);
    expect((await admin().delete(`${GUARDIANS}/${one.guardian_id}/account`)).status).toBe(200);
    expect((await admin().delete(`${GUARDIANS}/${one.guardian_id}/account`)).status).toBe(409);
    expect((await admin().delete(`${GUARDIANS}/${two.guardian_id}`)).status).toBe(200);
    for (const client of [parent, partner])
      expect((await client.get('/v1/users/info')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
    const [left] = await rowsOf(
      server(),
      'select count(*)::int as n from memberships m join accounts a using (user_id) where a.login_name in ($1, $2)',
      account.login_name,
      other.login_name,
    );
    expect(left).toEqual({ n: 0 });
    const [links] = await rowsOf(
      server(),
      'select count(*)::int as n from guardian_children where guardian_id = $1',
      two.guardian_id,
    );
    expect(links).toEqual({ n: 0 });
  });

  it('get a new password when they forgot theirs, which ends their sessions', async () => {
    const guardian = await create();
    const reset = (client: Client, { guardian_id }: { guardian_id: string }) =>
      client.post(`${GUARDIANS}/${guardian_id}/reset_password`);
    expect((await reset(admin(), guardian)).status).toBe(409);
    const { login_name, initial_password } = dataOf<{ login_name: string; initial_password: string }>(
      await admin().post(`${GUARDIANS}/${guardian.guardian_id}/register`),
    );
    const parent = await server().client.signIn(login_name, initial_password);
    const refused = await reset(admin().as({ secondaryToken: undefined }), guardian);
    expect([refused.status, refused.code]).toEqual([403, 'PSY_INVALID_SECONDARY_TOKEN']);
    expect((await parent.get('/v1/users/info')).status).toBe(200);
    const answer = dataOf<{ login_name: string; initial_password: string }>(await reset(admin(), guardian));
    expect(answer.login_name).toBe(login_name);
    expect((await parent.get('/v1/users/info')).code).toBe('AC_AUTH_INVALID_TOKEN');
    await expect(server().client.signIn(login_name, initial_password)).rejects.toThrow('401');
    await server().client.signIn(login_name, answer.initial_password);
    const [entry] = await rowsOf(
      server(),
      "select act, after from audit_logs where org_id = '2001' and row_id = $1 and act = 'reset_password'",
      guardian.guardian_id,
    );
    expect(entry).toMatchObject({ act: 'reset_password' });
    expect(JSON.stringify(entry)).not.toContain(answer.initial_password);
  });

  it('keep their password when they have another identity here, or children out of scope', async () => {
    const [shared] = await rowsOf(
      server(),
      "select guardian_id from guardians where org_id = '2001' and user_id = 'u-o2001p2'",
    );
    const refused = await admin().post(`${GUARDIANS}/${String(shared?.['guardian_id'])}/reset_password`);
    expect([refused.status, refused.code]).toEqual([409, 'PSY_SHARED_ACCOUNT']);
  });

  it('are exported as the role sees them', async () => {
    const { body } = await classTeacher().get(`${GUARDIANS}/export`);
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });
});
