import { describe, expect, it } from 'vitest';
import type { ClassNode } from '../../../../src/features/classes/contract.ts';
import type { DepartmentNode } from '../../../../src/features/organisation/contract/departments.ts';
import {
  CLASSES,
  dataOf,
  messageOf,
  query,
  refusalOf,
  rowsOf,
  useClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import type { Answer } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { usualTime } from '../../../support/pace.ts';
import { useServer } from '../../../support/server.ts';

const DEPARTMENTS = '/v1/portal/organizations/departments';

describeApi('the structure', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const leader = useClient(server, 2001, 12);
  const neighbour = useClient(server, 2002, 4);
  const psychologist = useClient(server, 2001, 8);
  const add = async (department_name: string, parent_id: string | null = null) =>
    dataOf<{ department_id: string }>(await admin().post(DEPARTMENTS, { department_name, parent_id })).department_id;
  const put = (id: string, body: object) => admin().put(`${DEPARTMENTS}/${id}`, body);
  const tree = async () => dataOf<DepartmentNode[]>(await admin().get(`${DEPARTMENTS}/tree`));
  const find = (nodes: readonly DepartmentNode[], id: string): DepartmentNode | undefined => {
    for (const node of nodes) {
      const found = node.node_id === id ? node : find(node.next_level, id);
      if (found) return found;
    }
    return undefined;
  };
  const under = async (id: string) => find(await tree(), id)?.next_level.map(({ node_name }) => node_name);
  const all = (nodes: readonly DepartmentNode[]): string[] =>
    nodes.flatMap((node) => [node.node_id, ...all(node.next_level)]);
  const failed = (answer: Answer, field: string) => [answer.status, messageOf(answer, field)];

  describe('departments', () => {
    it('are a tree with the school at its root, without those of other schools', async () => {
      const [root] = await tree();
      expect([root?.node_id, root?.next_level.map(({ node_name }) => node_name)]).toEqual([
        '2001',
        ['初中部', '高中部', '教务处', '学生处', '总务处'],
      ]);
      const [theirs] = all(
        dataOf<DepartmentNode[]>(await neighbour().get(`${DEPARTMENTS}/tree`)).flatMap((node) => node.next_level),
      );
      expect(all(await tree())).not.toContain(theirs);
      expect((await put(String(theirs), { department_name: '改名' })).status).toBe(404);
      expect((await admin().delete(`${DEPARTMENTS}/${theirs}`)).status).toBe(404);
      expect((await admin().post(DEPARTMENTS, { department_name: '甲', parent_id: theirs })).status).toBe(404);
      expect((await admin().get(`${DEPARTMENTS}/${theirs}/edus/grades`)).status).toBe(404);
      expect((await put('d2001-1', { parent_id: theirs })).status).toBe(404);
    });

    it('are added, renamed, and keep their order', async () => {
      const top = await add('年级组');
      const [a, b, c] = [await add('甲', top), await add('乙', top), await add('丙', top)];
      expect(await under(top)).toEqual(['甲', '乙', '丙']);
      await put(c, { before_id: a });
      expect(await under(top)).toEqual(['丙', '甲', '乙']);
      await put(c, { before_id: null });
      await put(a, { department_name: '丁' });
      expect(await under(top)).toEqual(['丁', '乙', '丙']);
      await put(b, { parent_id: a, department_name: '丁' });
      expect([await under(top), await under(a)]).toEqual([['丁', '丙'], ['丁']]);
      await put(b, { parent_id: null });
      expect((await tree())[0]?.next_level.at(-1)?.node_id).toBe(b);
      expect(
        (await rowsOf(server(), 'select act from audit_logs where row_id = $1', b)).map(({ act }) => act).sort(),
      ).toEqual(['create', 'update', 'update']);
    });

    it('have unique names among siblings, under concurrency too', async () => {
      const top = await add('同名');
      const answers = await Promise.all(
        ['甲', '甲'].map((department_name) => admin().post(DEPARTMENTS, { department_name, parent_id: top })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
      const other = await add('乙', top);
      expect(failed(await put(other, { department_name: '甲' }), '/department_name')).toEqual([
        400,
        '同级已有这个名称的部门',
      ]);
      expect(failed(await put(await add('甲', other), { parent_id: top }), '/department_name')).toEqual([
        400,
        '同级已有这个名称的部门',
      ]);
      expect((await admin().post(DEPARTMENTS, { department_name: ' 甲' })).fields).toEqual(['/department_name']);
    });

    it('are never below themselves, even when two are moved concurrently', async () => {
      const [a, b] = [await add('左'), await add('右')];
      const child = await add('中', a);
      expect(failed(await put(a, { parent_id: child }), '/parent_id')).toEqual([400, '不能移到自己或自己的下级']);
      expect(failed(await put(a, { parent_id: a }), '/parent_id')).toEqual([400, '不能移到自己或自己的下级']);
      const before = all(await tree()).sort();
      for (let i = 0; i < 5; i++) {
        const answers = await Promise.all([
          put(a, { parent_id: b }),
          put(b, { parent_id: a }),
          put(child, { parent_id: b }),
          put(child, { parent_id: null }),
        ]);
        expect(answers.every(({ status }) => status < 500)).toBe(true);
        expect(all(await tree()).sort()).toEqual(before);
        await put(a, { parent_id: null });
        await put(b, { parent_id: null });
      }
    });

    it('are at most ten levels deep', async () => {
      let at: string | null = null;
      for (let level = 1; level <= 10; level++) at = await add(`第${level}级`, at);
      expect(
        failed(await admin().post(DEPARTMENTS, { department_name: '第11级', parent_id: at }), '/parent_id'),
      ).toEqual([400, '部门最多 10 级']);
      expect((await put(await add('外'), { parent_id: at })).status).toBe(400);
    });

    it('are deleted only when they are empty, and a refusal names the reason', async () => {
      expect(refusalOf(await admin().delete(`${DEPARTMENTS}/d2001-2`)).message).toMatch(
        /^学生处还有 1 个下级部门和 \d+ 位教职工，不能删除$/,
      );
      const empty = await add('空');
      expect((await admin().delete(`${DEPARTMENTS}/${empty}`)).status).toBe(200);
      expect((await put(empty, { department_name: '又' })).status).toBe(404);
    });

    it('are changed by permitted roles, and hidden from all others', async () => {
      expect((await leader().post(DEPARTMENTS, { department_name: '校办' })).status).toBe(201);
      expect((await psychologist().get(`${DEPARTMENTS}/tree`)).status).toBe(403);
    });

    it('answer and move quickly with 5,000 departments', async () => {
      const usual = await usualTime(() => neighbour().get(`${DEPARTMENTS}/tree`));
      await rowsOf(
        server(),
        `insert into departments (org_id, department_id, parent_id, department_name, position)
        select '2002', 'big-' || n, case when n > 50 then 'big-' || (n % 50 + 1) end, '部门' || n, n from generate_series(1, 5000) n`,
      );
      const started = performance.now();
      const big = await neighbour().get(`${DEPARTMENTS}/tree`);
      expect(all(dataOf<DepartmentNode[]>(big)).length).toBeGreaterThan(5000);
      expect((await neighbour().put(`${DEPARTMENTS}/big-1`, { parent_id: 'big-2' })).status).toBe(200);
      expect(performance.now() - started).toBeLessThan(Math.max(3000, 150 * usual));
    });
  });

  describe('stages', () => {
    const grades = (id: string) => admin().get(`${DEPARTMENTS}/${id}/edus/grades`);
    it('belong to the school or to a department, within those of the school', async () => {
      expect(dataOf(await grades('2001')).items).toHaveLength(2);
      expect(dataOf(await grades('d2001-10'))).toEqual({
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
        ],
      });
      const id = await add('东校区');
      expect(
        (await admin().post(`${DEPARTMENTS}/edus`, { department_id: id, items: [{ period: 4, grades: [11, 10] }] }))
          .status,
      ).toBe(201);
      expect(
        (await admin().put(`${DEPARTMENTS}/${id}/edus`, { items: [{ period: 3, grades: [9] }] })).data.items,
      ).toMatchObject([{ period: 3, grades: [{ grade: 9 }] }]);
      expect(
        (
          await admin().put(`${DEPARTMENTS}/${id}/edus`, {
            items: [
              { period: 2, grades: [1] },
              { period: 3, grades: [10] },
              { period: 3, grades: [9] },
            ],
          })
        ).fields,
      ).toEqual(['/items/0/period', '/items/1/grades', '/items/2/period']);
      expect((await admin().delete(`${DEPARTMENTS}/${id}`)).status).toBe(200);
    });
  });

  describe('staff in charge', () => {
    const teacher = async (login: string) =>
      String((await rowsOf(server(), 'select user_id from accounts where login_name = $1', login))[0]?.['user_id']);
    const holders = async (path: string) =>
      dataOf<{ items: { user_id: string }[] }>(await admin().get(`/v1/portal/roles/${path}/users`)).items.map(
        ({ user_id }) => user_id,
      );
    const assign = (path: string, user_ids: string[], client = admin) =>
      client().put(`/v1/portal/roles/${path}/users`, { user_ids });
    const CLASS = 'c2001-2026-8-03';

    it('are listed with the classes, read in one statement', async () => {
      const sent: string[] = [];
      const stop = server().db.onStatement(({ sql }) => sent.push(sql));
      const { items } = dataOf<Listed<{ class_id: string; head_teachers: string }>>(
        await admin().get(query(CLASSES, { size: 50 })),
      );
      stop();
      expect(items.filter(({ head_teachers }) => !head_teachers)).toEqual([]);
      expect(sent.filter((sql) => sql.includes('head_teachers'))).toHaveLength(1);
      expect(items.find(({ class_id }) => class_id === 'c2001-2026-7-02')?.head_teachers).toContain('、');
    });

    it('get and lose role and scope at once; other classes and roles stay', async () => {
      const multi = (await server().client.signIn('multi')).withRole(2001, 10);
      const id = await teacher('multi');
      const [old] = await holders(`classes/${CLASS}`);
      expect((await assign(`classes/${CLASS}`, [id])).data.items).toEqual([expect.objectContaining({ user_id: id })]);
      const reach = async () =>
        new Set(
          dataOf<Listed<{ class_id: string }>>(await multi.get('/v1/portal/students?size=200')).items.map(
            ({ class_id }) => class_id,
          ),
        );
      expect(await reach()).toEqual(new Set(['c2001-2026-7-02', CLASS]));
      expect(
        await rowsOf(server(), "select role_id from memberships where org_id = '2001' and user_id = $1", String(old)),
      ).toEqual([{ role_id: null }]);
      await assign(`classes/${CLASS}`, [String(old)]);
      expect(await reach()).toEqual(new Set(['c2001-2026-7-02']));
      await assign(
        'classes/c2001-2026-7-02',
        (await holders('classes/c2001-2026-7-02')).filter((each) => each !== id),
      );
      expect((await multi.get('/v1/portal/students')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
      expect((await multi.withRole(2001, 8).get('/v1/portal/students')).status).toBe(200);
    });

    it('of a grade are set by roles that may grant it', async () => {
      const id = await teacher('o2001t7');
      expect((await assign('grades/4-12', [id], leader)).status).toBe(200);
      expect(await holders('grades/4-12')).toEqual([id]);
      const ids = (nodes: readonly ClassNode[]): string[] =>
        nodes.flatMap(({ node_id, next_level }) => [node_id, ...ids(next_level)]);
      const all = ids((await leader().get('/v1/portal/schools/classes/tree')).data as ClassNode[]);
      expect([all.includes('4-12'), new Set(all).size]).toEqual([true, all.length]);
      expect(
        await rowsOf(server(), 'select role_extend from memberships where user_id = $1 and role_id = 9', id),
      ).toEqual([{ role_extend: { grade_combos: [{ period: 4, grade: 12 }] } }]);
      expect((await assign('grades/4-12', [id], psychologist)).status).toBe(403);
    });

    it('cannot be people, grades or classes of another school', async () => {
      const stranger = await teacher('o2002r7');
      expect((await assign(`classes/${CLASS}`, [stranger])).fields).toEqual(['/user_ids']);
      expect((await assign('classes/c2002-2026-1-01', [])).status).toBe(404);
      expect((await assign('grades/2-1', [])).status).toBe(404);
      expect(await holders('classes/c2002-2026-1-01')).toEqual([]);
    });

    it('set by two users concurrently are those of one of them, never mixed', async () => {
      const [a, b] = [await teacher('o2001t3'), await teacher('o2001t4')];
      await Promise.all([assign(`classes/${CLASS}`, [a]), assign(`classes/${CLASS}`, [b])]);
      expect([[a], [b]]).toContainEqual(await holders(`classes/${CLASS}`));
    });
  });
});
