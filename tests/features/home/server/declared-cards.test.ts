import { expect, it } from 'vitest';
import type { Card, Home } from '../../../../src/features/home/contract.ts';
import type { IndexConfig } from '../../../../src/platform/session/contract.ts';
import { dataOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const INDEX = '/v1/portal/custom_index_config';
const CARDS = `${INDEX}/cards`;
const VIEWS = '/v1/portal/views';
const STUDENTS = '/v1/portal/students';
const BOOKINGS = '/v1/portal/x/room-booking';

const cardOf = async (client: Client, key: string): Promise<Card | undefined> =>
  dataOf<Home>(await client.get('/v1/portal/home')).cards.find((card) => card.key === key);
const viewOf = async (client: Client, key: string) => (await cardOf(client, key))?.content?.view;
const totalOf = async (client: Client, path: string, query = '') =>
  dataOf<Listed>(await client.get(`${path}?${query}`)).total;

/** Saves a view of a list, shared unless said otherwise. */
async function saved(client: Client, resource: string, change: object): Promise<string> {
  const body = { resource, name: '视图', shared: true, filters: {}, order: [], hidden: [], ...change };
  return dataOf<{ view_id: string }>(await client.post(VIEWS, body)).view_id;
}

/** Declares a card, and returns its key. */
async function declared(client: Client, body: object): Promise<string> {
  const made = await client.post(CARDS, body);
  expect([made.status, made.fields]).toEqual([201, []]);
  return dataOf<{ key: string }>(made).key;
}

describeApi('cards that an organisation declares', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const head = useClient(server, 2001, 10);
  const psychologist = useClient(server, 2001, 8);
  const teacher = useClient(server, 2001, 7);
  const neighbour = useClient(server, 2002, 4);
  const other = useClient(server, 2003, 4);

  it('show a view of a list as a number, a list and a chart, each under the rights of its reader', async () => {
    const girls = await saved(admin(), 'student', { name: '女生', filters: { sex: '2' }, sort: '-student_no' });
    const [number, list, chart] = [
      await declared(admin(), { view_id: girls, title: '女生人数', shown_as: 'number' }),
      await declared(admin(), { view_id: girls, title: '女生名单', shown_as: 'list' }),
      await declared(admin(), {
        view_id: girls,
        title: '女生的监护人同意',
        shown_as: 'chart',
        field: 'guardian_consent',
      }),
    ];
    const totals = [];
    for (const client of [admin(), head()]) {
      const view = await viewOf(client, number);
      const total = await totalOf(client, STUDENTS, view?.query);
      expect([view?.resource, view?.n]).toEqual(['student', total]);
      totals.push(total);
      const rows = await viewOf(client, list);
      const page = dataOf<Listed>(await client.get(`${STUDENTS}?${rows?.query}&size=10`));
      expect([rows?.n, rows?.rows]).toEqual([total, page.items.slice(0, 5)]);
      const { groups = [], n } = (await viewOf(client, chart)) ?? {};
      expect(n).toBe(total);
      for (const { value, n: some } of groups)
        expect([value, some]).toEqual([value, await totalOf(client, STUDENTS, `sex=2&guardian_consent=${value}`)]);
    }
    // The class teacher counts their own class.
    expect(totals[1]).toBeGreaterThan(0);
    expect(totals[1]).toBeLessThan(totals[0] ?? 0);
    // A teacher may not open the list, and another school has no such card.
    expect(await cardOf(teacher(), number)).toBeUndefined();
    expect(await cardOf(neighbour(), number)).toBeUndefined();
    // They are arranged like the others, with their titles.
    const arranged = [{ key: chart, size: 'large' }];
    expect((await head().put(`${INDEX}/own`, { cards: arranged })).status).toBe(200);
    expect(dataOf<IndexConfig>(await head().get(INDEX)).own_cards?.[0]).toEqual({
      ...arranged[0],
      title: '女生的监护人同意',
    });
    await head().put(`${INDEX}/own`, { cards: null });
  });

  it('ask for the second proof before rows of a protected list, and hide what a role does not see', async () => {
    const open = await saved(admin(), 'warn', { name: '全部预警' });
    const key = await declared(admin(), { view_id: open, title: '预警名单', shown_as: 'list' });
    expect(await cardOf(psychologist(), key)).toMatchObject({ state: 'proof' });
    const { state, content } = (await cardOf(await psychologist().verified(), key)) ?? {};
    expect([state, content?.view?.rows?.length]).toEqual(['ready', 5]);
    expect(await cardOf(head(), key)).toBeUndefined();
    // Everyone may open the list of students; the level is a field of those who may see warnings.
    const students = await saved(psychologist(), 'student', { name: '全部学生' });
    const levels = await declared(admin(), {
      view_id: students,
      title: '各等级',
      shown_as: 'chart',
      field: 'crisis_level',
    });
    expect(await cardOf(psychologist(), levels)).toMatchObject({ state: 'proof' });
    const { groups = [] } = (await viewOf(await psychologist().verified(), levels)) ?? {};
    expect(groups.map(({ value }) => value)).toEqual(expect.arrayContaining(['1', '2', '3', undefined]));
    expect(await cardOf(head(), levels)).toBeUndefined();
  });

  it("show a tenant's own resource", async () => {
    const view = await saved(other(), 'room-booking', { name: '全部预约' });
    const number = await declared(other(), { view_id: view, title: '预约', shown_as: 'number' });
    const chart = await declared(other(), { view_id: view, title: '各活动室的预约', shown_as: 'chart', field: 'room' });
    const total = await totalOf(other(), BOOKINGS);
    expect((await viewOf(other(), number))?.n).toBe(total);
    expect((await viewOf(other(), chart))?.groups?.reduce((sum, { n }) => sum + n, 0)).toBe(total);
  });

  it('are declared and removed by those who arrange the site, from shared views and fields with few values', async () => {
    const [own, shared] = [
      await saved(admin(), 'class', { name: '未共享', shared: false }),
      await saved(admin(), 'class', { name: '共享' }),
    ];
    const body = { view_id: shared, title: '班级', shown_as: 'number' };
    expect((await psychologist().post(CARDS, body)).status).toBe(403);
    expect((await admin().post(CARDS, { ...body, view_id: own })).fields).toEqual(['/view_id']);
    expect((await neighbour().post(CARDS, body)).fields).toEqual(['/view_id']);
    expect((await admin().post(CARDS, { ...body, shown_as: 'chart', field: 'class_no' })).fields).toEqual(['/field']);
    const key = await declared(admin(), body);
    expect((await admin().post(CARDS, body)).fields).toEqual(['/title']);
    const path = `${CARDS}/${key.replace('view-', '')}`;
    expect((await psychologist().delete(path)).status).toBe(403);
    expect((await neighbour().delete(path)).status).toBe(404);
    const change = { name: '共享', filters: {}, order: [], hidden: [] };
    await admin().put(`${VIEWS}/${shared}`, { ...change, shared: false });
    expect(await cardOf(admin(), key)).toBeUndefined();
    await admin().put(`${VIEWS}/${shared}`, { ...change, shared: true });
    expect(await cardOf(admin(), key)).toMatchObject({ state: 'ready', title: '班级' });
    expect((await admin().delete(path)).status).toBe(200);
    expect(await cardOf(admin(), key)).toBeUndefined();
    expect((await admin().delete(path)).status).toBe(404);
    const log = dataOf<Listed>(await admin().get('/v1/portal/audits/logs/list?resource=site&size=10'));
    expect(JSON.stringify(log.items)).toContain('站点设置');
  });
});
