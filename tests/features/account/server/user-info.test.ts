import { expect, it } from 'vitest';
import type { UserInfo } from '../../../../src/platform/identity/contract.ts';
import { describeApi } from '../../../support/databases.ts';
import { PASSWORD, dataOf, useWorld } from '../../../support/world.ts';

describeApi('user info', (kind) => {
  const world = useWorld(kind);
  const info = async (account: string) =>
    dataOf<UserInfo>(await (await world().client.signIn(account, PASSWORD)).get('/v1/users/info'));
  const school = (org_roles: object[]) => ({
    org_id: 'S1',
    org_name: '第一中学',
    org_type: 2,
    edu_level: 1,
    account_expire_at: '2029-01-01T00:00:00.000Z',
    org_roles,
  });

  it('names a person with organisation, role and masked mobile', async () => {
    expect(await info('admin')).toEqual({
      user_id: 'admin',
      real_name: 'admin老师',
      sex: 2,
      avatar: '',
      login_name: 'admin',
      mobile: '138****0001',
      roles: [{ role_id: 3 }],
      orgs: [school([{ role_id: 4, role_name: '超级管理员', role_extend: {} }])],
      students: [],
    });
  });

  it('lists every role in every organisation, with what each reaches', async () => {
    const { orgs, roles } = await info('multi');
    expect(roles).toEqual([{ role_id: 3 }]);
    expect(orgs).toEqual([
      school([
        { role_id: 8, role_name: '心理专职教师', role_extend: {} },
        { role_id: 10, role_name: '班主任', role_extend: { class_ids: ['a1'] } },
      ]),
      expect.objectContaining({
        org_id: 'S2',
        edu_level: 3,
        org_roles: [
          { role_id: 4, role_name: '超级管理员', role_extend: {} },
          { role_id: 7, role_name: '普通教师', role_extend: {} },
        ],
      }),
    ]);
  });

  it('makes staff without a role ordinary teachers', async () => {
    expect((await info('plain')).orgs).toEqual([school([{ role_id: 7, role_name: '普通教师', role_extend: {} }])]);
  });

  it('shows an institution without edu level', async () => {
    const { orgs } = await info('bureau');
    expect(orgs).toHaveLength(1);
    expect(orgs[0]).toMatchObject({ org_id: 'B1', org_type: 1, org_roles: [{ role_id: 1 }] });
    expect(orgs[0]).not.toHaveProperty('edu_level');
  });

  it('lists for a student the current enrolment alone, and no roles', async () => {
    const { roles, orgs, students } = await info('student');
    expect(roles).toEqual([{ role_id: 1 }]);
    expect(students).toEqual([
      { school_id: 'S1', school_name: '第一中学', student_id: 'stS1-1', real_name: '学生1', is_current: true },
    ]);
    expect(orgs.flatMap((org) => org.org_roles)).toEqual([]);
  });

  it("lists for a parent the children, former ones marked as such, and nobody else's", async () => {
    const { roles, students } = await info('parent');
    expect(roles).toEqual([{ role_id: 2 }]);
    expect(students).toEqual([
      { school_id: 'S1', school_name: '第一中学', student_id: 'stS1-1', real_name: '学生1', is_current: true },
      { school_id: 'S2', school_name: '师范学院', student_id: 'stS2-2', real_name: '学生2', is_current: false },
    ]);
  });

  it('tells staff and parents in one person apart', async () => {
    const { roles, orgs, students } = await info('mixed');
    expect(roles).toEqual([{ role_id: 2 }, { role_id: 3 }]);
    expect(orgs.map((org) => [org.org_id, org.org_roles.map((r) => r.role_id)])).toEqual([
      ['S1', [7]],
      ['S2', []],
    ]);
    expect(students).toHaveLength(1);
  });

  it('is empty but for the person where nobody gave them anything', async () => {
    expect(await info('nobody')).toMatchObject({ user_id: 'nobody', roles: [], orgs: [], students: [] });
  });

  it.each([
    ['multi', ['null']],
    ['parent', ['null', 'S1', 'S2']],
  ])('asks the database once for %s, and once for each school where they are no staff', async (name, expected) => {
    const client = await world().client.signIn(name, PASSWORD);
    await client.get('/v1/users/info');
    const asked = new Set<string>();
    const stop = world().db.onStatement(({ tenant, via }) => {
      expect(via).toBe('read');
      asked.add(String(tenant.orgId));
    });
    await client.get('/v1/users/info');
    stop();
    expect([...asked].sort()).toEqual([...expected].sort());
  });
});
