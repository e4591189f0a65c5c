import { expect, it } from 'vitest';
import { describeApi } from '../../../support/databases.ts';
import { dataOf, PASSWORD, useWorld } from '../../../support/world.ts';

interface View {
  view_id: string;
  name: string;
  shared: boolean;
  own: boolean;
  owner_name: string;
}

const PATH = '/v1/portal/views';
const content = (change: object = {}) => ({
  name: '初一',
  shared: false,
  filters: { grade: '7' },
  sort: '-class_no',
  order: ['class_no', 'grade'],
  hidden: ['remark'],
  ...change,
});
const view = (change: object = {}) => ({ resource: 'class', ...content(change) });

describeApi('saved views', (kind) => {
  const world = useWorld(kind);
  const as = async (account: string, role: number) =>
    (await world().client.signIn(account, PASSWORD)).withRole('S1', role);
  const seen = async (client: Awaited<ReturnType<typeof as>>, resource = 'class') =>
    dataOf<{ items: View[] }>(await client.get(`${PATH}?resource=${resource}`)).items;

  it('are saved under a name, changed and deleted by their author', async () => {
    const admin = await as('admin', 4);
    const made = await admin.post(PATH, view());
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ ...view(), own: true, owner_name: 'admin老师' });
    const { view_id } = dataOf<View>(made);
    expect(
      (await admin.put(`${PATH}/${view_id}`, content({ name: '初二', filters: { grade: '8' }, sort: undefined }))).data,
    ).toMatchObject({ name: '初二', filters: { grade: '8' } });
    expect(await seen(admin)).toMatchObject([{ name: '初二' }]);
    expect((await admin.delete(`${PATH}/${view_id}`)).data).toEqual({ ok: true });
    expect(await seen(admin)).toEqual([]);
    expect((await admin.delete(`${PATH}/${view_id}`)).status).toBe(404);
  });

  it('are visible to others of the school only when shared, never to other schools, and changed by no one else', async () => {
    const [admin, psychologist] = [await as('admin', 4), await as('multi', 8)];
    const elsewhere = psychologist.withRole('S2', 4);
    const student = (change: object) => ({
      ...view({ filters: { study_status: '1' }, ...change }),
      resource: 'student',
    });
    const own = dataOf<View>(await admin.post(PATH, student({ name: '自己的' })));
    const shared = dataOf<View>(await admin.post(PATH, student({ name: '共享的', shared: true })));
    expect(await seen(psychologist, 'student')).toMatchObject([
      { name: '共享的', own: false, owner_name: 'admin老师' },
    ]);
    expect(await seen(elsewhere, 'student')).toEqual([]);
    for (const client of [psychologist, elsewhere])
      expect((await client.put(`${PATH}/${own.view_id}`, content())).status).toBe(404);
    expect((await psychologist.put(`${PATH}/${shared.view_id}`, content({ filters: {} }))).status).toBe(403);
    expect((await psychologist.delete(`${PATH}/${shared.view_id}`)).status).toBe(403);
    expect((await elsewhere.delete(`${PATH}/${shared.view_id}`)).status).toBe(404);
    expect(await seen(admin, 'student')).toHaveLength(2);
  });

  it('of a person are listed for every list that the role may open, with the one that each list opens with', async () => {
    const [admin, psychologist] = [await as('admin', 4), await as('multi', 8)];
    const own = async (client: typeof admin) =>
      dataOf<{ items: (View & { resource: string; opens_first: boolean })[] }>(
        await client.get('/v1/portal/own_views'),
      ).items.map(({ resource, name, opens_first }) => [resource, name, opens_first]);
    const before = await own(admin);
    const { view_id } = dataOf<View>(
      await psychologist.post(PATH, { ...view({ filters: {}, name: '丙' }), resource: 'student' }),
    );
    await psychologist.post(PATH, { ...view({ filters: {}, name: '甲', shared: true }), resource: 'student' });
    await psychologist.put('/v1/portal/users/preferences/list-student', { value: { opens_with: view_id } });
    const all = await own(psychologist);
    expect(all).toContainEqual(['student', '丙', true]);
    expect(all).toContainEqual(['student', '甲', false]);
    // Neither others, nor another school, nor a role without the list.
    expect(await own(admin)).toEqual(before);
    expect(await own(psychologist.withRole('S2', 4))).toEqual([]);
    expect((await own(psychologist.withRole('S2', 7))).filter(([resource]) => resource === 'student')).toEqual([]);
  });

  it('that are shared can be deleted by an administrator who may open the list', async () => {
    const [admin, psychologist, ordinary] = [await as('admin', 4), await as('multi', 8), await as('mixed', 7)];
    const { view_id } = dataOf<View>(
      await psychologist.post(PATH, {
        ...view({ name: '心理老师的', shared: true, filters: {} }),
        resource: 'student',
      }),
    );
    expect((await ordinary.get(`${PATH}?resource=student`)).status).toBe(404);
    expect((await ordinary.delete(`${PATH}/${view_id}`)).status).toBe(404);
    expect((await admin.delete(`${PATH}/${view_id}`)).status).toBe(200);
    expect((await psychologist.get(`${PATH}?resource=class`)).status).toBe(404);
    expect((await psychologist.post(PATH, view())).status).toBe(404);
  });

  it('contain no name of a child, and no unknown filter', async () => {
    const admin = await as('admin', 4);
    const refused = await admin.post(PATH, {
      ...view({ filters: { child_name: '李雷', study_status: '1', colour: 'red' } }),
      resource: 'student',
    });
    expect(refused).toMatchObject({
      status: 400,
      json: { details: [{ field: '/filters/child_name' }, { field: '/filters/colour' }] },
    });
    expect((await admin.post(PATH, view({ name: ' 空格' }))).status).toBe(400);
    expect((await admin.post(PATH, { ...view(), resource: 'nothing' })).status).toBe(404);
  });

  it('have a unique name, reported at its field, also when two are saved concurrently', async () => {
    const admin = await as('admin', 4);
    const answers = await Promise.all([
      admin.post(PATH, view({ name: '同名' })),
      admin.post(PATH, view({ name: '同名' })),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      code: 'PSY_CONFLICT',
      json: { details: [{ field: '/name' }] },
    });
  });

  it('are limited to thirty per list', async () => {
    const head = await as('head', 9);
    const student = (name: string) => ({ ...view({ name, filters: {} }), resource: 'student' });
    for (let i = 0; i < 30; i++) expect((await head.post(PATH, student(`视图${i}`))).status).toBe(201);
    expect(await head.post(PATH, student('再一个'))).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('30') },
    });
  });
});
