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

  it('returns the person with organisation, role and masked mobile', async () => {
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

  it('lists every role in every organisation, with its scope', async () => {
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

  it('gives staff without a role the role of ordinary teachers', async () => {
    expect((await info('plain')).orgs).toEqual([school([{ role_id: 7, role_name: '普通教师', role_extend: {} }])]);
  });

  it('shows an institution without education level', async () => {
    const { orgs } = await info('bureau');
    expect(orgs).toHaveLength(1);
    expect(orgs[0]).toMatchObject({ org_id: 'B1', org_type: 1, org_roles: [{ role_id: 1 }] });
    expect(orgs[0]).not.toHaveProperty('edu_level');
  });

  it('lists only the current enrolment of a student, without roles', async () => {
    const { roles, orgs, students } = await info('student');
    expect(roles).toEqual([{ role_id: 1 }]);
    expect(students).toEqual([
      {
        school_id: 'S1',
        school_name: '第一中学',
        student_id: 'stS1-1',
        child_id: 'chS1-1',
        real_name: '学生1',
        is_current: true,
      },
    ]);
    expect(orgs.flatMap((org) => org.org_roles)).toEqual([]);
  });

  it('lists the children of a parent, former ones marked, and no others', async () => {
    const { roles, students } = await info('parent');
    expect(roles).toEqual([{ role_id: 2 }]);
    expect(students).toEqual([
      {
        school_id: 'S1',
        school_name: '第一中学',
        student_id: 'stS1-1',
        child_id: 'chS1-1',
        real_name: '学生1',
        is_current: true,
      },
      {
        school_id: 'S2',
        school_name: '师范学院',
        student_id: 'stS2-2',
        child_id: 'chS2-2',
        real_name: '学生2',
        is_current: false,
      },
    ]);
  });

  it('separates the staff and parent identities of one person', async () => {
    const { roles, orgs, students } = await info('mixed');
    expect(roles).toEqual([{ role_id: 2 }, { role_id: 3 }]);
    expect(orgs.map((org) => [org.org_id, org.org_roles.map((r) => r.role_id)])).toEqual([
      ['S1', [7]],
      ['S2', []],
    ]);
    expect(students).toHaveLength(1);
  });

  it('contains only the person without any membership', async () => {
    expect(await info('nobody')).toMatchObject({ user_id: 'nobody', roles: [], orgs: [], students: [] });
  });

  it.each([
    ['multi', ['null']],
    ['parent', ['null', 'S1', 'S2']],
  ])(
    'queries the database once for %s, and once more for each school where the person is not staff',
    async (name, expected) => {
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
    },
  );
});
