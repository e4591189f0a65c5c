import { beforeAll, expect, it } from 'vitest';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { Importing } from '../../imports/server/support.ts';
import { textsOf } from './cells.ts';
import { dataOf, messageOf, query, refusalOf, useClient, type Listed, type Row } from './support.ts';

const BOOKINGS = '/v1/portal/x/room-booking';
const EQUIPMENT = '/v1/portal/x/equipment';

/* This resource consists only of schemas/tenants/2003/room-booking.json. */
describeApi("the kinds and rules of a tenant's fields", (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2003, 4);
  const psychologist = useClient(server, 2003, 8);
  let pupils: Row[];

  /** A slot of its own on a day of December. */
  const slot = (day: number, from = '14:00', to = '15:30') => {
    const at = (time: string) => `2026-12-${String(day).padStart(2, '0')}T${time}:00+08:00`;
    return `${at(from)}/${at(to)}`;
  };
  const make = (body: Row) => admin().post(BOOKINGS, { subject: '团体活动', room: 'group', ...body });
  const made = async (body: Row) => dataOf(await make(body));
  const list = async (parameters: Record<string, string | number> = {}) =>
    dataOf<Listed>(await admin().get(query(BOOKINGS, { size: 100, ...parameters }))).items;
  const subjects = async (parameters: Record<string, string | number>) =>
    (await list(parameters)).map(({ subject }) => subject);
  const change = (row: Row, body: Row) => admin().put(`${BOOKINGS}/${String(row['room_booking_id'])}`, body);

  beforeAll(async () => {
    pupils = dataOf<Listed>(await admin().get(query('/v1/portal/students', { size: 3 }))).items;
  });
  const idOf = (i: number) => String(pupils[i]?.['child_id']);
  const nameOf = (i: number) => pupils[i]?.['child_name'];

  it('are stored, listed with names, and filtered', async () => {
    const row = await made({
      subject: '放松训练',
      slot: slot(1),
      tools: ['projector', 'sand'],
      students: [idOf(0), idOf(1)],
      cost: 12.5,
    });
    expect(row).toMatchObject({
      slot: '2026-12-01T06:00:00.000Z/2026-12-01T07:30:00.000Z',
      minutes: 90,
      tools: ['projector', 'sand'],
      'students:name': [nameOf(0), nameOf(1)],
      cost: 12.5,
    });
    expect(row['host']).toEqual(expect.any(String));
    expect(row['booking_no']).toMatch(/^\d{4}-\d{4}$/);
    expect(await subjects({ tools: 'paint,sand', slot_from: '2026-12-01', slot_to: '2026-12-01' })).toEqual([
      '放松训练',
    ]);
    expect(await subjects({ tools: 'feedback', slot_from: '2026-12-01', slot_to: '2026-12-01' })).toEqual([]);
    expect(await subjects({ students: idOf(1), slot_from: '2026-12-01' })).toEqual(['放松训练']);
    // Ranges that overlap the wanted one are found, and ranges that only touch it are not.
    const at = (time: string) => `2026-12-01T${time}:00+08:00`;
    expect(await subjects({ slot_from: at('15:00'), slot_to: at('16:00') })).toEqual(['放松训练']);
    expect(await subjects({ slot_from: at('15:30'), slot_to: at('16:00') })).toEqual([]);
    expect(
      await subjects({ minutes_from: 90, minutes_to: 90, slot_from: '2026-12-01', slot_to: '2026-12-01' }),
    ).toEqual(['放松训练']);
  });

  it('begin with the person, also for a role that may not open the list of the staff', async () => {
    const row = dataOf(await psychologist().post(BOOKINGS, { subject: '个别辅导', room: 'group', slot: slot(27) }));
    expect(row).toMatchObject({ host: 'u-o2003r8', 'host:name': expect.stringMatching(/./u) as string });
    expect(row['host:name']).not.toMatch(/^（/);
  });

  it('are refused with a message at their field', async () => {
    const wrong = await make({
      slot: '2026-12-02T15:30:00+08:00/2026-12-02T14:00:00+08:00',
      tools: ['drone', 'sand'],
      cost: 1.234,
      outside: true,
      outside_mobile: '123',
    });
    expect(wrong.status).toBe(400);
    expect(wrong.fields.sort()).toEqual(['/cost', '/outside_mobile', '/slot', '/tools/0']);
    expect(messageOf(wrong, '/cost')).toBe('最多 2 位小数');
    expect((await make({ slot: slot(2), tools: ['sand', 'sand'] })).fields).toEqual(['/tools']);
    expect((await make({ slot: slot(2), minutes: 5, booking_no: '1' })).fields.sort()).toEqual([
      '/booking_no',
      '/minutes',
    ]);
    expect((await make({ slot: slot(2), students: [idOf(0), 'nobody'] })).fields).toEqual(['/students']);
    expect((await admin().get(query(BOOKINGS, { sort: 'tools' }))).status).toBe(400);
    expect((await admin().get(query(BOOKINGS, { slot_from: 'soon' }))).fields).toEqual(['/slot_from']);
  });

  it('exist under their condition, are required under it, and their value goes with it', async () => {
    const missing = await make({ slot: slot(3), outside: true });
    expect([missing.status, messageOf(missing, '/outside_mobile')]).toEqual([400, '请填写联系手机']);
    expect(await made({ slot: slot(3), outside: false, outside_mobile: '13800138000' })).not.toHaveProperty(
      'outside_mobile',
    );
    const row = await made({ slot: slot(4), outside: true, outside_mobile: '13800138000' });
    expect(row['outside_mobile']).toBe('13800138000');
    const changed = dataOf(await change(row, { outside: false }));
    expect(changed).not.toHaveProperty('outside_mobile');
    expect((await change(changed, { outside: true })).fields).toEqual(['/outside_mobile']);
  });

  it('are computed at each write, and obey rules across fields', async () => {
    const row = await made({ slot: slot(5) });
    expect(dataOf(await change(row, { slot: slot(5, '08:00', '12:00') }))['minutes']).toBe(240);
    const long = await change(row, { slot: slot(5, '08:00', '18:00') });
    expect([long.status, messageOf(long, '/slot')]).toEqual([400, '一次最多预约 8 小时']);
    const crowded = await make({ room: 'talk', slot: slot(5), students: [idOf(0), idOf(1), idOf(2)] });
    expect(messageOf(crowded, '/students')).toBe('个体咨询室最多两名学生');
    const log = dataOf<Listed>(
      await admin().get(query('/v1/portal/audits/logs/list', { resource: 'room-booking', act: 'update' })),
    );
    const changes = dataOf<Listed>(
      await admin().get(`/v1/portal/audits/logs/${String(log.items[0]?.['log_id'])}/changes`),
    );
    expect(changes.items).toContainEqual({ field: 'minutes', title: '时长', before: '90 分钟', after: '240 分钟' });
  });

  it('do not overlap, also when two people book at once', async () => {
    const first = await made({ slot: slot(7) });
    const late = await make({ slot: slot(7, '15:00', '16:00') });
    expect([late.status, messageOf(late, '/slot')]).toEqual([400, '使用时间与已有的活动室预约重叠（活动室相同）']);
    expect((await make({ slot: slot(7, '15:30', '16:00') })).status).toBe(201);
    expect((await make({ room: 'relax', slot: slot(7) })).status).toBe(201);
    expect((await change(first, { slot: slot(7, '14:15', '15:15') })).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 6 }, () => make({ slot: slot(8) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
  });

  it('number rows without gaps, also when several are created at once and some fail', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => make({ slot: i % 4 === 3 ? slot(9) : slot(10 + i) })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    const numbers = (await list({ size: 200 }))
      .map((row) => Number(String(row['booking_no']).slice(5)))
      .filter(Boolean);
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1));
  });

  it('keep the row that one of several refers to from being deleted', async () => {
    const equipment = dataOf(await admin().post(EQUIPMENT, { equipment_name: '呼吸训练灯', kind: 'relax' }));
    const address = `${EQUIPMENT}/${String(equipment['equipment_id'])}`;
    const row = await made({ slot: slot(20), equipment: [equipment['equipment_id']] });
    const refused = await admin().delete(address);
    expect([refused.status, refusalOf(refused).message]).toEqual([
      409,
      '活动室预约有 1 个在“借用器材”中引用，不能删除；请先修改或删除它们',
    ]);
    const referring = dataOf<{ items: Row[] }>(
      await admin().get(`/v1/portal/references/equipment/${String(equipment['equipment_id'])}`),
    );
    expect(referring.items).toEqual([
      {
        entity: 'room-booking',
        title: '活动室预约',
        field: 'equipment',
        field_title: '借用器材',
        total: 1,
        rows: [{ id: row['room_booking_id'], label: '团体活动' }],
      },
    ]);
    await change(row, { equipment: [] });
    expect((await admin().delete(address)).status).toBe(200);
  });

  it('are exported and imported by their words; a repeated import changes nothing', async () => {
    await made({ subject: '导出的', slot: slot(22), tools: ['sand', 'paint'], students: [idOf(0), idOf(1)], cost: 8 });
    const [header = [], ...lines] = textsOf(
      (await admin().get(query(`${BOOKINGS}/export`, { subject: '导出的' }))).body,
    );
    const cells = Object.fromEntries(header.map((name, i) => [name, lines[0]?.[i]]));
    expect(cells).toMatchObject({
      使用时间: '2026-12-22 14:00–15:30',
      使用设备: '沙盘、绘画材料',
      参加学生: `${String(nameOf(0))}、${String(nameOf(1))}`,
      '费用（元）': '8',
    });
    const names = ['活动主题', '活动室', '使用时间', '使用设备', '费用（元）'];
    const again = names.map((name) => cells[name]).join(',');
    const sheet = Buffer.from(
      [
        names.join(','),
        again,
        '导入的,放松室,2026-12-23 09:00-10:00,沙盘、投影,3.5 元',
        '重叠的,放松室,2026-12-23 09:30-10:30,沙盘,1',
        '错的,放松室,下午,直升机,1',
      ].join('\r\n'),
    );
    const importing = new Importing(server(), admin(), BOOKINGS);
    expect((await importing.preview(sheet, undefined, 'a.csv')).rows).toMatchObject({ same: 1, new: 1, wrong: 2 });
    await admin().post(`${importing.imports}/${importing.id}/write`, {});
    await importing.settled();
    expect((await list({ subject: '导入的' }))[0]).toMatchObject({
      tools: ['sand', 'projector'],
      cost: 3.5,
      minutes: 60,
    });
    expect((await importing.preview(sheet, undefined, 'a.csv')).rows).toMatchObject({ same: 2, new: 0, wrong: 2 });
  });
});
