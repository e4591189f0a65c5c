import { expect, it } from 'vitest';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
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
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { startServer, useServer } from '../../../support/server.ts';

const LAYERS = '/v1/portal/schema_layers';
const STUDIO = '/v1/portal/schema_studio/resources';
const PILOT = '2001';
const REST = '2002';

interface Effect {
  school_id: string;
  differences: Row[];
  impact?: { changes: Row[] };
  joined: string[];
  findings: Row[];
}
interface Subject {
  version: number;
  overlay: Row;
  schools: { school_id: string; version?: number; state?: string; findings: Row[] }[];
}

describeApi('layers of an institution', (kind) => {
  const server = useServer(kind);
  const bureau = useVerifiedClient(server, 1001, 1);
  const pilot = useVerifiedClient(server, 2001, 4);
  const rest = useVerifiedClient(server, 2002, 4);
  const staff = useClient(server, 1001, 3);
  const at = (entity: string, what = '') => `${LAYERS}/${entity}${what && `/${what}`}`;
  const read = async (entity = 'class', of = 0) => dataOf<Subject>(await bureau().get(query(at(entity), { kind: of })));
  const stateOf = async (school: string, entity = 'class', of = 0) =>
    (await read(entity, of)).schools.find(({ school_id: id }) => id === school);
  const preview = async (overlay: Row | undefined, schools: string[], entity = 'class', of = 0) =>
    dataOf<{ items: Effect[] }>(
      await bureau().post(at(entity, 'preview'), { kind: of, ...(overlay && { overlay }), school_ids: schools }),
    ).items;
  async function send(overlay: Row, schools: string[], entity = 'class', of = 0) {
    const { version } = await read(entity, of);
    const answer = await bureau().post(at(entity, 'publish'), {
      kind: of,
      overlay,
      version,
      school_ids: schools,
      note: '',
    });
    await server().services.jobs.runDue();
    return answer;
  }
  async function takeBack(schools: string[], entity = 'class', of = 0) {
    const answer = await bureau().post(at(entity, 'take_back'), { kind: of, school_ids: schools });
    await server().services.jobs.runDue();
    return answer;
  }
  async function publish(client: Client, entity: string, overlay: Row) {
    const { version } = dataOf<{ version: number }>(await client.get(`${STUDIO}/${entity}`));
    const before = await client.post(`${STUDIO}/${entity}/impact`, { overlay });
    const seen = before.status === 200 ? dataOf<{ seen: string }>(before).seen : 'x';
    return client.post(`${STUDIO}/${entity}/publish`, { overlay, version, seen });
  }
  const classSchema = async (client: Client) => dataOf<EntitySchema>(await client.get('/v1/portal/schemas/class'));
  const place = {
    'x-list': { order: 20 },
    'x-form': { on: ['create', 'edit'], order: 20 },
    'x-sheet': { export: true },
  };
  const room = { type: 'string', title: '活动室', maxLength: 20, ...place };
  const layer = (change: Row = {}): Row => ({ properties: { room: { ...room, ...change } } });

  it('shows before it is sent what changes at each school, and writes nothing', async () => {
    const [one] = await preview(layer(), [PILOT, REST]);
    expect(one).toMatchObject({
      school_id: PILOT,
      differences: [{ field: 'room', title: '活动室', text: '新增字段（文字）' }],
      findings: [],
      joined: [],
    });
    expect(await rowsOf(server(), 'select 1 from layer_versions union all select 1 from schema_layers')).toEqual([]);
    expect((await classSchema(pilot())).properties['room']).toBeUndefined();
  });

  it('is in force first at the pilot school, then at all, with entries in the logs of both', async () => {
    expect(dataOf(await send(layer(), [PILOT]))).toEqual({ version: 1 });
    expect(await stateOf(PILOT)).toMatchObject({ state: 'done', version: 1 });
    expect((await classSchema(pilot())).properties['room']).toMatchObject({ title: '活动室', 'x-tenant': true });
    expect((await classSchema(rest())).properties['room']).toBeUndefined();
    expect((await pilot().post(CLASSES, { class_name: '甲班', period: 3, grade: 7, room: '101' })).status).toBe(201);
    expect((await rest().post(CLASSES, { class_name: '乙班', period: 2, grade: 1, room: 'x' })).fields).toEqual([
      '/room',
    ]);

    expect(dataOf(await send(layer(), [PILOT, REST]))).toEqual({ version: 1 });
    expect((await classSchema(rest())).properties['room']).toMatchObject({ title: '活动室' });
    const log = dataOf<Listed>(await pilot().get(query('/v1/portal/audits/logs/list', { act: 'publish' }))).items;
    expect(log[0]).toMatchObject({ resource: 'schema', row_id: 'class' });
    expect(String(log[0]?.['row_label'])).toMatch(/^班级（.+下发）$/);
    expect(log.filter((entry) => entry['row_id'] === 'class')).toHaveLength(1);
    const sent = await rowsOf(
      server(),
      `select row_id, row_label from audit_logs where org_id = '1001' and act = 'send' order by at desc limit 1`,
    );
    expect(sent).toEqual([{ row_id: 'class', row_label: '班级第 1 版' }]);
  });

  it('holds in another process and after a restart', async () => {
    const second = await startServer(server().db, {}, server().clock);
    try {
      expect(second.services.schemas.entity(PILOT, 'class').schema.properties['room']).toMatchObject({
        title: '活动室',
      });
    } finally {
      await second.close();
    }
  });

  it('is a base that a school may narrow and rename, not remove or retype', async () => {
    const subject = dataOf<{ core: string[] }>(await pilot().get(`${STUDIO}/class`));
    expect(subject.core).toContain('room');
    expect((await publish(pilot(), 'class', { properties: { room: { title: '教室', maxLength: 10 } } })).status).toBe(
      200,
    );
    expect((await classSchema(pilot())).properties['room']).toMatchObject({ title: '教室', maxLength: 10 });
    const removed = await publish(pilot(), 'class', { properties: { room: null } });
    expect(messageOf(removed, '/overlay/properties/room')).toContain('删去了上级字段 room');
    const retyped = await publish(pilot(), 'class', { properties: { room: { type: 'integer', maxLength: null } } });
    expect(messageOf(retyped, '/overlay/properties/room/type')).toContain('不能改变上级字段的 type');
  });

  it('stays out of force where it contradicts what a school has, which keeps working', async () => {
    const fixed = layer({ 'x-fixed': ['title'] });
    const [one, two] = await preview(fixed, [PILOT, REST]);
    expect(one?.findings).toEqual([
      expect.objectContaining({ pointer: '/properties/room/title', reason: '“活动室”的名称由上级固定，不能改变' }),
    ]);
    expect(two?.findings).toEqual([]);
    await send(fixed, [PILOT, REST]);
    expect(await stateOf(PILOT)).toMatchObject({
      state: 'refused',
      version: 2,
      findings: [{ pointer: '/properties/room/title' }],
    });
    expect(await stateOf(REST)).toMatchObject({ state: 'done', version: 2 });
    expect((await classSchema(pilot())).properties['room']).toMatchObject({ title: '教室' });
    expect((await publish(pilot(), 'class', { properties: { room: { maxLength: 10 } } })).status).toBe(200);
    await send(fixed, [PILOT]);
    expect(await stateOf(PILOT)).toMatchObject({ state: 'done', version: 2 });
    const refused = await publish(pilot(), 'class', { properties: { room: { title: '教室' } } });
    expect(messageOf(refused, '/overlay/properties/room/title')).toBe(
      '“活动室”的名称由上级固定，不能改变。删去这一项，保持上级的设置',
    );
    expect(
      (await publish(pilot(), 'class', { properties: { room: { 'x-list': { order: 3 }, maxLength: 9 } } })).status,
    ).toBe(200);
  });

  it('adds to what it requires, whatever a school has listed as required before', async () => {
    await publish(rest(), 'class', { required: [...(await classSchema(rest())).required, 'room'] });
    const { required } = await classSchema(rest());
    expect(required).toContain('room');
    const core = required.filter((name) => name !== 'room');
    await send(
      {
        ...layer({ 'x-fixed': true }),
        properties: { room, seats: { type: 'integer', title: '座位', ...place } },
        required: [...core, 'seats'],
      },
      [REST],
    );
    expect((await classSchema(rest())).required).toEqual(expect.arrayContaining([...core, 'room', 'seats']));
    await send(layer({ 'x-fixed': ['title'] }), [REST]);
    expect((await classSchema(rest())).required).not.toContain('seats');
  });

  it('refuses a write by a schema that a layer has changed in another process meanwhile', async () => {
    const second = await startServer(server().db, {}, server().clock);
    try {
      const there = rest().as({ port: second.port });
      await send({ properties: { seats: { type: 'integer', title: '座位', ...place } } }, [REST]);
      expect(second.services.schemas.entity(REST, 'class').schema.properties['room']).toBeDefined();
      const late = await there.post(CLASSES, { class_name: '己班', period: 2, grade: 1, room: 'x' });
      expect([late.status, late.fields]).toEqual([400, ['/room']]);
      await send(layer({ 'x-fixed': ['title'] }), [REST]);
    } finally {
      await second.close();
    }
  });

  it('is taken back without losing values or what the school had set', async () => {
    const [effect] = await preview(undefined, [PILOT]);
    expect(effect?.differences).toContainEqual({ field: 'room', title: '活动室', text: '删除字段' });
    expect(effect?.impact?.changes).toContainEqual({ kind: 'removed', field: 'room', title: '活动室', rows: 1 });
    await publish(pilot(), 'class', { properties: { room: { maxLength: 9 }, class_name: { title: '班级名' } } });
    expect(dataOf(await takeBack([PILOT]))).toEqual({ schools: 1 });
    expect(await stateOf(PILOT)).toMatchObject({ state: 'done', version: 0 });
    const schema = await classSchema(pilot());
    expect([schema.properties['room'], schema.properties['class_name']?.title]).toEqual([undefined, '班级名']);
    expect(
      await rowsOf(
        server(),
        `select ext->>'room' as room from classes where org_id = '${PILOT}' and class_name = '甲班'`,
      ),
    ).toEqual([{ room: '101' }]);
    await send(layer(), [PILOT]);
    const classes = dataOf<Listed>(await pilot().get(query(CLASSES, { size: 200 }))).items;
    expect(classes.find((one) => one['class_name'] === '甲班')).toMatchObject({ room: '101' });
  });

  it('has a second layer for one kind of school on top', async () => {
    const kindOf = Number(
      (await rowsOf(server(), `select edu_level from orgs where org_id = '${PILOT}'`))[0]?.['edu_level'],
    );
    const overlay = { properties: { room: { title: '心理活动室' } } };
    const [one] = await preview(overlay, [PILOT], 'class', kindOf);
    expect(one?.differences).toEqual([{ field: 'room', title: '心理活动室', text: '名称由“活动室”改为“心理活动室”' }]);
    await send(overlay, [PILOT], 'class', kindOf);
    expect((await classSchema(pilot())).properties['room']?.title).toBe('心理活动室');
    await takeBack([PILOT], 'class', kindOf);
    expect((await classSchema(pilot())).properties['room']?.title).toBe('活动室');
  });

  it('brings a resource to schools, keeps its rows when it is taken back, and gives them back', async () => {
    const made = { entity: 'room-booking', title: '心理活动室预约', label: '用途' };
    expect((await bureau().post(LAYERS, made)).status).toBe(201);
    expect((await bureau().post(LAYERS, made)).status).toBe(409);
    const { overlay } = await read('room-booking');
    await send(overlay, [PILOT, REST], 'room-booking');
    expect((await pilot().post('/v1/portal/x/room-booking', { name: '沙盘小组' })).status).toBe(201);
    await takeBack([PILOT], 'room-booking');
    expect((await pilot().get('/v1/portal/x/room-booking')).status).toBe(404);
    expect((await rest().get('/v1/portal/x/room-booking')).status).toBe(200);
    await send(overlay, [PILOT], 'room-booking');
    const { items } = dataOf<Listed>(await pilot().get('/v1/portal/x/room-booking'));
    expect(items).toEqual([expect.objectContaining({ name: '沙盘小组' })]);
  });

  it('never takes the name of a resource that a school has made itself', async () => {
    expect((await rest().post(STUDIO, { entity: 'lending', title: '借阅', label: '书名' })).status).toBe(201);
    expect((await bureau().post(LAYERS, { entity: 'lending', title: '外借', label: '物品' })).status).toBe(201);
    const { overlay } = await read('lending');
    const [one, two] = await preview(overlay, [PILOT, REST], 'lending');
    expect([one?.findings, two?.findings]).toEqual([
      [],
      [expect.objectContaining({ reason: '学校已经有自己的台账用了标识 lending' })],
    ]);
  });

  it('keeps the parts of the resource that it fixes, and no others', async () => {
    const form = { ...place['x-form'], group: '场地' };
    const fixing = (fixed: string[]): Row => ({
      properties: { room: { ...room, 'x-form': form } },
      'x-resource': { layout: { columns: { 场地: 2 } }, fixed },
    });
    await send(fixing(['layout']), [REST], 'teacher');
    expect(await stateOf(REST, 'teacher')).toMatchObject({ state: 'done' });
    for (const changed of [{ layout: { columns: { 场地: 3 } } }, { layout: null }, { fixed: null }]) {
      const refused = await publish(rest(), 'teacher', { 'x-resource': changed });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('页签与分栏由上级固定，不能改变')]);
    }
    const renamed = await publish(rest(), 'teacher', { properties: { room: { title: '办公地点' } } });
    expect(renamed.status, renamed.text).toBe(200);
    // What the school had before stays in force where the layer would fix it otherwise.
    expect((await publish(rest(), 'teacher', {})).status).toBe(200);
    await send(fixing(['rules']), [REST], 'teacher');
    const wider = await publish(rest(), 'teacher', { 'x-resource': { layout: { columns: { 场地: 3 } } } });
    expect(wider.status, wider.text).toBe(200);
    await send(fixing(['layout']), [REST], 'teacher');
    const conflict = await stateOf(REST, 'teacher');
    expect(JSON.stringify(conflict?.findings)).toContain('页签与分栏由上级固定');
    expect((await publish(rest(), 'teacher', { 'x-resource': { automated: true } })).status).toBe(400);
    await takeBack([REST], 'teacher');
  });

  it('refuses wrong schools, wrong layers, a second person and wrong roles', async () => {
    const { version } = await read();
    const wrong = { kind: 0, overlay: layer(), version, school_ids: ['1001'] };
    expect(messageOf(await bureau().post(at('class', 'publish'), wrong), '/school_ids/0')).toContain(
      '不是本机构的学校',
    );
    const bad = { kind: 0, overlay: layer({ pattern: '^(a+)+$' }), version, school_ids: [PILOT] };
    expect((await bureau().post(at('class', 'publish'), bad)).fields).toEqual(['/overlay/properties/room/pattern']);
    const late = { kind: 0, overlay: layer({ title: '房间' }), version: version - 1, school_ids: [PILOT] };
    expect((await bureau().post(at('class', 'publish'), late)).status).toBe(409);
    expect((await bureau().get(query(at('department-of-nobody'), { kind: 0 }))).status).toBe(404);
    expect((await staff().get(LAYERS)).status).toBe(403);
    expect((await pilot().get(LAYERS)).status).toBe(403);
  });
});
