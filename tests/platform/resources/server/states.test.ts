import { appendFileSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { book, Importing } from '../../imports/server/support.ts';
import { dataOf, messageOf, refusalOf, rowsOf, useClient, type Listed, type Row } from './support.ts';

const BOOKINGS = '/v1/portal/x/booking';
const HELD = { id: 'booking', label: '预约' };

const text = (title: string, order: number, more: object = {}) => ({
  type: 'string',
  title,
  maxLength: 64,
  'x-list': { order },
  'x-form': { on: ['create', 'edit'], order },
  'x-sheet': { import: true, export: true },
  ...more,
});
const BOOKING = {
  title: HELD.label,
  required: ['purpose'],
  properties: {
    purpose: text('用途', 1),
    outcome: text('结果', 2),
    pupil: text('学生', 3, { 'x-kind': 'row', 'x-of': 'student' }),
    state: {
      type: 'string',
      title: '状态',
      enum: ['asked', 'granted', 'refused', 'over'],
      'x-labels': { asked: '待审', granted: '已通过', refused: '未通过', over: '已结束' },
      readOnly: true,
      'x-list': { order: 4 },
      'x-filter': { match: 'in', order: 2 },
      'x-sheet': { export: true },
    },
  },
  'x-resource': {
    label: 'purpose',
    area: 'own/booking',
    help: '心理活动室的预约',
    settled: { field: 'state', values: ['over'] },
    states: {
      field: 'state',
      initial: 'asked',
      transitions: [
        { key: 'grant', label: '通过', from: ['asked'], to: 'granted', roles: [4], notify: { creator: true } },
        { key: 'refuse', label: '不通过', from: ['asked'], to: 'refused', roles: [4], note: 'required', tone: 'red' },
        { key: 'ask_again', label: '重新申请', from: ['refused'], to: 'asked', note: 'optional' },
        { key: 'finish', label: '结束', from: ['granted'], to: 'over', require: ['outcome'] },
        { key: 'reopen', label: '重开', from: ['over'], to: 'granted', roles: [4] },
      ],
    },
  },
};

function withBookings(): { schemasDir: string; policiesDir: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-states-'));
  const [schemasDir, policiesDir] = [path.join(folder, 'schemas'), path.join(folder, 'policies')];
  cpSync(path.join(root, 'schemas'), schemasDir, { recursive: true });
  cpSync(path.join(root, 'policies'), policiesDir, { recursive: true });
  mkdirSync(path.join(schemasDir, 'tenants/2001'), { recursive: true });
  writeFileSync(path.join(schemasDir, 'tenants/2001/booking.json'), JSON.stringify(BOOKING));
  appendFileSync(
    path.join(policiesDir, 'access.csv'),
    '\np, own/booking, *, 3, 4|8|10, 2, *, *\np, own/booking, open, 3, 9, 2, *, *\n',
  );
  return { schemasDir, policiesDir };
}

interface Step {
  key?: string;
  label?: string;
  from?: string;
  to: string;
  user_name: string;
  note?: string;
}

describeApi('states of a resource', (kind) => {
  const server = useServer(kind, withBookings());
  const admin = useClient(server, 2001, 4);
  const psychologist = useClient(server, 2001, 8);
  const classTeacher = useClient(server, 2001, 10);
  const reader = useClient(server, 2001, 9);
  const stranger = useClient(server, 2002, 4);
  let booking: Row;
  let count = 0;

  const make = async (body: Row = {}, client = psychologist()) =>
    dataOf(await client.post(BOOKINGS, { purpose: '沙盘游戏', ...body }));
  const move = (key: string, row: Row, body: Row = {}, client: Client = admin()) =>
    client.post(`${BOOKINGS}/${String(row['booking_id'])}/transitions/${key}`, {
      updated_at: row['updated_at'],
      ...body,
    });
  const stepsOf = async (row: Row, client: Client = admin()) =>
    dataOf<Listed<Step>>(await client.get(`${BOOKINGS}/${String(row['booking_id'])}/transitions`)).items;
  const now = async (row: Row) => dataOf(await admin().get(`${BOOKINGS}/${String(row['booking_id'])}`));

  beforeEach(async () => {
    count += 1;
    booking = await make({ purpose: `沙盘游戏 ${count}` });
  });

  it('start with the initial one, which no form and no change of the row can write', async () => {
    expect(booking['state']).toBe('asked');
    const created = await psychologist().post(BOOKINGS, { purpose: '直接通过', state: 'granted' });
    expect([created.status, created.fields]).toEqual([400, ['/state']]);
    const changed = await admin().put(`${BOOKINGS}/${String(booking['booking_id'])}`, { state: 'granted' });
    expect([changed.status, changed.fields]).toEqual([400, ['/state']]);
    expect(await stepsOf(booking)).toMatchObject([{ to: 'asked' }]);
  });

  it('change by transitions, each with its person, time and note in the history', async () => {
    const refused = dataOf(await move('refuse', booking, { note: ' 时间已被占用 ' }));
    expect(refused['state']).toBe('refused');
    const again = dataOf(await move('ask_again', refused, {}, psychologist()));
    const granted = dataOf(await move('grant', again));
    expect(granted['state']).toBe('granted');
    const steps = await stepsOf(booking, classTeacher());
    expect(steps.map(({ key, label, from, to, note }) => [key, label, from, to, note])).toEqual([
      [undefined, undefined, undefined, 'asked', undefined],
      ['refuse', '不通过', 'asked', 'refused', '时间已被占用'],
      ['ask_again', '重新申请', 'refused', 'asked', undefined],
      ['grant', '通过', 'asked', 'granted', undefined],
    ]);
    expect(new Set(steps.map(({ user_name }) => user_name)).size).toBe(2);
    const notes = await rowsOf(server(), 'select note from row_transitions where note is not null');
    expect(notes.some(({ note }) => String(note).includes('占用'))).toBe(false);
    const logged = await rowsOf(
      server(),
      "select before ->> 'state' as was, after ->> 'state' as now from audit_logs where row_id = $1 and act = 'update' order by at",
      booking['booking_id'],
    );
    expect(logged).toEqual([
      { was: 'asked', now: 'refused' },
      { was: 'refused', now: 'asked' },
      { was: 'asked', now: 'granted' },
    ]);
  });

  it('refuse a transition that the state, the role, the note or a missing field does not allow', async () => {
    const early = await move('finish', booking);
    expect([early.status, refusalOf(early).message]).toEqual([409, '预约现在是“待审”，不能结束']);
    expect((await move('grant', booking, {}, psychologist())).status).toBe(403);
    expect((await move('refuse', booking)).fields).toEqual(['/note']);
    expect((await move('grant', booking, { note: '没有说明的操作' })).fields).toEqual(['/note']);
    expect((await move('grant', booking, { values: { purpose: '顺手改' } })).fields).toEqual(['/values/purpose']);
    expect((await move('nothing', booking)).status).toBe(404);
    const granted = dataOf(await move('grant', booking));
    const unfilled = await move('finish', granted);
    expect(messageOf(unfilled, '/values/outcome')).toBe('结束之前要填好结果');
    expect((await now(booking))['state']).toBe('granted');
    expect(await stepsOf(booking)).toHaveLength(2);
    const over = dataOf(await move('finish', granted, { values: { outcome: '顺利' } }));
    expect([over['state'], over['outcome']]).toEqual(['over', '顺利']);
  });

  it('are closed to roles that only read, and to other schools', async () => {
    expect((await move('ask_again', booking, {}, reader())).status).toBe(403);
    expect((await reader().get(`${BOOKINGS}/${String(booking['booking_id'])}/transitions`)).status).toBe(200);
    expect((await move('grant', booking, {}, stranger())).status).toBe(404);
    expect((await stranger().get(`${BOOKINGS}/${String(booking['booking_id'])}/transitions`)).status).toBe(404);
  });

  it('are out of reach for a role whose scope does not have the student of the row', async () => {
    const inScope = dataOf<Listed>(await classTeacher().get('/v1/portal/students?size=200')).items;
    const mine = new Set(inScope.map(({ child_id }) => child_id));
    const all = dataOf<Listed>(await admin().get('/v1/portal/students?size=200&sort=-student_no')).items;
    const far = all.find(({ child_id }) => !mine.has(child_id)) ?? {};
    const about = dataOf(await move('refuse', await make({ pupil: far['child_id'] }, admin()), { note: '无' }));
    const near = dataOf(await move('refuse', await make({ pupil: inScope[0]?.['child_id'] }, admin()), { note: '无' }));
    const at = `${BOOKINGS}/${String(about['booking_id'])}/transitions`;
    expect((await move('ask_again', about, {}, classTeacher())).code).toBe('PSY_OUT_OF_REACH');
    expect((await classTeacher().get(at)).code).toBe('PSY_OUT_OF_REACH');
    expect((await now(about))['state']).toBe('refused');
    expect((await move('ask_again', near, {}, classTeacher())).status).toBe(200);
  });

  it('make final rows read-only until a transition opens them again', async () => {
    const over = dataOf(await move('finish', dataOf(await move('grant', booking)), { values: { outcome: '顺利' } }));
    const at = `${BOOKINGS}/${String(booking['booking_id'])}`;
    expect(refusalOf(await admin().put(at, { purpose: '改写' })).message).toBe('预约已结束，不能再修改');
    expect((await admin().send('DELETE', at)).status).toBe(409);
    const open = dataOf(await move('reopen', over));
    expect((await admin().put(at, { purpose: '改写', updated_at: open['updated_at'] })).status).toBe(200);
    expect((await admin().send('DELETE', at)).status).toBe(200);
    const left = await rowsOf(server(), 'select * from row_transitions where row_id = $1', booking['booking_id']);
    expect(left).toEqual([]);
  });

  it('change once when the same request comes twice, and are refused to who has seen an older row', async () => {
    const first = await move('grant', booking);
    const second = await move('grant', booking);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(dataOf(second)['updated_at']).toBe(dataOf(first)['updated_at']);
    expect(await stepsOf(booking)).toHaveLength(2);
    expect((await move('refuse', booking, { note: '看到的是旧的' })).status).toBe(409);
  });

  it('change once when two people decide at the same moment', async () => {
    const answers = await Promise.all([
      move('grant', booking),
      move('refuse', booking, { note: '同时' }),
      move('grant', booking),
    ]);
    const states = new Set(answers.filter(({ status }) => status === 200).map((answer) => dataOf(answer)['state']));
    expect(states.size).toBe(1);
    expect(answers.some(({ status }) => status === 409)).toBe(true);
    expect(await stepsOf(booking)).toHaveLength(2);
  });

  it('are kept by an import, which neither writes a state nor changes a final row', async () => {
    const over = dataOf(await move('finish', dataOf(await move('grant', booking)), { values: { outcome: '顺利' } }));
    const run = new Importing(server(), admin(), BOOKINGS);
    const file = await book([
      ['用途', '结果', '状态'],
      [String(over['purpose']), '改写', '待审'],
      ['全新的一条', '', '已通过'],
    ]);
    const preview = await run.preview(file);
    expect(preview).toMatchObject({ rows: { new: 1, wrong: 1 }, columns: { ignored: ['状态'] } });
    expect(JSON.stringify(await run.rows('wrong'))).toContain('预约已结束，不能再修改');
    await run.write();
    const { items } = dataOf<Listed>(await admin().get(`${BOOKINGS}?size=50`));
    const made = items.find(({ purpose }) => purpose === '全新的一条') ?? {};
    expect([made['state'], (await stepsOf(made)).map(({ to }) => to)]).toEqual(['asked', ['asked']]);
    expect(await now(over)).toMatchObject({ state: 'over', outcome: '顺利' });
  });

  it('notify the person who created the row, and nobody of the own act', async () => {
    const noticesOf = async (client: Client) =>
      dataOf<Listed>(await client.get('/v1/portal/notices?size=50')).items.filter(
        ({ subject_id }) => subject_id === booking['booking_id'],
      );
    await move('grant', booking);
    expect(await noticesOf(psychologist())).toMatchObject([
      { kind: 'row_moved', subject_type: 'row:booking', title: '预约已通过' },
    ]);
    const own = await make({}, admin());
    await move('grant', own);
    expect(await noticesOf(admin())).toEqual([]);
  });

  it('belong to the record of the student whom the row names', async () => {
    const [pupil = {}] = dataOf<Listed>(await admin().get('/v1/portal/students?size=1')).items;
    const about = await make({ pupil: pupil['child_id'] });
    await move('refuse', about, { note: '与上课冲突' });
    const found = await server().db.admin(async (run) => {
      await run("select set_config('app.org_id', '2001', false)");
      return run("select body from rows_of_child($1) where of_table = 'row_transitions'", [pupil['child_id']]);
    });
    expect(found).toHaveLength(2);
  });
});
