import { expect, it } from 'vitest';
import {
  CLASSES,
  dataOf,
  messageOf,
  query,
  rowsOf,
  useClient,
  useVerifiedClient,
  type Listed,
  type Row,
} from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const STUDIO = '/v1/portal/schema_studio/resources';
const PACKAGE = '/v1/portal/schema_studio/package';

interface Plan {
  items: {
    entity: string;
    kind: string;
    differences: Row[];
    impact?: { total: number; changes: Row[] };
    findings: Row[];
  }[];
  kept: string[];
  skipped: string[];
  seen: string;
}
interface PackageFile {
  format: string;
  entities: Record<string, Row>;
}

describeApi('a package of schemas', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const other = useVerifiedClient(server, 2002, 4);
  const deputy = useClient(server, 2001, 5);
  const exported = async (client: Client) => dataOf<PackageFile>(await client.get(PACKAGE));
  const compare = async (client: Client, sent: PackageFile, exact = false) =>
    dataOf<Plan>(await client.post(`${PACKAGE}/diff`, { package: sent, exact }));
  const apply = async (client: Client, sent: PackageFile, exact = false): Promise<Answer> => {
    const { seen } = await compare(client, sent, exact);
    return client.post(`${PACKAGE}/apply`, { package: sent, exact, seen, note: '从试用环境带来' });
  };
  async function publish(client: Client, entity: string, overlay: Row) {
    const { version } = dataOf<{ version: number }>(await client.get(`${STUDIO}/${entity}`));
    const { seen } = dataOf<{ seen: string }>(await client.post(`${STUDIO}/${entity}/impact`, { overlay }));
    expect((await client.post(`${STUDIO}/${entity}/publish`, { overlay, version, seen })).status).toBe(200);
  }
  const place = {
    'x-list': { order: 20 },
    'x-form': { on: ['create', 'edit'], order: 20 },
    'x-sheet': { export: true },
  };
  const room = { type: 'string', title: '教室', maxLength: 20, ...place };
  /** Prepares the first school: a field of classes, and a resource that refers to students. */
  async function prepare(): Promise<PackageFile> {
    await publish(admin(), 'class', { properties: { room, class_name: { title: '班级名' } } });
    const made = { entity: 'booking', title: '心理活动室预约', label: '用途', help: '先约后用' };
    expect((await admin().post(STUDIO, made)).status).toBe(201);
    await publish(admin(), 'booking', {
      properties: {
        pupil: { type: 'string', title: '学生', 'x-kind': 'row', 'x-of': 'student', ...place, maxLength: 40 },
      },
    });
    return exported(admin());
  }

  it('is what a school has changed, and applied again changes nothing', async () => {
    const sent = await prepare();
    expect(sent.format).toBe('xinyu-schemas/1');
    expect(sent.entities['class']).toEqual({ properties: { room, class_name: { title: '班级名' } } });
    expect(sent.entities['booking']).toMatchObject({
      title: '心理活动室预约',
      'x-resource': { label: 'name', help: '先约后用' },
    });
    expect(JSON.stringify(sent)).not.toMatch(/x-tenant|own-resource|tenant_rows/);
    expect(await compare(admin(), sent)).toMatchObject({ items: [], kept: [] });
    const before = await rowsOf(server(), 'select count(*)::int as n from schema_versions');
    expect(dataOf(await apply(admin(), sent))).toEqual({ changed: [] });
    expect(await rowsOf(server(), 'select count(*)::int as n from schema_versions')).toEqual(before);
  });

  it('brings fields and resources to another school with their effect counted, once', async () => {
    const sent = await exported(admin());
    const plan = await compare(other(), sent);
    expect(plan.items.map(({ entity, kind: what }) => [entity, what])).toEqual([
      ['booking', 'create'],
      ['class', 'change'],
    ]);
    expect(plan.skipped).toEqual(['自定义干预']);
    expect(plan.items[1]?.impact?.changes).toEqual([]);
    expect(plan.items[1]?.differences).toContainEqual({ field: 'room', title: '教室', text: '新增字段（文字）' });
    expect(dataOf(await apply(other(), sent))).toEqual({ changed: ['booking', 'class'] });
    expect((await compare(other(), sent)).items).toEqual([]);
    const { 'custom-intervention': _, ...both } = sent.entities;
    expect((await exported(other())).entities).toEqual(both);
    const made = await other().post('/v1/portal/x/booking', { name: '沙盘' });
    expect(made.status).toBe(201);
    expect((await other().post(CLASSES, { class_name: '丙班', period: 2, grade: 1, room: '101' })).status).toBe(201);
    const [entry] = dataOf<Listed>(await other().get(query('/v1/portal/audits/logs/list', { act: 'publish' }))).items;
    expect(entry).toMatchObject({ resource: 'schema', row_id: 'class', row_label: '班级第 1 版' });
    const versions = dataOf<Listed>(await other().get(`${STUDIO}/class/versions`)).items;
    expect(versions[0]).toMatchObject({ version: 1, note: '从试用环境带来' });
  });

  it('is refused as a whole, with place, reason and fix of everything that is wrong', async () => {
    const sent = await exported(admin());
    const wrong = {
      ...sent,
      entities: {
        ...sent.entities,
        class: { properties: { room: { ...room, 'x-lst': {} } } },
        nothing: { properties: {} },
        year: { title: '年度' },
      },
    };
    const plan = await compare(other(), wrong);
    expect(plan.items.map(({ entity, kind: what }) => [entity, what])).toEqual([
      ['class', 'refused'],
      ['nothing', 'refused'],
      ['year', 'change'],
    ]);
    const answer = await other().post(`${PACKAGE}/apply`, { package: wrong, seen: plan.seen });
    expect(answer.status).toBe(400);
    expect(messageOf(answer, '/package/entities/class/properties/room/x-lst')).toBe(
      '班级：未知关键字 x-lst。改为 x-list',
    );
    expect((await compare(other(), sent)).items).toEqual([]);
  });

  it('is refused when rows or settings changed after the comparison', async () => {
    const sent = {
      ...(await exported(admin())),
      entities: { class: { required: ['class_name', 'period', 'grade', 'room'], properties: { room } } },
    };
    const { seen, items } = await compare(other(), sent);
    expect(items[0]?.impact?.changes).toContainEqual(expect.objectContaining({ kind: 'required', field: 'room' }));
    expect((await other().post(CLASSES, { class_name: '丁班', period: 2, grade: 1 })).status).toBe(201);
    const late = await other().post(`${PACKAGE}/apply`, { package: sent, seen });
    expect(late.status).toBe(409);
    expect((await compare(other(), sent)).items).toHaveLength(1);
  });

  it('undoes what it does not have only where this is asked for, and never with rows', async () => {
    const empty: PackageFile = { format: 'xinyu-schemas/1', entities: {} };
    const plan = await compare(other(), empty);
    expect([plan.items, plan.kept]).toEqual([[], expect.arrayContaining(['班级', '心理活动室预约'])]);
    const exact = await compare(other(), empty, true);
    expect(exact.items.map(({ entity, kind: what }) => [entity, what])).toEqual(
      expect.arrayContaining([
        ['class', 'undo'],
        ['booking', 'refused'],
      ]),
    );
    expect((await apply(other(), empty, true)).status).toBe(400);
    const { items } = dataOf<Listed>(await other().get('/v1/portal/x/booking'));
    for (const row of items) await other().send('DELETE', `/v1/portal/x/booking/${String(row['booking_id'])}`, {});
    const sent = await exported(other());
    expect((await apply(other(), empty, true)).status).toBe(200);
    expect((await exported(other())).entities).toEqual({});
    expect((await other().get('/v1/portal/x/booking')).status).toBe(404);
    const values = await rowsOf(
      server(),
      `select count(*)::int as n from classes where org_id = '2002' and ext ? 'room'`,
    );
    expect(values).toEqual([{ n: 1 }]);
    expect((await apply(other(), sent)).status).toBe(200);
    expect(await exported(other())).toEqual(sent);
    const classes = dataOf<Listed>(await other().get(query(CLASSES, { size: 200 }))).items;
    expect(classes.find((one) => one['class_name'] === '丙班')).toMatchObject({ room: '101' });
  });

  it('is for administrators, with a second proof for its application', async () => {
    const sent = await exported(admin());
    expect((await deputy().get(PACKAGE)).status).toBe(403);
    expect((await deputy().post(`${PACKAGE}/diff`, { package: sent })).status).toBe(403);
    expect((await other().post(`${PACKAGE}/diff`, { package: { ...sent, format: 'other' } })).status).toBe(400);
    const unproved = (await server().client.signIn('o2002r4')).withRole(2002, 4);
    expect((await unproved.post(`${PACKAGE}/apply`, { package: sent, seen: 'x' })).status).toBe(403);
  });
});
