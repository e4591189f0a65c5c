import { appendFileSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DepartmentNode, DepartmentPerson } from '../../../../src/features/organisation/contract/departments.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import { book, Importing } from '../../../platform/imports/server/support.ts';
import {
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
import { useServer } from '../../../support/server.ts';

const DEPARTMENTS = '/v1/portal/organizations/departments';
const ROOMS = '/v1/portal/x/room';

const field = (title: string, order: number) => ({
  type: 'string',
  title,
  maxLength: 64,
  'x-list': { order },
  'x-form': { on: ['create', 'edit'], order },
  'x-sheet': { import: true, export: true },
});
/** A field of departments, and a resource whose rows name a department and a person. */
const OVERLAYS = {
  department: { properties: { phone_room: field('办公室电话', 6) } },
  room: {
    title: '房间',
    required: ['room_name'],
    properties: {
      room_name: field('名称', 1),
      owner_department: { ...field('所属部门', 2), 'x-kind': 'department' },
      keeper: { ...field('保管人', 3), 'x-kind': 'staff' },
    },
    'x-resource': { label: 'room_name', area: 'own/room', help: '房间' },
  },
};

function withOverlays(): { schemasDir: string; policiesDir: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-departments-'));
  const [schemasDir, policiesDir] = [path.join(folder, 'schemas'), path.join(folder, 'policies')];
  cpSync(path.join(root, 'schemas'), schemasDir, { recursive: true });
  cpSync(path.join(root, 'policies'), policiesDir, { recursive: true });
  mkdirSync(path.join(schemasDir, 'tenants/2001'), { recursive: true });
  for (const [name, document] of Object.entries(OVERLAYS))
    writeFileSync(path.join(schemasDir, `tenants/2001/${name}.json`), JSON.stringify(document));
  appendFileSync(path.join(policiesDir, 'access.csv'), '\np, own/room, *, 3, 4|5|8, 2, *, *\n');
  return { schemasDir, policiesDir };
}

interface Department {
  department_id: string;
  department_name: string;
  parent_id?: string;
  parent_path?: string;
  before_id?: string;
  position: number;
  head_id?: string;
  head_name?: string;
  teacher_count: number;
  child_count: number;
  phone_room?: string;
  updated_at: string;
}

describeApi('departments as a resource', (kind) => {
  const server = useServer(kind, withOverlays());
  const admin = useClient(server, 2001, 4);
  const neighbour = useClient(server, 2002, 4);
  const psychologist = useClient(server, 2001, 8);
  const bureau = useClient(server, 1001, 1);
  const member = useClient(server, 1001, 3);
  const visitor = useClient(server, 1001, 13);

  const add = async (department_name: string, more: object = {}) =>
    dataOf<Department>(await admin().post(DEPARTMENTS, { department_name, ...more }));
  const list = async (client: typeof admin, parameters: Record<string, string | number> = {}) =>
    dataOf<Listed<Department>>(await client().get(query(DEPARTMENTS, { size: 200, ...parameters }))).items;
  const one = async (id: string) => dataOf<Department>(await admin().get(`${DEPARTMENTS}/${id}`));
  const refusal = (answer: Answer, at: string) => [answer.status, messageOf(answer, at)];
  const person = async (login: string) =>
    String((await rowsOf(server(), 'select user_id from accounts where login_name = $1', login))[0]?.['user_id']);

  it('are listed as the tree from the top down, with path, head, place and numbers', async () => {
    expect((await list(admin)).map(({ department_name, parent_path }) => [department_name, parent_path])).toEqual([
      ['初中部', undefined],
      ['高中部', undefined],
      ['教务处', undefined],
      ['学生处', undefined],
      ['心理健康教育中心', '学生处'],
      ['总务处', undefined],
    ]);
    const [centre] = await list(admin, { department_name: '心理' });
    expect(centre).toMatchObject({ parent_id: 'd2001-2', position: 1, head_id: 'u-o2001r8', child_count: 0 });
    expect(centre?.head_name).toBeTruthy();
    expect((await list(admin, { parent_id: 'd2001-2' })).map(({ department_id }) => department_id)).toEqual([
      'd2001-3',
    ]);
    expect(await one('d2001-2')).toMatchObject({ child_count: 1, before_id: 'd2001-4', position: 4 });
    expect((await admin().get(`${DEPARTMENTS}/d2002-1`)).status).toBe(404);
    expect((await psychologist().get(DEPARTMENTS)).status).toBe(403);
  });

  it('take their place among siblings, and stay there when they get another name', async () => {
    const top = await add('年级组');
    const [a, b] = [
      await add('甲', { parent_id: top.department_id }),
      await add('乙', { parent_id: top.department_id, remark: '新' }),
    ];
    const first = await add('丙', { parent_id: top.department_id, before_id: a.department_id });
    expect([first.position, first.before_id, first.parent_path]).toEqual([1, a.department_id, '年级组']);
    const put = (body: object) => admin().put(`${DEPARTMENTS}/${first.department_id}`, body);
    expect(dataOf<Department>(await put({ department_name: '丁' }))).toMatchObject({ position: 1 });
    expect(dataOf<Department>(await put({ before_id: null }))).toMatchObject({ position: 3 });
    expect(dataOf<Department>(await put({ before_id: b.department_id, remark: '中间' }))).toMatchObject({
      position: 2,
    });
    expect((await put({ before_id: 'd2001-1' })).fields).toEqual(['/before_id']);
    expect((await put({ before_id: first.department_id })).fields).toEqual(['/before_id']);
    expect((await list(admin, { parent_id: top.department_id })).map((each) => each.department_name)).toEqual([
      '甲',
      '丁',
      '乙',
    ]);
    expect((await put({ updated_at: top.updated_at, remark: '旧' })).status).toBe(409);
  });

  it('have a head of the own staff who can sign in', async () => {
    const [office] = [await add('校办')];
    const put = (body: object) => admin().put(`${DEPARTMENTS}/${office.department_id}`, body);
    for (const head_id of ['4711', await person('o2002r7')])
      expect(refusal(await put({ head_id }), '/head_id')).toEqual([400, '没有这位教职工，或者已经停用']);
    const { items } = dataOf<{ items: { user_id: string; enabled: boolean }[] }>(
      await admin().get(`${DEPARTMENTS}/users`),
    );
    expect(items.map(({ user_id }) => user_id)).toContain('u-o2001r7');
    expect(items.map(({ user_id }) => user_id)).not.toContain(await person('o2002r7'));
    expect(dataOf<Department>(await put({ head_id: 'u-o2001r7' })).head_name).toBeTruthy();
    expect((await list(admin, { head_id: 'u-o2001r7' })).map((each) => each.department_name)).toEqual(['校办']);
    // A person who leaves is head no longer.
    const left = dataOf<{ user_id: string }>(
      await admin().post('/v1/portal/teachers', { teacher_name: '将走', login_name: 'jiangzou', role_id: 7 }),
    );
    await put({ head_id: left.user_id });
    expect((await admin().delete(`/v1/portal/teachers/${left.user_id}`)).status).toBe(200);
    expect(await one(office.department_id)).not.toHaveProperty('head_id');
  });

  it('are deleted together with those below them, and never while others or teachers are left', async () => {
    const top = await add('后勤');
    const below = await add('食堂', { parent_id: top.department_id });
    const held = await admin().post(`${DEPARTMENTS}/batch_delete`, { ids: [top.department_id, 'd2001-2'] });
    expect(held.status).toBe(409);
    expect(refusalOf(held).details.map(({ field: at, message }) => [at, message])).toEqual([
      ['/ids/0', '后勤还有 1 个下级部门'],
      ['/ids/1', expect.stringMatching(/^学生处还有 1 个下级部门和 \d+ 位教职工$/)],
    ]);
    const answer = await admin().post(`${DEPARTMENTS}/batch_delete`, {
      ids: [top.department_id, below.department_id],
    });
    expect(answer.data).toEqual({ total: 2 });
    const places = (await list(admin)).filter(({ parent_id }) => parent_id === undefined);
    expect(places.map(({ position }) => position)).toEqual(places.map((_, i) => i + 1));
    expect((await admin().delete(`${DEPARTMENTS}/${(await add('空')).department_id}`)).data).toEqual({
      ok: true,
      total: 1,
    });
  });

  it("have a tenant's own field, which others do not have", async () => {
    const made = await add('招生办', { phone_room: '8101' });
    expect((await one(made.department_id)).phone_room).toBe('8101');
    const file = (await admin().get(query(`${DEPARTMENTS}/export`, { ids: made.department_id, format: 'csv' }))).text;
    expect(file.trim().split('\n').at(-1)).toContain('8101');
    expect((await neighbour().post(DEPARTMENTS, { department_name: '招生办', phone_room: '1' })).fields).toEqual([
      '/phone_room',
    ]);
    await admin().put(`${DEPARTMENTS}/${made.department_id}`, { before_id: 'd2001-1', head_id: 'u-o2001r7' });
    const [entry] = dataOf<Listed<{ log_id: string }>>(
      await admin().get('/v1/portal/audits/logs/list?resource=department&size=1'),
    ).items;
    const { items } = dataOf<{ items: { title: string; before?: string; after?: string }[] }>(
      await admin().get(`/v1/portal/audits/logs/${entry?.log_id}/changes`),
    );
    expect(items.map(({ title, after }) => [title, after])).toEqual([
      ['位置', '教务处'],
      ['排序', '3'],
      ['负责人', expect.stringMatching(/^[^-]{2,}$/)],
    ]);
  });

  it("are named by a tenant's own resource, and kept while a row does", async () => {
    const made = await add('实验室');
    const room = (body: object) => admin().post(ROOMS, { room_name: '101', ...body });
    for (const owner_department of ['4711', 'd2002-1'])
      expect((await room({ owner_department })).fields).toEqual(['/owner_department']);
    expect((await room({ keeper: await person('o2002r7') })).fields).toEqual(['/keeper']);
    const row = dataOf<Record<string, string>>(
      await room({ owner_department: made.department_id, keeper: 'u-o2001r7' }),
    );
    expect(row['owner_department:name']).toBe('实验室');
    expect(row['keeper:name']).toBeTruthy();
    const refused = await admin().delete(`${DEPARTMENTS}/${made.department_id}`);
    expect([refused.status, refusalOf(refused).message]).toEqual([
      409,
      '房间有 1 个在“所属部门”中引用，不能删除；请先修改或删除它们',
    ]);
    // A role that may not open departments learns no name, and cannot name one.
    const other = await psychologist().get(`${ROOMS}/${row['room_id'] ?? row['id'] ?? ''}`);
    expect(other.text).not.toContain('实验室');
    expect((await psychologist().post(ROOMS, { room_name: '102', owner_department: 'd2001-1' })).fields).toEqual([
      '/owner_department',
    ]);
  });

  describe('in a file', () => {
    const HEADER = ['名称', '上级', '部门负责人', '备注', '办公室电话'];
    it('are found by name or path, with columns under other names, and undone', async () => {
      const [a, b] = [await add('东区'), await add('西区')];
      for (const { department_id } of [a, b]) await add('办公室', { parent_id: department_id });
      const head = dataOf<Listed<{ teacher_name: string; teacher_no: string }>>(
        await admin().get('/v1/portal/teachers?login_name=o2001r7'),
      ).items[0]!;
      const run = new Importing(server(), admin(), DEPARTMENTS);
      const file = await book([
        HEADER,
        ['文印室', '东区/办公室', `${head.teacher_name} ${head.teacher_no}`, '二楼', '8102'],
        ['收发室', '西区', null, null, null],
        ['文印室', '办公室', null, null, null],
        ['档案室', '没有的部门', null, null, null],
        ['办公室', '东区', null, '有变化', null],
        ['收发室', '西区', null, null, null],
        ['东区', null, null, null, null],
      ]);
      expect((await run.preview(file)).rows).toMatchObject({ total: 7, new: 2, changed: 1, same: 1, wrong: 3 });
      expect((await run.rows('wrong')).map(({ row, messages }) => [row, messages.join('；')])).toEqual([
        [4, expect.stringContaining('有 2 个“办公室”')],
        [5, expect.stringContaining('没有“没有的部门”')],
        [7, expect.stringContaining('与第 3 行重复')],
      ]);
      expect(await run.write()).toMatchObject({ status: 'done', written: { created: 2, updated: 1 } });
      const made = (await list(admin)).filter(({ department_name }) => /文印室|收发室/.test(department_name));
      expect(
        made.map((each) => [each.department_name, each.parent_path, each.head_name, each.phone_room]).sort(),
      ).toEqual([
        ['收发室', '西区', undefined, undefined],
        ['文印室', '东区/办公室', head.teacher_name, '8102'],
      ]);
      expect(await run.undo()).toMatchObject({ undone: { rows: 3, kept: 0 } });
      expect((await list(admin)).filter(({ department_name }) => /文印室|收发室/.test(department_name))).toEqual([]);
    });

    it('that was exported are the same again', async () => {
      const run = new Importing(server(), admin(), DEPARTMENTS);
      const answer = await admin().get(query(`${DEPARTMENTS}/export`, { format: 'xlsx' }));
      const all = await list(admin);
      expect((await run.preview(Buffer.from(answer.body))).rows).toMatchObject({ total: all.length, same: all.length });
    });
  });

  describe('of an institution', () => {
    const tree = async (client: typeof admin) => dataOf<DepartmentNode[]>(await client().get(`${DEPARTMENTS}/tree`));
    let mine: Department;
    beforeAll(async () => {
      mine = dataOf<Department>(await bureau().post(DEPARTMENTS, { department_name: '督导室' }));
    });

    it('are its own, with its staff', async () => {
      const [top] = await tree(member);
      expect([top?.node_id, top?.level, top?.next_level.map(({ node_name }) => node_name)]).toEqual([
        '1001',
        1,
        ['办公室', '基础教育科', '德育与心理健康科', '督导室'],
      ]);
      expect((await list(member)).map(({ department_id }) => department_id)).not.toContain('d2001-1');
      expect((await admin().get(`${DEPARTMENTS}/${mine.department_id}`)).status).toBe(404);
      expect((await bureau().put(`${DEPARTMENTS}/d2001-1`, { remark: '改' })).status).toBe(404);
      expect((await bureau().post(DEPARTMENTS, { department_name: '下', parent_id: 'd2001-1' })).status).toBe(404);
      const people = dataOf<Listed<DepartmentPerson>>(await member().get(`${DEPARTMENTS}/d1001-1/users`));
      expect(people.total).toBeGreaterThan(0);
      expect(people.items.every(({ real_name, role_names }) => real_name !== '' && role_names !== '')).toBe(true);
      expect((await member().get(`${DEPARTMENTS}/d2001-1/users`)).status).toBe(404);
      expect(dataOf<Listed>(await member().get(`${DEPARTMENTS}/1001/users`)).total).toBe(0);
    });

    it('are open to three roles, and grades to none', async () => {
      expect((await visitor().get(`${DEPARTMENTS}/tree`)).status).toBe(403);
      for (const at of [`${DEPARTMENTS}/1001/edus/grades`, '/v1/portal/roles/leads'])
        expect((await bureau().get(at)).status).toBe(403);
      expect((await bureau().put(`${DEPARTMENTS}/${mine.department_id}/edus`, { items: [] })).status).toBe(403);
      const permissions = dataOf<{ permissions: Record<string, string[]> }>(
        await bureau().get('/v1/portal/rbac/pages'),
      );
      expect(JSON.stringify(permissions)).toContain('org-manage/structure');
      expect(JSON.stringify(permissions)).not.toMatch(/org-manage\/(student|class|guardian|structure\/grades)/);
    });

    it('are what its staff belongs to', async () => {
      const teacher = dataOf<{ user_id: string; department_name?: string }>(
        await bureau().post('/v1/portal/teachers', {
          teacher_name: '督导',
          login_name: 'dudao1',
          role_id: 3,
          department_id: mine.department_id,
        }),
      );
      expect(teacher.department_name).toBe('督导室');
      const foreign = await bureau().put(`/v1/portal/teachers/${teacher.user_id}`, { department_id: 'd2001-1' });
      expect(foreign.fields).toEqual(['/department_id']);
      expect(refusalOf(await bureau().delete(`${DEPARTMENTS}/${mine.department_id}`)).message).toBe(
        '督导室还有 1 位教职工，不能删除',
      );
    });
  });
});
