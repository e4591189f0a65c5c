import { describe, expect, it } from 'vitest';
import type { ClassNode } from '../../../../src/features/classes/contract.ts';
import type { Abilities } from '../../../../src/platform/access/contract.ts';
import type { SiteData } from '../../../../src/platform/session/contract.ts';
import { describeApi } from '../../../support/databases.ts';
import { PASSWORD, dataOf, useWorld } from '../../../support/world.ts';

describeApi('an organisation', (kind) => {
  const world = useWorld(kind);
  const as = async (account: string, orgId: string, roleId: number) =>
    (await world().client.signIn(account, PASSWORD)).as({
      org: { orgId, orgType: orgId.startsWith('B') ? '1' : '2', roleId: String(roleId) },
    });

  it('reads its own data', async () => {
    const admin = await as('admin', 'S1', 4);
    expect((await admin.get('/v1/portal/orgs/S1/details')).data).toEqual({
      org_id: 'S1',
      org_name: '第一中学',
      org_type: 2,
      edu_level: 1,
      service_type: 2,
      product_status: 0,
      account_expire_at: '2029-01-01T00:00:00.000Z',
      protection_days: 30,
      available_quota: 10,
      total_quota: 100,
    });
    expect((await admin.get('/v1/portal/auths/schools?org_id=S1')).data).toEqual({
      software_auth: ['Intervene_consulting', 'ai', 'exam'],
      school_open: { consulting_offline_open: false },
      auto_create_user: true,
    });
    expect((await admin.get('/v1/portal/orgs/years')).data).toEqual({
      total: 2,
      items: [
        { year_id: 'y26', year_name: '2026-2027学年', start_on: '2026-09-01', end_on: '2027-08-31', is_current: true },
        { year_id: 'y25', year_name: '2025-2026学年', start_on: '2025-09-01', end_on: '2026-08-31', is_current: false },
      ],
    });
    expect((await admin.get('/v1/portal/schools/edus/structures')).data).toEqual({
      items: [
        {
          period: 3,
          period_name: '初中',
          edu_type: 2,
          grades: [
            { grade_id: '3-7', grade: 7, grade_name: '初一' },
            { grade_id: '3-8', grade: 8, grade_name: '初二' },
            { grade_id: '3-9', grade: 9, grade_name: '初三' },
          ],
        },
        {
          period: 4,
          period_name: '高中',
          grades: [
            { grade_id: '4-10', grade: 10, grade_name: '高一' },
            { grade_id: '4-11', grade: 11, grade_name: '高二' },
            { grade_id: '4-12', grade: 12, grade_name: '高三' },
          ],
        },
      ],
    });
  });

  it('gets the same refusal for every other organisation, existing or not', async () => {
    const admin = await as('admin', 'S1', 4);
    for (const path of [
      '/v1/portal/orgs/S2/details',
      '/v1/portal/orgs/nowhere/details',
      '/v1/portal/auths/schools?org_id=S2',
      '/v1/portal/auths/schools?org_id=nowhere',
    ]) {
      const { status, code, text } = await admin.get(path);
      expect([status, code]).toEqual([403, 'AC_FORBIDDEN']);
      expect(text).not.toContain('师范');
    }
  });

  it('has empty lists where it has no rows', async () => {
    const bureau = await as('bureau', 'B1', 1);
    expect((await bureau.get('/v1/portal/orgs/years')).data).toEqual({ total: 0, items: [] });
    expect((await bureau.get('/v1/portal/schools/edus/structures')).data).toEqual({ items: [] });
    expect((await bureau.get('/v1/portal/schools/classes/tree')).data).toEqual([]);
    expect((await bureau.get('/v1/portal/auths/schools?org_id=B1')).data).toMatchObject({ software_auth: [] });
  });

  describe('the class tree', () => {
    const leaves = (nodes: ClassNode[]): string[] =>
      nodes.flatMap((n) => (n.next_level.length === 0 ? [`${n.level}:${n.node_id}`] : leaves(n.next_level)));
    const tree = async (account: string, roleId: number, query = '') =>
      dataOf<ClassNode[]>(await (await as(account, 'S1', roleId)).get(`/v1/portal/schools/classes/tree${query}`));

    it('contains school, periods, grades and classes of the current year, without empty branches', async () => {
      const klass = (id: string) => ({ node_id: id, node_name: `${id}班`, level: 4, next_level: [] });
      expect(await tree('admin', 4)).toEqual([
        {
          node_id: 'S1',
          node_name: '第一中学',
          level: 2,
          next_level: [
            {
              node_id: '3',
              node_name: '初中',
              level: 6,
              next_level: [
                { node_id: '3-7', node_name: '初一', level: 3, next_level: [klass('a1'), klass('a2')] },
                { node_id: '3-8', node_name: '初二', level: 3, next_level: [klass('b1')] },
              ],
            },
            {
              node_id: '4',
              node_name: '高中',
              level: 6,
              next_level: [{ node_id: '4-10', node_name: '高一', level: 3, next_level: [klass('h1')] }],
            },
          ],
        },
      ]);
    });

    it('contains another year when the query names it, and nothing for an unknown year', async () => {
      expect(leaves(await tree('admin', 4, '?year_id=y25'))).toEqual(['4:old']);
      expect(await tree('admin', 4, '?year_id=y99')).toEqual([]);
    });

    it('is limited to the grade of a grade head, and to the class of a class teacher', async () => {
      expect(leaves(await tree('head', 9))).toEqual(['4:a1', '4:a2']);
      expect(leaves(await tree('teacher', 10))).toEqual(['4:b1']);
      expect(leaves(await tree('multi', 8))).toEqual(['4:a1', '4:a2', '4:b1', '4:h1']);
    });
  });

  describe('the site', () => {
    const site = async (host: string) =>
      dataOf<SiteData>(await world().client.publicly('GET', `/v1/portal/sites?host=${encodeURIComponent(host)}`));

    it('is found by its host, in any case and with a port', async () => {
      const branded = {
        is_custom: true,
        org_id: 'S1',
        org_name: '第一中学',
        site_name: '一中心育',
        company_slogan: '用心',
        host: 'psy.first.example',
      };
      for (const host of ['psy.first.example', 'PSY.First.Example', 'psy.first.example:8443', 'psy.first.example.'])
        expect(await site(host)).toEqual(branded);
    });
    it('is the default for any other host', async () => {
      expect(await site('127.0.0.1:8200')).toEqual({
        is_custom: false,
        site_name: '心理健康教育智慧平台',
        company_slogan: '',
        host: '127.0.0.1',
      });
      expect(await site("x' or '1'='1")).toMatchObject({ is_custom: false });
    });
  });

  describe('the rights', () => {
    const rights = async (account: string, orgId: string, roleId: number) =>
      dataOf<Abilities>(await (await as(account, orgId, roleId)).get('/v1/portal/rbac/pages'));

    it('are returned in the form that casbin.js reads', async () => {
      const data = await rights('multi', 'S1', 8);
      expect(data.permissions.open).toEqual(
        expect.arrayContaining([
          'index',
          'org-manage',
          'org-manage/student',
          'student/archive',
          'exam',
          'ai-chat',
          'student/comment',
        ]),
      );
      expect(data.permissions.open).not.toContain('org-manage/class');
      // The school has neither of the two software features that this page needs.
      expect(data.permissions.open).not.toContain('crisis-report/next-step');
      expect(data).toMatchObject({
        protected: expect.arrayContaining(['student/archive', 'student/comment', 'exam']),
        flags: { watermark: true, desensitization: true },
      });
    });
    it('contain the acts of a resource for roles that may do them', async () => {
      const { permissions } = await rights('admin', 'S1', 4);
      for (const act of ['create', 'update', 'delete', 'export', 'batch-create', 'batch-delete'])
        expect(permissions[act]).toContain('org-manage/class');
      expect(permissions.open).not.toContain('org-manage/faculty');
    });
    it('contain faculties in higher education', async () => {
      expect((await rights('multi', 'S2', 4)).permissions.open).toContain('org-manage/faculty');
    });
  });
});
