import { describe, expect, it } from 'vitest';
import { newPassword } from '../../../../src/platform/identity/server/new-password.ts';
import { pinyinOf } from '../../../../src/platform/runtime/server/pinyin.ts';
import { MemoryState } from '../../../../src/platform/state/server/memory-state.ts';
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
import { startServer, TestClock, useServer } from '../../../support/server.ts';

const TEACHERS = '/v1/portal/teachers';
interface Teacher extends Record<string, unknown> {
  user_id: string;
  teacher_name: string;
  login_name: string;
  role_names: string;
  enabled: boolean;
  updated_at: string;
  mobile?: string;
}

describeApi('teachers', (kind) => {
  const clock = new TestClock();
  const state = new MemoryState(clock);
  const server = useServer(kind, { services: { state } });
  const admin = useVerifiedClient(server, 2001, 4);
  const assistant = useVerifiedClient(server, 2001, 5);
  const bureau = useClient(server, 1001, 1);
  const clerk = useClient(server, 1001, 2);
  const neighbour = useClient(server, 2002, 4);
  const list = async (client: () => Client, parameters: Record<string, string | number> = {}) =>
    dataOf<Listed<Teacher>>(await client().get(query(TEACHERS, { size: 200, ...parameters })));
  let made = 0;
  const create = async (body: Record<string, unknown> = {}, client = admin) =>
    client().post(TEACHERS, { teacher_name: '新老师', login_name: `new.teacher${++made}`, role_id: 7, ...body });
  const created = async (body: Record<string, unknown> = {}) => dataOf<Teacher>(await create(body));
  const rolesOf = async (id: string) =>
    dataOf<{ items: { role_id: number; role_extend: object }[]; updated_at: string }>(
      await admin().get(`${TEACHERS}/${id}/roles`),
    );
  const setRoles = (id: string, items: object[], client = admin, more: object = {}) =>
    client().put(`${TEACHERS}/${id}/roles`, { items, ...more });
  const enter = async (teacher: Teacher, role: number, org = 2001) => {
    const { password } = dataOf<{ password: string }>(
      await admin().post(`/v1/portal/users/${teacher.user_id}/reset_passwords`),
    );
    return (await server().client.signInFirst(teacher.login_name, password)).withRole(org, role);
  };
  const opens = async (client: Client, path: string) => (await client.get(path)).status;
  const STUDENTS = '/v1/portal/students?size=200';

  describe('a list', () => {
    it('contains the staff of the organisation with all roles, and no other people', async () => {
      const { total, items } = await list(admin);
      const [staff] = await rowsOf(
        server(),
        "select count(distinct user_id)::int as n from memberships where org_id = '2001' and identity = 3",
      );
      expect(total).toBe(staff?.['n']);
      expect(items.find(({ login_name }) => login_name === 'multi')?.role_names).toBe('心理专职教师、班主任');
      expect(items[0]).toMatchObject({ user_id: expect.any(String), teacher_name: expect.any(String), enabled: true });
      expect(JSON.stringify(items)).not.toMatch(/o2002|password|org_id/);
    });

    it('are in the order of their names by pinyin', async () => {
      const surnames = (await list(admin)).items.map(({ teacher_name }) => pinyinOf(teacher_name).split(' ')[0] ?? '');
      expect(surnames.length).toBeGreaterThan(20);
      expect(surnames.toSorted()).toEqual(surnames);
    });

    it('can be filtered by any role, by name, login and state', async () => {
      expect((await list(admin, { role_id: '9' })).total).toBe(6);
      expect(
        (await list(admin, { role_id: '8,10', login_name: 'multi' })).items.map(({ login_name }) => login_name),
      ).toEqual(['multi']);
      expect((await list(admin, { role_id: '4,5' })).total).toBe(3);
      expect((await list(admin, { enabled: 'false' })).total).toBe(0);
      const [one] = (await list(admin, { login_name: 'o2001r8' })).items;
      expect((await list(admin, { teacher_name: String(one?.teacher_name) })).items).toContainEqual(one);
    });

    it('masks phone numbers, also for roles that may reveal them', async () => {
      const mobile = async (client: () => Client) => (await list(client, { login_name: 'o2001r8' })).items[0]?.mobile;
      for (const client of [admin, assistant]) expect(await mobile(client)).toMatch(/^199\*{4}\d{4}$/);
    });

    it('contains the staff of the own organisation only, at an institution as at a school', async () => {
      expect((await list(bureau)).items.map(({ role_names }) => role_names)).toContain('机构心理教师');
      // An institution has departments of its own.
      const departments = async (client: () => Client) =>
        Object.entries(
          dataOf<{ properties: Record<string, { 'x-hidden'?: boolean }> }>(
            await client().get('/v1/portal/schemas/teacher'),
          ).properties,
        ).filter(([name, field]) => name.startsWith('department') && !field['x-hidden']).length;
      expect([await departments(admin), await departments(bureau)]).toEqual([2, 2]);
      const stranger = (await list(neighbour)).items.find(({ login_name }) => login_name === 'o2002r7')?.user_id ?? '';
      expect((await admin().get(`${TEACHERS}/${stranger}`)).status).toBe(404);
      expect((await admin().get(`${TEACHERS}/${stranger}/roles`)).status).toBe(404);
      expect((await setRoles(stranger, [])).status).toBe(404);
      expect((await admin().put(`${TEACHERS}/${stranger}/state`, { enabled: false })).status).toBe(404);
      expect((await admin().post(`/v1/portal/users/${stranger}/reset_passwords`)).status).toBe(404);
      expect((await admin().delete(`${TEACHERS}/${stranger}`)).status).toBe(404);
    });
  });

  describe('creating one', () => {
    it('creates an account with a role, which cannot be used before a password is set', async () => {
      const answer = await create({ teacher_no: 'N-1', mobile: '13800001111' });
      expect(answer.status).toBe(201);
      const teacher = dataOf<Teacher>(answer);
      expect(teacher).toMatchObject({
        teacher_name: '新老师',
        role_names: '普通教师',
        enabled: true,
        mobile: '138****1111',
      });
      await expect(server().client.signIn(teacher.login_name, '')).rejects.toThrow('AC_WRONG_PASSWORD');
      const client = await enter(teacher, 7);
      expect(await opens(client, '/v1/portal/rbac/pages')).toBe(200);
      const [entry] = await rowsOf(
        server(),
        "select after from audit_logs where row_id = $1 and act = 'create'",
        teacher.user_id,
      );
      expect(entry?.['after']).toMatchObject({ login_name: teacher.login_name, role_id: 7 });
    });

    it('refuses a used login name or number in any case, and an invalid name', async () => {
      expect(messageOf(await create({ login_name: 'O2002R4' }), '/login_name')).toMatch(/已被使用/);
      expect(messageOf(await create({ login_name: '13800138000' }), '/login_name')).toMatch(/字母开头/);
      expect(messageOf(await create({ teacher_no: 'T0001' }), '/teacher_no')).toMatch(/已被使用/);
      expect(messageOf(await create({ mobile: '138****0000' }), '/mobile')).toMatch(/11 位/);
    });

    it('with the same login name concurrently creates one', async () => {
      const answers = await Promise.all([create({ login_name: 'same.name' }), create({ login_name: 'Same.Name' })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    });
  });

  describe('a manager', () => {
    it('cannot grant roles above the own one', async () => {
      expect(messageOf(await create({ role_id: 4 }, assistant), '/role_id')).toMatch(/不能授予/);
      expect((await create({ role_id: 5 }, assistant)).status).toBe(201);
      expect(messageOf(await create({ role_id: 1 }), '/role_id')).toMatch(/不能授予/);
      expect(messageOf(await create({ role_id: 1 }, clerk), '/role_id')).toMatch(/不能授予/);
      expect((await create({ role_id: 13 }, clerk)).status).toBe(201);
      const teacher = await created();
      expect((await setRoles(teacher.user_id, [{ role_id: 4, role_extend: {} }], assistant)).fields).toEqual([
        '/items/0/role_id',
      ]);
    });

    it('cannot change people with higher roles', async () => {
      const [head] = (await list(admin, { login_name: 'o2001r4' })).items;
      const id = String(head?.user_id);
      const tried = [
        await assistant().put(`${TEACHERS}/${id}`, { teacher_no: 'X1' }),
        await assistant().delete(`${TEACHERS}/${id}`),
        await setRoles(id, [], assistant),
        await assistant().put(`${TEACHERS}/${id}/state`, { enabled: false }),
        await assistant().post(`/v1/portal/users/${id}/reset_passwords`),
      ];
      expect(tried.map(({ status, code }) => [status, code])).toEqual(tried.map(() => [403, 'AC_FORBIDDEN']));
      expect((await list(admin, { login_name: 'o2001r4' })).items).toEqual([head]);
    });

    it('keeps a masked number that is sent back unchanged', async () => {
      const teacher = await created({ mobile: '13911112222' });
      expect((await assistant().put(`${TEACHERS}/${teacher.user_id}`, { mobile: '139****2222', sex: 2 })).status).toBe(
        200,
      );
      expect(
        await rowsOf(server(), "select mobile from teachers where org_id = '2001' and user_id = $1", teacher.user_id),
      ).toEqual([{ mobile: '13911112222' }]);
      expect((await assistant().put(`${TEACHERS}/${teacher.user_id}`, { mobile: '138****2222' })).fields).toEqual([
        '/mobile',
      ]);
    });

    it('cannot lock out the own account, or the organisation', async () => {
      const [me] = (await list(admin, { login_name: 'o2001r4' })).items;
      const id = String(me?.user_id);
      expect((await admin().delete(`${TEACHERS}/${id}`)).code).toBe('PSY_OWN_ACCOUNT');
      expect((await admin().put(`${TEACHERS}/${id}/state`, { enabled: false })).code).toBe('PSY_OWN_ACCOUNT');
      expect((await setRoles(id, [{ role_id: 5, role_extend: {} }])).code).toBe('PSY_LAST_ADMINISTRATOR');
      expect((await rolesOf(id)).items.map(({ role_id }) => role_id)).toEqual([4]);
    });

    it('and another one who remove each other concurrently leave one', async () => {
      const second = await created({ role_id: 4 });
      const other = await enter(second, 4);
      const [me] = (await list(admin, { login_name: 'o2001r4' })).items;
      const answers = await Promise.all([
        other.put(`${TEACHERS}/${me?.user_id}/state`, { enabled: false }),
        admin().put(`${TEACHERS}/${second.user_id}/state`, { enabled: false }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(
        await rowsOf(
          server(),
          "select t.user_id from teachers t join memberships m using (org_id, user_id) where org_id = '2001' and m.role_id = 4 and t.enabled",
        ),
      ).toHaveLength(1);
      await rowsOf(server(), "update teachers set enabled = true where org_id = '2001'");
      for (const user of [me?.user_id, second.user_id]) await server().services.access.invalidateUser(String(user));
      expect((await admin().delete(`${TEACHERS}/${second.user_id}`)).status).toBe(200);
    });
  });

  describe('roles', () => {
    it('are limited to objects of the organisation', async () => {
      const teacher = await created();
      const refused = await setRoles(teacher.user_id, [
        { role_id: 10, role_extend: { class_ids: ['c2002-2026-1-01'] } },
        { role_id: 9, role_extend: { grade_combos: [{ period: 2, grade: 1 }] } },
        { role_id: 8, role_extend: { periods: [7] } },
        { role_id: 12, role_extend: { class_ids: ['c2001-2026-7-01'] } },
        { role_id: 9, role_extend: {} },
        { role_id: 99, role_extend: {} },
      ]);
      expect(refused.fields).toEqual([
        '/items/0/role_extend/class_ids',
        '/items/1/role_extend/grade_combos',
        '/items/2/role_extend/periods',
        '/items/3/role_extend/class_ids',
        '/items/4/role_id',
        '/items/5/role_id',
      ]);
      expect((await rolesOf(teacher.user_id)).items.map(({ role_id }) => role_id)).toEqual([7]);
      const psychologist = (await list(bureau, { role_id: 13 })).items[0];
      const at = `${TEACHERS}/${psychologist?.user_id}/roles`;
      expect(
        (await bureau().put(at, { items: [{ role_id: 13, role_extend: { school_ids: ['2001', '2005'] } }] })).status,
      ).toBe(200);
      expect((await bureau().put(at, { items: [{ role_id: 13, role_extend: { school_ids: ['1001'] } }] })).status).toBe(
        400,
      );
    });

    it('take effect with the next request of a signed-in holder, in every process', async () => {
      const teacher = await created();
      const other = await startServer(server().db, { services: { state } }, server().clock);
      expect(
        (await setRoles(teacher.user_id, [{ role_id: 10, role_extend: { class_ids: ['c2001-2026-7-01'] } }])).status,
      ).toBe(200);
      const client = await enter(teacher, 10);
      const elsewhere = client.as({ port: other.port });
      const seen = async (who: Client) =>
        new Set(dataOf<Listed<{ class_id: string }>>(await who.get(STUDENTS)).items.map(({ class_id }) => class_id));
      for (const who of [client, elsewhere]) expect(await seen(who)).toEqual(new Set(['c2001-2026-7-01']));
      await setRoles(teacher.user_id, [{ role_id: 10, role_extend: { class_ids: ['c2001-2026-8-02'] } }]);
      for (const who of [client, elsewhere]) expect(await seen(who)).toEqual(new Set(['c2001-2026-8-02']));
      await setRoles(teacher.user_id, []);
      for (const who of [client, elsewhere]) expect((await who.get(STUDENTS)).code).toBe('AC_ORG_ROLE_FORBIDDEN');
      expect(await opens(client.withRole(2001, 7), '/v1/portal/rbac/pages')).toBe(200);
      await other.app.close();
    });

    it('changed by two users concurrently are refused to the second one', async () => {
      const teacher = await created();
      const { updated_at } = await rolesOf(teacher.user_id);
      const both = await Promise.all(
        [12, 14].map((role_id) => setRoles(teacher.user_id, [{ role_id, role_extend: {} }], admin, { updated_at })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
  });

  describe('disabled staff', () => {
    it('lose access with the next request in every process, and get it back', async () => {
      const teacher = await created({ role_id: 8 });
      const client = await enter(teacher, 8);
      const other = await startServer(server().db, { services: { state } }, server().clock);
      const both = [client, client.as({ port: other.port })];
      for (const who of both) expect(await opens(who, STUDENTS)).toBe(200);
      expect((await admin().put(`${TEACHERS}/${teacher.user_id}/state`, { enabled: false })).status).toBe(200);
      for (const who of both) expect((await who.get(STUDENTS)).code).toBe('AC_ORG_ROLE_FORBIDDEN');
      expect((await client.as({ org: undefined }).get('/v1/users/info')).data).toMatchObject({ orgs: [], roles: [] });
      expect((await list(admin, { enabled: 'false' })).items.map(({ user_id }) => user_id)).toEqual([teacher.user_id]);
      await admin().put(`${TEACHERS}/${teacher.user_id}/state`, { enabled: true });
      for (const who of both) expect(await opens(who, STUDENTS)).toBe(200);
      await other.app.close();
    });

    it('of one school can still work at another', async () => {
      const multi = await server().client.signIn('multi');
      const id = String((await list(neighbour, { login_name: 'multi' })).items[0]?.user_id);
      await neighbour().put(`${TEACHERS}/${id}/state`, { enabled: false });
      expect(await opens(multi.withRole(2001, 8), STUDENTS)).toBe(200);
      expect(await opens(multi.withRole(2002, 4), STUDENTS)).toBe(403);
      await neighbour().put(`${TEACHERS}/${id}/state`, { enabled: true });
    });

    it('and deleted ones are no longer staff; their names stay in the log', async () => {
      const teacher = await created({ role_id: 8 });
      const client = await enter(teacher, 8);
      expect((await admin().delete(`${TEACHERS}/${teacher.user_id}`)).status).toBe(200);
      expect((await client.get(STUDENTS)).code).toBe('AC_AUTH_INVALID_TOKEN');
      expect(await rowsOf(server(), 'select from memberships where user_id = $1', teacher.user_id)).toEqual([]);
      expect(
        await rowsOf(
          server(),
          "select row_label from audit_logs where row_id = $1 and act = 'delete'",
          teacher.user_id,
        ),
      ).toEqual([{ row_label: '新老师' }]);
      expect((await create({ login_name: teacher.login_name })).status).toBe(201);
    });
  });

  describe('a new password', () => {
    it('is shown once, opens the account, ends its sessions, and is in no log', async () => {
      const teacher = await created();
      const first = await enter(teacher, 7);
      const answer = await admin().post(`/v1/portal/users/${teacher.user_id}/reset_passwords`);
      const { password, login_name } = dataOf<{ password: string; login_name: string }>(answer);
      expect(login_name).toBe(teacher.login_name);
      expect((await first.get('/v1/users/info')).code).toBe('AC_AUTH_INVALID_TOKEN');
      await server().client.signIn(teacher.login_name, password);
      expect(server().log.text).not.toContain(password);
      const logs = await rowsOf(
        server(),
        'select row_to_json(l)::text as entry from audit_logs l where row_id = $1',
        teacher.user_id,
      );
      expect(logs.filter(({ entry }) => String(entry).includes('reset_password'))).toHaveLength(2);
      expect(JSON.stringify(logs)).not.toContain(password);
    });

    it('is refused without a second proof, and the old one stays', async () => {
      const teacher = await created();
      const client = await enter(teacher, 7);
      const refused = await admin()
        .as({ secondaryToken: undefined })
        .post(`/v1/portal/users/${teacher.user_id}/reset_passwords`);
      expect([refused.status, refused.code]).toEqual([403, 'PSY_INVALID_SECONDARY_TOKEN']);
      expect((await client.get('/v1/users/info')).status).toBe(200);
    });

    it('is refused for the own account, as is the reset of the own authenticator, and names the account page', async () => {
      const id = String((await list(admin, { login_name: 'o2001r4' })).items[0]?.user_id);
      const hash = () => rowsOf(server(), 'select password_hash from accounts where user_id = $1', id);
      const before = await hash();
      for (const refused of [
        await admin().post(`/v1/portal/users/${id}/reset_passwords`),
        await admin().delete(`${TEACHERS}/${id}/authenticator`),
      ]) {
        expect([refused.status, refused.code]).toEqual([409, 'PSY_OWN_ACCOUNT']);
        expect(refusalOf(refused).message).toContain('账号设置');
      }
      expect(await hash()).toEqual(before);
      expect((await admin().get('/v1/users/info')).status).toBe(200);
    });

    it('is refused for accounts of another organisation', async () => {
      const id = String((await list(admin, { login_name: 'multi' })).items[0]?.user_id);
      expect((await admin().post(`/v1/portal/users/${id}/reset_passwords`)).code).toBe('PSY_SHARED_ACCOUNT');
      await server().client.signIn('multi');
      expect((await admin().put(`${TEACHERS}/${id}`, { teacher_name: '改名' })).status).toBe(200);
      expect(
        (await rowsOf(server(), 'select real_name from accounts where user_id = $1', id))[0]?.['real_name'],
      ).not.toBe('改名');
    });

    it('has twelve characters that cannot be confused', () => {
      expect(newPassword((size) => Uint8Array.from({ length: size }, (_, i) => i * 21))).toMatch(
        /^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/,
      );
    });
  });
});
