import { appendFileSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTHING_OUTSIDE } from '../../../../src/platform/outside-identity/server/outside.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import { findAutomations } from '../../../../src/platform/schema/check-automations.ts';
import {
  dataOf,
  rowsOf,
  useClient,
  useVerifiedClient,
  type Listed,
  type Row,
} from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { DAY, HOUR } from '../../../support/world.ts';
import { Receiver } from '../../webhooks/server/receiver.ts';

const STUDIO = '/v1/portal/schema_studio/resources';
const OF = '/v1/portal/schema_studio/automations';
const ROOM = 'room-booking';
const TASK = 'room-task';
const [ROOMS, TASKS] = [`/v1/portal/x/${ROOM}`, `/v1/portal/x/${TASK}`];

const field = (title: string, order: number, more: object = {}) => ({
  type: 'string',
  title,
  maxLength: 60,
  'x-list': { order },
  'x-form': { on: ['create', 'edit'], order },
  ...more,
});
const state = {
  ...field('状态', 2, {
    enum: ['asked', 'granted', 'lapsed'],
    'x-labels': { asked: '待审', granted: '已通过', lapsed: '已失效' },
  }),
  'x-form': undefined,
  maxLength: undefined,
  readOnly: true,
};
const remind = {
  key: 'remind',
  title: '开始前提醒',
  when: { on: 'date', field: 'on_day', days: -1, at: '08:00', states: ['granted'] },
  notify: { field: 'host', creator: true, title: '明天：{name}', text: '联系电话 {phone}，{note}' },
};
const follow = {
  key: 'follow',
  title: '通过后安排回访',
  when: { on: 'state', state: 'granted' },
  create: {
    entity: TASK,
    values: { name: { field: 'name' }, due: { days: 7 }, booking: { field: 'room_booking_id' } },
  },
  webhook: true,
};
const announce = {
  key: 'announce',
  title: '新预约',
  when: { on: 'create' },
  notify: { roles: [4, 8], title: '新预约：{name}', text: '{phone} {note}' },
};
const expire = {
  key: 'expire',
  title: '三天未审作废',
  when: { on: 'stay', state: 'asked', days: 3, at: '08:00' },
  notify: { creator: true, title: '预约已作废：{name}' },
  move: 'lapse',
};
const booking = (automations: readonly object[]) => ({
  properties: {
    state,
    on_day: field('日期', 3, { format: 'date', maxLength: undefined }),
    host: field('负责教师', 4, { 'x-kind': 'row', 'x-of': 'teacher' }),
    pupil: field('学生', 7, { 'x-kind': 'row', 'x-of': 'student' }),
    phone: field('电话', 5, { 'x-kind': 'mobile', 'x-mask': 'phone', maxLength: undefined }),
    note: field('内部备注', 6, { 'x-seen-by': [4] }),
  },
  'x-resource': {
    states: {
      field: 'state',
      initial: 'asked',
      transitions: [
        { key: 'grant', label: '通过', from: ['asked'], to: 'granted' },
        { key: 'back', label: '退回', from: ['granted'], to: 'asked' },
        { key: 'lapse', label: '作废', from: ['asked'], to: 'lapsed', roles: [4] },
        { key: 'refuse', label: '驳回', from: ['asked'], to: 'lapsed', note: 'required' },
      ],
    },
    ...(automations.length > 0 && { automations }),
  },
});
const task = (automations: readonly object[] = []) => ({
  properties: {
    due: field('期限', 2, { format: 'date', maxLength: undefined }),
    booking: field('预约', 3, { 'x-kind': 'row', 'x-of': ROOM }),
  },
  ...(automations.length > 0 && { 'x-resource': { automations } }),
});

const CHAIN = [1, 2, 3, 4, 5, 6];

/** Both resources as files, in areas that a psychologist opens. */
function withResources(): { schemasDir: string; policiesDir: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-automations-'));
  const [schemasDir, policiesDir] = [path.join(folder, 'schemas'), path.join(folder, 'policies')];
  cpSync(path.join(root, 'schemas'), schemasDir, { recursive: true });
  cpSync(path.join(root, 'policies'), policiesDir, { recursive: true });
  mkdirSync(path.join(schemasDir, 'tenants/2001'), { recursive: true });
  for (const [name, title, label] of [
    [ROOM, '预约', '事由'],
    [TASK, '待办', '事项'],
  ] as const) {
    const document = {
      title,
      required: ['name'],
      properties: { name: field(label, 1) },
      'x-resource': { label: 'name', area: 'own/room', help: title },
    };
    writeFileSync(path.join(schemasDir, `tenants/2001/${name}.json`), JSON.stringify(document));
  }
  // A chain without a circle, longer than the product follows.
  for (const n of CHAIN) {
    const create = { entity: `chain-${n + 1}`, values: { name: { field: 'name' } } };
    const automations = n < CHAIN.length ? [{ key: 'on', title: `第 ${n} 环`, when: { on: 'create' }, create }] : [];
    const document = {
      title: `第 ${n} 环`,
      required: ['name'],
      properties: { name: field('事由', 1) },
      'x-resource': { label: 'name', area: 'own/room', help: '一环', automations },
    };
    writeFileSync(path.join(schemasDir, `tenants/2001/chain-${n}.json`), JSON.stringify(document));
  }
  appendFileSync(
    path.join(policiesDir, 'access.csv'),
    '\np, own/room, *, 3, 4, 2, *, *\np, own/room, open, 3, 8, 2, *, *\n',
  );
  return { schemasDir, policiesDir };
}

interface Run {
  row_id: string;
  title: string;
  state: string;
  fault?: string;
  reason?: string;
  notified?: number;
  left_out?: number;
  created?: string;
}
interface Note {
  kind: string;
  title?: string;
  body?: string;
  subject_id: string;
}

describeApi('automations', (kind) => {
  const outside = { ...NOTHING_OUTSIDE, internalAddresses: true };
  const server = useServer(kind, { services: { outside }, ...withResources() });
  const admin = useVerifiedClient(server, 2001, 4);
  const psychologist = useClient(server, 2001, 8);
  const receiver = new Receiver();
  beforeAll(() => receiver.open());
  afterAll(() => receiver.close());

  const clean = (overlay: object): object => JSON.parse(JSON.stringify(overlay)) as object;
  const check = async (entity: string, overlay: object) =>
    dataOf<{ findings: { pointer: string; reason: string }[] }>(
      await admin().post(`${STUDIO}/${entity}/check`, { overlay: clean(overlay) }),
    ).findings;
  const publish = async (entity: string, given: object, client = admin()) => {
    const overlay = clean(given);
    const { version } = dataOf<{ version: number }>(await client.get(`${STUDIO}/${entity}`));
    const { seen } = dataOf<{ seen: string }>(await client.post(`${STUDIO}/${entity}/impact`, { overlay }));
    const answer = await client.post(`${STUDIO}/${entity}/publish`, { overlay, version, seen, note: '' });
    expect(answer.status, answer.text).toBe(200);
  };
  const runs = async (entity = ROOM) =>
    dataOf<Listed<Run> & { failed: number }>(await admin().get(`${OF}/${entity}/runs?size=50`));
  const runsOf = async (about: Row) => (await runs()).items.filter(({ row_id: id }) => id === about['room_booking_id']);
  const notes = async (client: Client, about: Row) =>
    dataOf<Listed<Note>>(await client.get('/v1/portal/notices?size=100')).items.filter(
      ({ kind: of, subject_id: id }) => of === 'automation' && id === about['room_booking_id'],
    );
  const book = async (body: Row, client = admin()) => dataOf(await client.post(ROOMS, body));
  const grant = (row: Row, client = admin()) =>
    client.post(`${ROOMS}/${String(row['room_booking_id'])}/transitions/grant`, { updated_at: row['updated_at'] });
  const work = () => server().services.jobs.runDue();

  beforeAll(async () => {
    await publish(ROOM, booking([]));
    await publish(TASK, task());
  });

  it('are refused with their place where they cannot work, or would go on for ever', async () => {
    const wrong = booking([
      { key: 'a', title: '甲', when: { on: 'state', state: 'over' } },
      { ...announce, notify: { field: 'name', title: '{secret}' } },
      { ...follow, create: { entity: 'student', values: {} } },
    ]);
    const found = (await check(ROOM, wrong)).map(({ pointer }) => pointer.replace('/x-resource/automations', ''));
    expect(found).toEqual(['/0', '/0/when/state', '/1/notify/field', '/1/notify/title']);
    expect((await check(ROOM, booking([{ ...follow, create: { entity: 'student', values: {} } }])))[0]?.pointer).toBe(
      '/x-resource/automations/0/create/entity',
    );
    const back = {
      ...follow,
      key: 'again',
      title: '再订',
      when: { on: 'create' },
      create: { entity: ROOM, values: { name: { field: 'name' } } },
    };
    await publish(TASK, task([back]));
    const circle = { ...follow, when: { on: 'create' } };
    expect((await check(ROOM, booking([circle])))[0]?.reason).toBe('“通过后安排回访”会循环：预约 → 待办 → 预约');
    // The same pair does not go on where the state is not the first one, and where one of them is off.
    expect(await check(ROOM, booking([follow]))).toEqual([]);
    expect(await check(ROOM, booking([{ ...circle, off: true }]))).toEqual([]);
    const impossible = booking([
      { ...expire, when: { ...expire.when, state: 'over' } },
      { ...expire, key: 'b', move: 'nothing' },
      { ...expire, key: 'c', move: 'refuse' },
      { ...expire, key: 'd', when: { ...expire.when, state: 'granted' } },
      { ...expire, key: 'e', when: { on: 'date', field: 'on_day', days: 1, at: '08:00' } },
    ]);
    expect(
      (await check(ROOM, impossible)).map(({ pointer }) => pointer.replace('/x-resource/automations', '')),
    ).toEqual(['/0/when/state', '/0/move', '/1/move', '/2/move', '/3/move', '/4/move']);
    const there = { ...expire, key: 'f', title: '自动通过', when: { on: 'create' }, move: 'grant' };
    const andBack = {
      ...expire,
      key: 'g',
      title: '自动退回',
      when: { ...expire.when, state: 'granted' },
      move: 'back',
    };
    expect((await check(ROOM, booking([there, andBack]))).map(({ reason }) => reason)).toEqual([
      '“自动通过”会循环：状态会自动回到原来的状态',
      '“自动退回”会循环：状态会自动回到原来的状态',
    ]);
    expect(await check(ROOM, booking([{ ...there, off: true }, andBack]))).toEqual([]);
    await publish(TASK, task());
    expect(await check('class', { 'x-resource': { automations: [announce] } })).not.toEqual([]);
  });

  it('notify each reader once with what this reader sees, and show the same in a trial', async () => {
    await publish(ROOM, booking([announce, follow]));
    const overlay = clean(booking([{ ...announce, notify: { ...announce.notify, roles: [8] } }]));
    const probe = await book({ name: '试运行', phone: '13900001111', note: '只给管理员' });
    await work();
    const logsBefore = await rowsOf(server(), 'select count(*)::int as n from audit_logs');
    const trial = dataOf<{ people: Row[]; notified: number; applies: boolean; webhook: boolean }>(
      await admin().post(`${OF}/${ROOM}/test`, { overlay, automation: 'announce', id: probe['room_booking_id'] }),
    );
    expect(trial.people[0]).toMatchObject({
      role: 8,
      title: '新预约：试运行',
      text: expect.stringMatching(/^139\*+1111 —$/),
    });
    expect(await rowsOf(server(), 'select count(*)::int as n from audit_logs')).toEqual(logsBefore);

    const row = await book({ name: '沙盘', phone: '13912345678', note: '只给管理员' });
    await work();
    await work();
    const [forAdmin, ...more] = await notes(admin(), row);
    expect([forAdmin?.title, forAdmin?.body, more]).toEqual([
      '新预约：沙盘',
      expect.stringContaining('只给管理员'),
      [],
    ]);
    const [forOther] = await notes(psychologist(), row);
    expect(forOther?.body).toMatch(/^139\*+5678 —$/);
    const log = await rowsOf(
      server(),
      "select after from audit_logs where act = 'run' and row_id = $1",
      `${ROOM}/${String(row['room_booking_id'])}`,
    );
    expect(log).toHaveLength(1);
    // The notice goes with the row.
    expect((await admin().delete(`${ROOMS}/${String(row['room_booking_id'])}`)).status).toBe(200);
    expect(await notes(admin(), row)).toEqual([]);
  });

  it('create a row and push ids once for a state, by a run that is stored with the change', async () => {
    const hook = await admin().post('/v1/portal/webhooks', {
      name: '教务',
      url: receiver.url,
      events: ['row.automation'],
    });
    expect(hook.status, hook.text).toBe(201);
    const row = await book({ name: '放松训练' });
    expect((await grant(row, psychologist())).status).toBe(403);
    expect((await grant(row)).status).toBe(200);
    // The run waits in the database until a process takes it.
    expect(
      await rowsOf(
        server(),
        "select state from automation_runs where automation = 'follow' and row_id = $1",
        row['room_booking_id'],
      ),
    ).toEqual([{ state: 'waiting' }]);
    await work();
    await work();
    const made = dataOf<Listed>(await admin().get(TASKS)).items;
    expect(made).toMatchObject([{ name: '放松训练', booking: row['room_booking_id'] }]);
    expect(await runsOf(row)).toContainEqual(
      expect.objectContaining({ title: follow.title, state: 'done', created: made[0]?.['room_task_id'] }),
    );
    expect(receiver.take().map(({ body }) => (JSON.parse(body) as { data: { ids: string[] } }).data.ids)).toEqual([
      [`${ROOM}/${String(row['room_booking_id'])}`],
    ]);
  });

  it('plan a follow-up in the name of the teacher in charge, where that person may', async () => {
    const visit = {
      key: 'visit',
      title: '通过后随访',
      when: { on: 'state', state: 'granted' },
      create: {
        entity: 'follow-up',
        values: { child_id: { field: 'pupil' }, due_on: { days: 14 }, plan: { value: '了解近况' } },
        as: { field: 'host' },
      },
    };
    expect(
      (await check(ROOM, booking([{ ...visit, create: { ...visit.create, as: { field: 'note' } } }])))[0],
    ).toMatchObject({ pointer: '/x-resource/automations/0/create/as/field' });
    await publish(ROOM, booking([visit]));
    const [pupil] = dataOf<Listed>(await admin().get('/v1/portal/students?size=1')).items;
    const body = { name: '要随访', pupil: pupil?.['child_id'] };
    const [good, wrong, nobody] = [
      await book({ ...body, host: 'u-o2001r8' }),
      await book({ ...body, host: 'u-o2001r7' }),
      await book(body),
    ];
    const trial = dataOf<{ creates: Row }>(
      await admin().post(`${OF}/${ROOM}/test`, {
        overlay: clean(booking([visit])),
        automation: 'visit',
        id: wrong['room_booking_id'],
      }),
    );
    expect(trial.creates['problem']).toContain('没有新增随访的权限');
    for (const row of [good, wrong, nobody]) await grant(row);
    await work();
    await work();
    const made = (await runsOf(good)).find(({ title }) => title === visit.title);
    expect(made).toMatchObject({ state: 'done' });
    const stored = await rowsOf(
      server(),
      "select child_id, created_by, plan like '%了解%' as clear from follow_ups where follow_up_id = $1",
      made?.created,
    );
    expect(stored).toEqual([{ child_id: pupil?.['child_id'], created_by: 'u-o2001r8', clear: false }]);
    for (const row of [wrong, nobody])
      expect((await runsOf(row)).find(({ title }) => title === visit.title)).toMatchObject({
        state: 'failed',
        fault: 'responsible',
        reason: '随访',
      });
    await publish(ROOM, booking([announce, follow]));
  });

  it('fail in sight: a row that the target refuses, a day that is used up', async () => {
    await publish(TASK, {
      ...task(),
      'x-rules': [{ when: { '!!': { var: 'name' } }, message: '不再接受', fields: ['name'] }],
    });
    const refused = await book({ name: '会被拒绝' });
    await grant(refused);
    await work();
    expect(await runsOf(refused)).toContainEqual(
      expect.objectContaining({ state: 'failed', fault: 'refused', reason: expect.stringContaining('不再接受') }),
    );
    await publish(TASK, task());
    expect((await runs()).failed).toBe(3);

    const limited = await book({ name: '超过上限' });
    await rowsOf(
      server(),
      `insert into automation_runs (org_id, run_id, entity, automation, title, row_id, event, depth, state, created_at)
       select '2001', 'many' || n, 'other', 'x', 'x', 'many' || n, 'create', 0, 'done', $1::timestamptz from generate_series(1, 2000) n`,
      new Date(server().clock.now()).toISOString(),
    );
    await grant(limited);
    await work();
    expect(await runsOf(limited)).toContainEqual(
      expect.objectContaining({ title: follow.title, state: 'failed', fault: 'limit' }),
    );
    await rowsOf(server(), "delete from automation_runs where entity = 'other'");
  });

  it('remind before a day at the hour, once, only in the state, and not of what came too late', async () => {
    await publish(ROOM, booking([remind]));
    const { clock } = server();
    const day = (days: number) => new Date(clock.now() + days * DAY + 8 * HOUR).toISOString().slice(0, 10);
    const host = String(dataOf<Listed>(await admin().get('/v1/portal/teachers?size=1')).items[0]?.['user_id']);
    const [granted, waiting] = [
      await book({ name: '有人主持', on_day: day(3), host, phone: '13912345678' }),
      await book({ name: '没有通过', on_day: day(3) }),
    ];
    expect((await grant(granted)).status).toBe(200);
    await work();
    expect(await runsOf(granted)).toEqual([]);
    clock.time = Date.parse(`${day(2)}T08:01:00+08:00`);
    const again = await server().client.signIn('o2001r4');
    await work();
    await work();
    const client = again.withRole(2001, 4);
    const found = dataOf<Listed<Run>>(await client.get(`${OF}/${ROOM}/runs?size=50`)).items.filter(
      ({ title }) => title === remind.title,
    );
    expect(found.map(({ row_id: id, state: of, fault }) => [id, of, fault]).sort()).toEqual(
      [
        [granted['room_booking_id'], 'done', undefined],
        [waiting['room_booking_id'], 'skipped', 'state'],
      ].sort(),
    );
    expect((await notes(client, granted))[0]).toMatchObject({ title: '明天：有人主持' });
    const late = dataOf(await client.post(ROOMS, { name: '当天才订', on_day: granted['on_day'] }));
    await work();
    expect(
      (await rowsOf(server(), 'select 1 from automation_runs where row_id = $1', late['room_booking_id'])).length,
    ).toBe(0);
  });

  it('make up for a day that the server stood still, and not for what lies further back', async () => {
    const { client, clock } = server();
    const fresh = await (await client.signIn('o2001r4')).withRole(2001, 4).verified();
    await publish(ROOM, booking([remind]), fresh);
    const day = (days: number) => new Date(clock.now() + days * DAY + 8 * HOUR).toISOString().slice(0, 10);
    const [lost, late] = [
      await book({ name: '错过两天', on_day: day(2) }, fresh),
      await book({ name: '错过一天', on_day: day(3) }, fresh),
    ];
    for (const row of [lost, late]) expect((await grant(row, fresh)).status).toBe(200);
    await work();
    // One minute less than a day after the moment of one, and almost two days after that of the other.
    clock.time = Date.parse(`${day(3)}T07:59:00+08:00`);
    await work();
    await work();
    const found = await rowsOf(
      server(),
      "select row_id, state, notified from automation_runs where automation = 'remind' and row_id = any($1)",
      [lost['room_booking_id'], late['room_booking_id']],
    );
    expect(found).toEqual([{ row_id: late['room_booking_id'], state: 'done', notified: 1 }]);
    const notices = "select 1 from notices where kind = 'automation' and subject_id = $1";
    expect(await rowsOf(server(), notices, late['room_booking_id'])).toHaveLength(1);
  });

  it('act on a row that has kept its state for days, once, and in the name of who answers for it', async () => {
    const { client, clock } = server();
    const fresh = await (await client.signIn('o2001r4')).withRole(2001, 4).verified();
    await publish(ROOM, booking([expire]), fresh);
    const move = (row: Row, key: string) =>
      fresh.post(`${ROOMS}/${String(row['room_booking_id'])}/transitions/${key}`, { updated_at: row['updated_at'] });
    const [kept, granted, sentBack] = [
      await book({ name: '一直待审' }, fresh),
      await book({ name: '已经通过' }, fresh),
      await book({ name: '退回重审' }, fresh),
    ];
    await move(granted, 'grant');
    const again = dataOf(await move(sentBack, 'grant'));
    const start = clock.now();
    clock.time = start + DAY;
    const next = await (await client.signIn('o2001r4')).withRole(2001, 4).verified();
    expect(
      (
        await next.post(`${ROOMS}/${String(again['room_booking_id'])}/transitions/back`, {
          updated_at: again['updated_at'],
        })
      ).status,
    ).toBe(200);
    const trial = dataOf<{ due: string; applies: boolean; moves: Row }>(
      await next.post(`${OF}/${ROOM}/test`, {
        overlay: clean(booking([expire])),
        automation: 'expire',
        id: kept['room_booking_id'],
      }),
    );
    const at8 = (days: number) =>
      new Date(Date.parse(`${new Date(start + days * DAY + 8 * HOUR).toISOString().slice(0, 10)}T08:00:00+08:00`));
    expect(trial).toMatchObject({ applies: true, due: at8(3).toISOString(), moves: { label: '作废' } });

    const ran = () =>
      rowsOf(
        server(),
        "select row_id, state, moved from automation_runs where automation = 'expire' and row_id = any($1)",
        [kept, granted, sentBack].map((row) => row['room_booking_id']),
      );
    clock.time = at8(3).getTime() - 60_000;
    await work();
    expect(await ran()).toEqual([]);
    clock.time = at8(3).getTime() + 5 * 60_000;
    await work();
    await work();
    expect(await ran()).toEqual([{ row_id: kept['room_booking_id'], state: 'done', moved: '作废' }]);
    const later = (await client.signIn('o2001r4')).withRole(2001, 4);
    const id = String(kept['room_booking_id']);
    expect(dataOf(await later.get(`${ROOMS}/${id}`))['state']).toBe('lapsed');
    const steps = dataOf<Listed>(await later.get(`${ROOMS}/${id}/transitions`)).items;
    expect(steps.at(-1)).toMatchObject({ label: '作废（自动：三天未审作废）', to: 'lapsed' });
    expect(await notes(later, kept)).toMatchObject([{ title: '预约已作废：一直待审' }]);

    // The day of the second row begins with its return.
    clock.time = at8(4).getTime() + 5 * 60_000;
    await work();
    await work();
    expect((await ran()).map(({ row_id: of }) => of).sort()).toEqual(
      [kept['room_booking_id'], sentBack['room_booking_id']].sort(),
    );
  });

  it('do no act that the person who answers for them may not do any more', async () => {
    const { client, clock } = server();
    const fresh = await (await client.signIn('o2001r4')).withRole(2001, 4).verified();
    const row = await book({ name: '无人负责' }, fresh);
    await rowsOf(
      server(),
      "update schema_versions set user_id = 'u-o2001r8' where org_id = '2001' and entity = $1",
      ROOM,
    );
    clock.time += 4 * DAY;
    await work();
    await work();
    expect(
      await rowsOf(
        server(),
        "select state, fault, reason from automation_runs where automation = 'expire' and row_id = $1",
        row['room_booking_id'],
      ),
    ).toEqual([{ state: 'failed', fault: 'responsible', reason: '作废' }]);
    const later = (await client.signIn('o2001r4')).withRole(2001, 4);
    expect(dataOf(await later.get(`${ROOMS}/${String(row['room_booking_id'])}`))['state']).toBe('asked');
  });

  it('stop a chain of new rows at its limit, in sight', async () => {
    const { client } = server();
    const fresh = (await client.signIn('o2001r4')).withRole(2001, 4);
    expect((await fresh.post('/v1/portal/x/chain-1', { name: '开头' })).status).toBe(201);
    for (const _ of CHAIN) await work();
    const made = await Promise.all(
      CHAIN.map(async (n) => dataOf<Listed>(await fresh.get(`/v1/portal/x/chain-${n}`)).total),
    );
    expect(made).toEqual([1, 1, 1, 1, 1, 0]);
    const { items, failed } = dataOf<Listed<Run> & { failed: number }>(
      await (await fresh.verified()).get(`${OF}/chain-5/runs`),
    );
    expect(items).toMatchObject([{ title: '第 5 环', state: 'failed', fault: 'depth' }]);
    expect(failed).toBe(1);
  });
});

it('a chain over three resources is found wherever it begins', () => {
  const schema = (name: string, next: string) =>
    ({
      $id: name,
      title: name,
      required: [],
      properties: {},
      'x-resource': {
        path: `/v1/portal/x/${name}`,
        id: 'id',
        acts: ['create'],
        automations: [{ key: 'k', title: name, when: { on: 'create' }, create: { entity: next, values: {} } }],
      },
    }) as unknown as Parameters<typeof findAutomations>[0];
  const all = { a: schema('a', 'b'), b: schema('b', 'c'), c: schema('c', 'a') };
  for (const one of Object.values(all)) expect(findAutomations(one, all)).toHaveLength(1);
  expect(findAutomations(all.a, { ...all, c: schema('c', 'd'), d: schema('d', 'd') })).toEqual([]);
});
