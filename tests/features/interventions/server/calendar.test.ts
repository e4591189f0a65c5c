import { beforeAll, expect, it } from 'vitest';
import type { Home } from '../../../../src/features/home/contract.ts';
import type { ConsultationCalendar, TodayList } from '../../../../src/features/interventions/contract/calendar.ts';
import { dayAfter, momentOf } from '../../../../src/platform/schema/days.ts';
import { dayOf } from '../../../../src/platform/schema/wall-clock.ts';
import {
  dataOf,
  query,
  refusalOf,
  rowsOf,
  useClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const C = '/v1/portal/consultations';
const OFFLINE = `${C}/offline`;

describeApi('the calendar of consultations', (kind) => {
  const server = useServer(kind);
  const signed = {
    counsellor: useClient(server, 2001, 8),
    moral: useClient(server, 2001, 14),
    leader: useClient(server, 2001, 12),
    teacher: useClient(server, 2001, 10),
    college: useClient(server, 2003, 4),
  };
  let counsellor: Client, moral: Client, leader: Client, teacher: Client, college: Client;
  let children: string[] = [];
  beforeAll(async () => {
    [counsellor, moral, leader, teacher, college] = [
      await signed.counsellor().verified(),
      await signed.moral().verified(),
      await signed.leader().verified(),
      await signed.teacher().verified(),
      await signed.college().verified(),
    ];
    children = dataOf<Listed<{ child_id: string }>>(
      await counsellor.get(query('/v1/portal/students', { size: 200 })),
    ).items.map(({ child_id }) => child_id);
  });
  const today = () => dayOf(server().clock.now());
  /** An instant so many days from today. */
  const at = (days: number, time: string) => new Date(momentOf(dayAfter(today(), days), time)).toISOString();
  const calendar = async (client = counsellor, days: [number, number] = [0, 41]) =>
    dataOf<ConsultationCalendar>(
      await client.get(`${C}/calendar?from=${dayAfter(today(), days[0])}&to=${dayAfter(today(), days[1])}`),
    );
  const book = (client: Client, child: number, starts: string[], more: object = {}) =>
    client.post(`${C}/series`, { child_id: children[child], starts, minutes: 50, ...more });
  const booked = async (...given: Parameters<typeof book>) =>
    dataOf<{ series_id?: string; consultation_ids: string[] }>(await book(...given));
  const move = (client: Client, id: string, from: string, to: string, more: object = {}) =>
    client.post(`${OFFLINE}/${id}/time`, { from, start_at: to, ...more });
  const one = async (id: string) => (await calendar()).items.find(({ consultation_id }) => consultation_id === id);
  const messages = (answer: Parameters<typeof refusalOf>[0]) =>
    refusalOf(answer).details.map(({ field, message }) => `${field} ${message}`);

  it('shows appointments, free hours and counsellors to who may open the list, and to nobody else', async () => {
    const shown = await calendar();
    expect(shown.items.length).toBeGreaterThan(0);
    expect(shown.free.length).toBeGreaterThan(0);
    expect(shown.people.map(({ user_id }) => user_id)).toContain('u-o2001r8');
    expect((await calendar(leader)).items).toEqual(shown.items);
    expect((await teacher.get(`${C}/calendar?from=${today()}&to=${today()}`)).code).toBe('AC_FORBIDDEN');
    expect((await college.get(`${C}/calendar?from=${today()}&to=${today()}`)).text).not.toContain('u-o2001r8');
    expect((await counsellor.get(`${C}/calendar?from=${today()}&to=${dayAfter(today(), 42)}`)).fields).toEqual(['/to']);
    expect((await counsellor.get(`${C}/calendar?from=${today()}&to=${dayAfter(today(), -1)}`)).fields).toEqual(['/to']);
  });

  it('shows a role with a limited scope the appointments of its own students only', async () => {
    const { items } = await calendar();
    const limit = (extend: object) =>
      rowsOf(
        server(),
        "update memberships set role_extend = $1 where org_id = '2001' and role_id = 12 and user_id = 'u-o2001r12' returning user_id",
        JSON.stringify(extend),
      );
    const again = async () => {
      await server().services.access.invalidateUser('u-o2001r12');
      return (await server().client.signIn('o2001r12')).withRole(2001, 12).verified();
    };
    // The demo's appointments are of students in junior high (3).
    await limit({ periods: [4] });
    leader = await again();
    expect((await calendar(leader)).items).toEqual([]);
    await limit({});
    leader = await again();
    expect((await calendar(leader)).items).toEqual(items);
  });

  it('books a time of one’s own outside of the offered hours, within the school’s day', async () => {
    expect((await book(counsellor, 0, [at(1, '05:00')])).status).toBe(409);
    expect((await book(counsellor, 0, [at(-1, '10:00')])).fields).toEqual(['/starts/0']);
    expect((await book(counsellor, 0, [at(400, '10:00')])).fields).toEqual(['/starts/0']);
    expect((await book(leader, 0, [at(1, '10:00')])).code).toBe('AC_FORBIDDEN');
    expect(
      (await counsellor.post(`${C}/series`, { child_id: 'nobody', starts: [at(1, '10:00')], minutes: 50 })).fields,
    ).toEqual(['/child_id']);
    expect((await book(college, 0, [at(1, '10:00')])).fields).toEqual(['/child_id']);
    const { consultation_ids: ids, series_id } = await booked(counsellor, 0, [at(1, '10:00')], {
      topic: '睡不好',
      place: '操场',
    });
    expect(series_id).toBeUndefined();
    expect(await one(ids[0] ?? '')).toMatchObject({
      start_at: at(1, '10:00'),
      place: '操场',
      own_booked: false,
      status: 1,
    });
    expect(dataOf(await counsellor.get(`${OFFLINE}/${ids[0]}`))).toMatchObject({ topic: '睡不好' });
    const stored = await rowsOf(server(), 'select topic from consultations where consultation_id = $1', ids[0] ?? '');
    expect(String(stored[0]?.['topic'])).not.toContain('睡不好');
    // Of a colleague only what is offered.
    const refused = await book(moral, 1, [at(1, '16:00')], { counsellor_id: 'u-o2001r8' });
    expect([refused.status, refusalOf(refused).message]).toEqual([409, expect.stringContaining('没有开放这个时段')]);
  });

  it('refuses the same counsellor or the same student at overlapping times, and says who and when', async () => {
    await booked(counsellor, 2, [at(2, '10:00')]);
    const staff = await book(counsellor, 3, [at(2, '10:30')]);
    expect(staff.status).toBe(409);
    expect(messages(staff)[0]).toMatch(/^\/starts\/0 .+老师 .+10:00–10:50 已有一次咨询（.+预约）$/);
    const child = await book(moral, 2, [at(2, '10:20')]);
    expect(messages(child)[0]).toMatch(/^\/starts\/0 这名学生 .+10:00–10:50 已有与.+老师的咨询$/);
    expect((await book(counsellor, 3, [at(2, '10:50')])).status).toBe(201);
  });

  it('gives an hour to one of many who book it at once, whoever the student is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => book(counsellor, 20 + i, [at(3, i % 2 ? '10:00' : '10:30')])),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });

  it('gives a student to one of two counsellors who book at once', async () => {
    const answers = await Promise.all([book(counsellor, 50, [at(3, '16:00')]), book(moral, 50, [at(3, '16:20')])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('gives an offered hour either to a student who books it or to the counsellor', async () => {
    const slot = dataOf(
      await counsellor.post(`${C}/slots`, { on_date: dayAfter(today(), 6), starts: '06:10', minutes: 40 }),
    );
    const student = (await server().client.signIn('o2001s1')).withoutRole(2001);
    const key = `${String(slot['slot_id'])}@${dayAfter(today(), 6)}`;
    const answers = await Promise.all([
      student.post('/v1/portal/my/appointments', { slot: key }),
      book(counsellor, 51, [at(6, '06:10')], { minutes: 40 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const taken = (await calendar()).items.filter(({ start_at }) => start_at === at(6, '06:10'));
    expect(taken).toHaveLength(1);
    expect(taken[0]?.own_booked).toBe(answers[0]?.status === 201);
    expect((await calendar()).free.map(({ slot: free }) => free)).not.toContain(key);
  });

  it('lists conflicts of a series before anything is written, and writes all of it or nothing', async () => {
    await booked(counsellor, 4, [at(15, '11:00')]);
    const starts = [1, 8, 15, 29].map((days) => at(days, '11:00'));
    const checked = dataOf<Listed<{ start_at: string; problem?: string }>>(
      await counsellor.post(`${C}/series/check`, { child_id: children[5], starts, minutes: 50 }),
    );
    expect(checked.items.map(({ problem }) => problem !== undefined)).toEqual([false, false, true, false]);
    const count = async () => (await calendar()).items.filter(({ child_id }) => child_id === children[5]).length;
    const before = await count();
    expect(messages(await book(counsellor, 5, starts)).map((text) => text.slice(0, 9))).toEqual(['/starts/2']);
    expect(await count()).toBe(before);
    expect((await book(counsellor, 5, [starts[0] ?? '', starts[0] ?? ''])).fields).toEqual(['/starts/0']);
    const twentySeven = Array.from({ length: 27 }, (_, i) => at(1 + 7 * i, '12:00'));
    expect((await book(counsellor, 5, twentySeven)).status).toBe(400);
    const made = await booked(
      counsellor,
      5,
      starts.filter((_, i) => i !== 2),
    );
    expect(made.consultation_ids).toHaveLength(3);
    const series = (await calendar()).items.filter(({ series_id }) => series_id === made.series_id);
    expect(series.map(({ start_at }) => start_at)).toEqual([starts[0], starts[1], starts[3]]);
    const logged = await rowsOf(
      server(),
      "select row_id from audit_logs where resource = 'consultation' and act = 'create' and row_id = any($1::text[])",
      `{${made.consultation_ids.join(',')}}`,
    );
    expect(logged).toHaveLength(3);
  });

  it('moves one of a series, or it and the following, and notifies the student', async () => {
    const student = (await server().client.signIn('o2001s2')).withoutRole(2001);
    const [own] = await rowsOf(
      server(),
      "select child_id from students where org_id = '2001' and user_id = 'u-o2001s2'",
    );
    children[199] = String(own?.['child_id']);
    const starts = [23, 25, 27, 29].map((days) => at(days, '08:00'));
    const { series_id, consultation_ids: ids } = await booked(counsellor, 199, starts);
    const times = async () =>
      (await calendar()).items.filter((item) => item.series_id === series_id).map(({ start_at }) => start_at);
    const [first = '', second = '', third = ''] = ids;
    expect((await move(leader, first, starts[0] ?? '', at(23, '09:00'))).code).toBe('AC_FORBIDDEN');
    expect((await move(college, first, starts[0] ?? '', at(23, '09:00'))).status).toBe(404);
    expect((await move(counsellor, first, at(24, '08:00'), at(23, '09:00'))).status).toBe(409);
    expect((await move(counsellor, first, starts[0] ?? '', at(-1, '09:00'))).fields).toEqual(['/start_at']);
    expect((await move(counsellor, first, starts[0] ?? '', at(23, '09:00'))).status).toBe(200);
    expect(await times()).toEqual([at(23, '09:00'), ...starts.slice(1)]);
    // By exactly one interval: each takes the former time of the next.
    expect((await move(counsellor, second, starts[1] ?? '', starts[2] ?? '', { following: true })).status).toBe(200);
    expect(await times()).toEqual([at(23, '09:00'), at(27, '08:00'), at(29, '08:00'), at(31, '08:00')]);
    // All or nothing: the last one would meet another.
    await booked(counsellor, 60, [at(30, '08:00')]);
    expect((await move(counsellor, second, at(27, '08:00'), at(28, '08:00'), { following: true })).status).toBe(409);
    expect(await times()).toEqual([at(23, '09:00'), at(27, '08:00'), at(29, '08:00'), at(31, '08:00')]);
    const notices = (await student.get('/v1/portal/my/notices?unread=true')).data.items as { kind: string }[];
    expect(notices.map((notice) => notice.kind)).toContain('appointment_moved');
    // Cancelled from one on; the earlier ones stay.
    const end = (status: number, from: string) =>
      counsellor.post(`${OFFLINE}/${third}/status`, { from, status, following: true });
    expect((await end(4, at(29, '08:00'))).fields).toEqual(['/following']);
    const stale = await end(3, starts[2] ?? '');
    expect([stale.status, refusalOf(stale).message]).toEqual([409, expect.stringContaining('这次预约已改到')]);
    expect((await end(3, at(29, '08:00'))).status).toBe(200);
    const states = (await calendar()).items.filter((item) => item.series_id === series_id).map(({ status }) => status);
    expect(states).toEqual([1, 1, 3, 3]);
  });

  it('keeps the length of each of a series that moves, unless the caller changes it', async () => {
    const starts = [33, 35, 37].map((days) => at(days, '08:00'));
    const { series_id, consultation_ids: ids } = await booked(counsellor, 90, starts);
    const lengths = async () =>
      (await calendar()).items.filter((item) => item.series_id === series_id).map(({ minutes }) => minutes);
    const [first = '', second = ''] = ids;
    expect((await move(counsellor, second, starts[1] ?? '', starts[1] ?? '', { minutes: 80 })).status).toBe(200);
    expect(await lengths()).toEqual([50, 80, 50]);
    expect((await move(counsellor, first, starts[0] ?? '', at(33, '09:00'), { following: true })).status).toBe(200);
    expect(await lengths()).toEqual([50, 80, 50]);
    // A client that sends the length as it was does not change it either.
    const same = { following: true, minutes: 50 };
    expect((await move(counsellor, first, at(33, '09:00'), at(33, '10:00'), same)).status).toBe(200);
    expect(await lengths()).toEqual([50, 80, 50]);
    const changed = { following: true, minutes: 40 };
    expect((await move(counsellor, first, at(33, '10:00'), at(33, '11:00'), changed)).status).toBe(200);
    expect(await lengths()).toEqual([40, 40, 40]);
  });

  it('says when a move into an offered hour replaces the place, and the log has both', async () => {
    await counsellor.post(`${C}/slots`, {
      on_date: dayAfter(today(), 5),
      starts: '06:10',
      minutes: 50,
      place: '咨询室 7',
    });
    const { consultation_ids: ids } = await booked(counsellor, 91, [at(5, '20:00')], { place: '操场' });
    const [id = ''] = ids;
    const moved = await move(counsellor, id, at(5, '20:00'), at(5, '06:10'));
    expect(dataOf(moved)).toEqual({ consultation_ids: ids, places: ['咨询室 7'] });
    expect(await one(id)).toMatchObject({ place: '咨询室 7' });
    const [logged] = await rowsOf(
      server(),
      "select before, after from audit_logs where resource = 'consultation' and act = 'update' and row_id = $1",
      id,
    );
    expect(logged).toMatchObject({ before: { place: '操场' }, after: { place: '咨询室 7' } });
    const back = dataOf<{ places: string[] }>(await move(counsellor, id, at(5, '06:10'), at(5, '20:00')));
    expect([back.places, (await one(id))?.place]).toEqual([[], '咨询室 7']);
  });

  it('tells the counsellor when another person cancels, and leaves no open notice about any of a series', async () => {
    const slots = await moral.post(`${C}/slots`, { weekday: 6, starts: '07:10', minutes: 50 });
    expect(slots.status).toBe(201);
    const key = String(dataOf(slots)['slot_id']);
    const offered = (await calendar()).free.filter(({ slot }) => slot.startsWith(`${key}@`)).slice(0, 2);
    const starts = offered.map(({ start_at }) => start_at);
    const { consultation_ids: ids } = await booked(counsellor, 92, starts, { counsellor_id: 'u-o2001r14' });
    const notices = async () =>
      (
        await rowsOf(
          server(),
          'select kind, user_id, read_at from notices where subject_id = any($1::text[]) order by notice_id',
          `{${ids.join(',')}}`,
        )
      ).map(({ kind, user_id, read_at }) => [kind, user_id, read_at === null]);
    // As if each had its own notice.
    await rowsOf(server(), 'update notices set subject_id = $2 where subject_id = $1', ids[0] ?? '', ids[1] ?? '');
    expect(await notices()).toEqual([['appointment_made', 'u-o2001r14', true]]);
    const ended = await counsellor.post(`${OFFLINE}/${ids[0]}/status`, { from: starts[0], status: 3, following: true });
    expect(ended.status).toBe(200);
    expect(await notices()).toEqual(
      expect.arrayContaining([
        ['appointment_made', 'u-o2001r14', false],
        ['appointment_called_off', 'u-o2001r14', true],
      ]),
    );
  });

  it('books for staff of this school only, and says whom it does not know', async () => {
    for (const other of ['u-o2003r4', 'u-o2001s1', 'nobody'])
      for (const path of ['series', 'series/check']) {
        const body = { child_id: children[93], starts: [at(6, '10:00')], minutes: 50, counsellor_id: other };
        const refused = await counsellor.post(`${C}/${path}`, body);
        expect([refused.status, refused.code, messages(refused)]).toEqual([
          400,
          'PSY_INVALID_INPUT',
          ['/counsellor_id 本校没有这位老师'],
        ]);
      }
  });

  it('lets one of two who move the same appointment win', async () => {
    const { consultation_ids: ids } = await booked(counsellor, 70, [at(4, '08:00')]);
    const answers = await Promise.all(
      ['16:00', '17:00'].map((time) => move(counsellor, ids[0] ?? '', at(4, '08:00'), at(4, time))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('says what the user has today, with names behind the second proof and as numbers without', async () => {
    const { consultation_ids: ids } = await booked(
      counsellor,
      80,
      [new Date(server().clock.now() + 600_000).toISOString()],
      { minutes: 10 },
    );
    const list = dataOf<TodayList>(await counsellor.get(`${C}/today`));
    expect(list.consultations.map(({ consultation_id }) => consultation_id)).toContain(ids[0]);
    expect(list.follow_ups.map(({ due_state }) => due_state)).toContain('today');
    const unproved = (await server().client.signIn('o2001r8')).withRole(2001, 8);
    expect((await unproved.get(`${C}/today`)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    const today = async (client: Client) => {
      const answer = await client.get('/v1/portal/home');
      const card = dataOf<Home>(answer).cards.find(({ key }) => key === 'today');
      return { text: answer.text, n: card?.content?.figures?.find(({ key }) => key === 'consultations')?.n };
    };
    const numbers = await today(unproved);
    expect(numbers.n).toBe(list.consultations.length);
    for (const { child_name } of [...list.consultations, ...list.follow_ups])
      expect(numbers.text).not.toContain(child_name);
    expect((await today((await server().client.signIn('o2001r14')).withRole(2001, 14))).n).toBe(0);
    expect((await today(teacher)).n).toBeUndefined();
  });
});
