import { beforeAll, describe, expect, it } from 'vitest';
import type { FreeSlot } from '../../../../src/features/interventions/contract/records.ts';
import { lockOrg } from '../../../../src/platform/context/server/queries/orgs.ts';
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
import { whileHeld } from '../../../support/while-held.ts';

const C = '/v1/portal/consultations';
const OFFLINE = `${C}/offline`;
const AT_ONCE = 50;

describeApi('offline consultations', (kind) => {
  const server = useServer(kind);
  const signed = {
    counsellor: useClient(server, 2001, 8),
    admin: useClient(server, 2001, 4),
    leader: useClient(server, 2001, 12),
    college: useClient(server, 2003, 4),
  };
  let counsellor: Client, admin: Client, leader: Client, college: Client;
  let children: string[] = [];
  beforeAll(async () => {
    [counsellor, admin, leader, college] = [
      await signed.counsellor().verified(),
      await signed.admin().verified(),
      await signed.leader().verified(),
      await signed.college().verified(),
    ];
    children = dataOf<Listed<{ child_id: string }>>(
      await admin.get(query('/v1/portal/students', { size: 200 })),
    ).items.map(({ child_id }) => child_id);
  });
  const free = async (client = admin, weekday?: (slot: FreeSlot) => boolean) =>
    dataOf<Listed<FreeSlot>>(await client.get(`${C}/free_slots`)).items.filter(weekday ?? (() => true));
  const offer = async (body: object, client = counsellor) =>
    String(dataOf(await client.post(`${C}/slots`, body))['slot_id']);
  const book = (slot: string | undefined, child: number, client = admin) =>
    client.post(OFFLINE, { child_id: children[child], slot, topic: '睡不好' });
  /** The start of an appointment, as a caller who has just read it knows it. */
  const startOf = async (id: unknown) => {
    const [row] = await rowsOf(server(), 'select start_at from consultations where consultation_id = $1', String(id));
    return String(row?.['start_at']);
  };
  const end = async (client: Client, path: string, status: number) =>
    client.post(`${path}/status`, { from: await startOf(path.split('/').at(-1)), status });
  const ofSlot = (id: string) => (one: FreeSlot) => one.slot.startsWith(`${id}@`);

  it('have slots, weekly or single, that do not overlap and are closed while the counsellor is absent', async () => {
    const weekly = await offer({ weekday: 1, starts: '06:00', minutes: 50, place: '咨询室 9' });
    const hours = await free(leader, ofSlot(weekly));
    expect(hours.map(({ start_at }) => start_at)).toEqual([
      '2026-11-22T22:00:00.000Z',
      '2026-11-29T22:00:00.000Z',
      '2026-12-06T22:00:00.000Z',
      '2026-12-13T22:00:00.000Z',
    ]);
    expect(
      refusalOf(await counsellor.post(`${C}/slots`, { on_date: '2026-11-23', starts: '06:30', minutes: 50 })).details[0]
        ?.message,
    ).toContain('周一 06:00');
    expect(
      (await counsellor.post(`${C}/slots`, { weekday: 1, on_date: '2026-11-23', starts: '05:00' })).fields,
    ).toEqual(['/on_date']);
    expect((await counsellor.post(`${C}/slots`, { starts: '05:00' })).fields).toEqual(['/weekday']);
    expect((await admin.put(`${C}/slots/${weekly}`, { minutes: 30 })).code).toBe('AC_FORBIDDEN');
    await counsellor.post(`${C}/closures`, { from_on: '2026-11-29', to_on: '2026-12-05', reason: '外出培训' });
    expect((await free(admin, ofSlot(weekly))).map(({ slot }) => slot.split('@')[1])).toEqual([
      '2026-11-23',
      '2026-12-07',
      '2026-12-14',
    ]);
    expect((await book(`${weekly}@2026-11-30`, 0)).fields).toEqual(['/slot']);
    expect((await book(`${weekly}@2026-11-24`, 0)).fields).toEqual(['/slot']);
    expect((await college.get(`${C}/free_slots`)).text).not.toContain(weekly);
  });

  it(`assign an hour to one of ${AT_ONCE} concurrent requests, and refuse the others`, async () => {
    const id = await offer({ weekday: 2, starts: '06:00', minutes: 50 });
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => book(`${id}@2026-11-24`, i, i % 2 ? admin : counsellor)),
    );
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([409]));
    expect(new Set(others.map((answer) => refusalOf(answer).message))).toEqual(
      new Set([`这个时段已由${String(dataOf(won[0] ?? answers[0]!)['created_by_name'])}约走，请另选一个`]),
    );
    expect(await free(admin, (slot) => slot.slot === `${id}@2026-11-24`)).toEqual([]);
    expect((await counsellor.delete(`${C}/slots/${id}`)).code).toBe('PSY_NOT_EMPTY');
  });

  it('can be cancelled, which frees the hour, or marked as missed after their start', async () => {
    const id = await offer({ weekday: 3, starts: '06:00', minutes: 50 });
    const day = `${id}@2026-11-25`;
    const appointment = dataOf(await book(day, 60));
    const path = `${OFFLINE}/${String(appointment['consultation_id'])}`;
    expect(appointment).toMatchObject({ status: 1, start_at: '2026-11-24T22:00:00.000Z' });
    expect((await end(admin, path, 4)).fields).toEqual(['/status']);
    expect((await end(leader, path, 3)).code).toBe('AC_FORBIDDEN');
    expect((await end(college, path, 3)).status).toBe(404);
    expect((await end(admin, path, 3)).status).toBe(200);
    expect(refusalOf(await end(counsellor, path, 3)).message).toContain('已取消');
    expect((await counsellor.put(path, { content: '记录', effect_level: 1 })).status).toBe(409);
    expect((await book(day, 61)).status).toBe(201);
  });

  it('become a record once they took place, written by the counsellor only', async () => {
    const id = await offer({ on_date: '2026-11-20', starts: '20:00', minutes: 50 });
    const path = `${OFFLINE}/${String(dataOf(await book(`${id}@2026-11-20`, 70))['consultation_id'])}`;
    const record = { content: '谈了睡眠和作息', effect_level: 2, effect: '愿意试试规律作息' };
    expect((await counsellor.put(path, record)).fields).toEqual(['/content']);
    expect((await admin.put(path, record)).code).toBe('AC_FORBIDDEN');
    server().clock.advance(5 * 3_600_000);
    const later = (await server().client.signIn('o2001r8')).withRole(2001, 8).as({ now: server().clock.now });
    const counselling = await later.verified();
    const tooLate = await end(counselling, path, 3);
    expect([tooLate.status, refusalOf(tooLate).message]).toEqual([
      409,
      '已到约定的时间，不能再取消：来了请填写记录，没来请记为未到',
    ]);
    expect((await counselling.put(path, { content: '只有记录' })).fields).toEqual(['/effect_level']);
    expect(dataOf(await counselling.put(path, record))).toMatchObject({ status: 2, effect_level: 2 });
    expect(dataOf(await counselling.get(path))).toMatchObject(record);
    expect(
      (
        await counselling.post(`${path}/media_infos`, {
          media_infos: [{ media_type: 4, media_info: '下次约家长一起来', media_for: 3 }],
        })
      ).status,
    ).toBe(201);
    expect((await end(counselling, path, 3)).status).toBe(409);
  });

  describe('on the students’ own side', () => {
    const OWN = '/v1/portal/my/appointments';
    const SETTINGS = `${C}/settings`;
    let student: Client, second: Client, guardian: Client, elsewhere: Client;
    let slots: string[] = [];
    /** The clock moves, and proofs end. */
    const proveAgain = async () => {
      const staff = async (role: number) =>
        (await server().client.signIn(`o2001r${role}`)).withRole(2001, role).verified();
      [counsellor, admin, leader] = [await staff(8), await staff(4), await staff(12)];
    };
    beforeAll(async () => {
      const signIn = async (login: string, org = 2001) => (await server().client.signIn(login)).withoutRole(org);
      [student, second, guardian] = [await signIn('o2001s1'), await signIn('o2001s2'), await signIn('o2001p1')];
      elsewhere = await signIn('o2002s1', 2002);
      await proveAgain();
      const weekly = await Promise.all(
        [6, 7].map((weekday) => offer({ weekday, starts: '06:00', minutes: 30, place: '咨询室 3' })),
      );
      slots = (await free(admin, (one) => weekly.some((id) => ofSlot(id)(one)))).map(({ slot }) => slot);
      expect(slots.length).toBeGreaterThan(2);
    });
    const listed = async (client: Client) => (await client.get(OWN)).data;
    const bookOwn = (client: Client, slot: string | undefined, more = {}) => client.post(OWN, { slot, ...more });
    const cancelOwn = async (client: Client, id: unknown) =>
      client.post(`${OWN}/${String(id)}/cancel`, { from: await startOf(id) });
    const outcome = ({ status, code }: { status: number; code?: string }) => `${status} ${code ?? ''}`.trim();
    const noticesOf = async (id: string) =>
      (
        await rowsOf(
          server(),
          'select kind, user_id, read_at from notices where subject_id = $1 order by notice_id',
          id,
        )
      ).map(({ kind, user_id, read_at }) => `${String(kind)} ${String(user_id)}${read_at === null ? '' : ' read'}`);

    it('a student sees free hours, books one once, and the counsellor has it in the list with the words', async () => {
      const offered = (await student.get(`${OWN}/free_slots`)).data.items as { slot: string }[];
      expect(offered.find(({ slot }) => slot === slots[0])).toMatchObject({ minutes: 30, place: '咨询室 3' });
      expect(JSON.stringify(offered)).not.toContain('counsellor_id');
      const booked = await bookOwn(student, slots[0], { topic: '和同学相处' });
      expect(booked.status).toBe(201);
      const id = String(booked.data.appointment_id);
      expect((await bookOwn(student, slots[0])).data).toEqual({ appointment_id: id });
      expect(await listed(student)).toMatchObject({
        may_book: true,
        items: [{ appointment_id: id, status: 1, may_cancel: true, place: '咨询室 3' }],
      });
      expect(
        (await rowsOf(server(), 'select topic from consultations where consultation_id = $1', id))[0]?.['topic'],
      ).not.toContain('同学');
      expect(dataOf(await counsellor.get(`${OFFLINE}/${id}`))).toMatchObject({
        topic: '和同学相处',
        status: 1,
        place: '咨询室 3',
      });
      expect(await noticesOf(id)).toEqual(['appointment_booked u-o2001r8']);
      // Neither another student nor staff who book the same hour learn whose it is.
      const name = String((await listed(student)).items[0].child_name);
      for (const answer of [await bookOwn(second, slots[0]), await book(slots[0], 3)]) {
        expect(outcome(answer)).toBe('409 PSY_CONFLICT');
        expect(answer.text).not.toContain(name);
      }
      expect((await free(admin, ({ slot }) => slot === slots[0])).length).toBe(0);
    });

    it('a student books two hours at most, of those that are offered, and nobody else does', async () => {
      expect(outcome(await bookOwn(student, slots[1]))).toBe('201');
      expect(outcome(await bookOwn(student, slots[2]))).toBe('409 PSY_CONFLICT');
      expect((await bookOwn(second, 'nothing@2026-11-28')).fields).toEqual(['/slot']);
      expect((await bookOwn(second, 'nonsense')).fields).toEqual(['/slot']);
      expect((await second.post(OWN, { slot: slots[2], child_id: children[0] })).fields).toEqual(['/child_id']);
      for (const client of [guardian, counsellor, admin])
        expect(outcome(await bookOwn(client, slots[2]))).toBe('403 AC_FORBIDDEN');
      expect(outcome(await elsewhere.get(`${OWN}/free_slots`))).toBe('403 AC_FORBIDDEN');
      expect(
        await second.send('POST', OWN, {
          body: { slot: slots[2] },
          tamper: (request) => ({ ...request, body: Buffer.from(`{"slot":"${slots[1]}"}`) }),
        }),
      ).toMatchObject({ status: 401, code: 'AC_AUTH_INVALID_SIGNATURE' });
      expect(await listed(second)).toMatchObject({ total: 0, may_book: true });
    });

    it('a student finds all appointments to come, the next one first, and then the last ones', async () => {
      const child = (await rowsOf(server(), "select child_id from students where user_id = 'u-o2001s3'"))[0]?.[
        'child_id'
      ];
      const third = (await server().client.signIn('o2001s3')).withoutRole(2001);
      await rowsOf(
        server(),
        `insert into consultations (org_id, consultation_id, child_id, slot, counsellor_id, start_at, minutes, status, created_by, author_group)
         select '2001', 'many' || n, $1, 'many' || n || '@x', 'u-o2001r8', $2::timestamptz + make_interval(days => n), 30,
           case when n < 0 then 2 when n = 25 then 3 else 1 end, 'u-o2001r8', '' from generate_series(-30, 30) n where n <> 0`,
        child,
        new Date(server().clock.now()).toISOString(),
      );
      const { items } = await listed(third);
      const days = items.map(({ appointment_id }: { appointment_id: string }) => Number(appointment_id.slice(4)));
      const toCome = Array.from({ length: 30 }, (_, i) => i + 1).filter((n) => n !== 25);
      // The cancelled one is not to come any more.
      expect(days).toEqual([...toCome, 25, ...Array.from({ length: 19 }, (_, i) => -1 - i)]);
      // What staff have booked takes none of the student's own hours.
      const booked = await bookOwn(third, slots.at(-1));
      expect(outcome(booked)).toBe('201');
      expect((await cancelOwn(third, booked.data.appointment_id)).status).toBe(200);
      await rowsOf(server(), "delete from consultations where consultation_id like 'many%'");
    });

    it('a student who saw another time than the appointment has now does not cancel it', async () => {
      const third = (await server().client.signIn('o2001s3')).withoutRole(2001);
      const { appointment_id: id } = (await bookOwn(third, slots.at(-1))).data;
      const seen = await startOf(id);
      await rowsOf(
        server(),
        "update consultations set start_at = start_at + interval '1 day' where consultation_id = $1",
        id,
      );
      const stale = await third.post(`${OWN}/${String(id)}/cancel`, { from: seen });
      expect([outcome(stale), refusalOf(stale).message]).toEqual([
        '409 PSY_CONFLICT',
        expect.stringMatching(/^这次预约已改到 .+，请刷新后重试$/),
      ]);
      expect((await third.post(`${OWN}/${String(id)}/cancel`, {})).fields).toEqual(['/from']);
      expect((await cancelOwn(third, id)).status).toBe(200);
    });

    it('a student books without waiting for a change of the school that is being stored', async () => {
      const booked = await whileHeld(server().services.db, '2001', [lockOrg('2001')], () => bookOwn(second, slots[2]));
      expect(outcome(booked)).toBe('201');
      expect((await cancelOwn(second, booked.data.appointment_id)).status).toBe(200);
      expect(await listed(second)).toMatchObject({ items: [{ status: 3 }] });
    });

    it('a student cancels the own ones only, before they begin; the hour is free and the counsellor knows', async () => {
      const [first, later] = (await listed(student)).items.map(
        ({ appointment_id }: { appointment_id: string }) => appointment_id,
      );
      expect(outcome(await cancelOwn(second, first))).toBe('403 PSY_OUT_OF_REACH');
      expect(outcome(await cancelOwn(guardian, first))).toBe('403 AC_FORBIDDEN');
      for (let i = 0; i < 2; i++) expect((await cancelOwn(student, first)).status).toBe(200);
      expect((await noticesOf(String(first))).sort()).toEqual([
        'appointment_booked u-o2001r8 read',
        'appointment_withdrawn u-o2001r8',
      ]);
      expect((await free(admin, ({ slot }) => slot === slots[0])).length).toBe(1);
      const at = Date.parse(
        (await listed(student)).items.find((one: { appointment_id: string }) => one.appointment_id === later).start_at,
      );
      const now = server().clock.time;
      server().clock.time = at;
      const late = (await server().client.signIn('o2001s1')).withoutRole(2001);
      expect(outcome(await cancelOwn(late, later))).toBe('409 PSY_CONFLICT');
      server().clock.time = now;
      await proveAgain();
    });

    it('a student is told when a teacher cancels, and may book again', async () => {
      const client = (await server().client.signIn('o2001s1')).withoutRole(2001);
      const { items } = await listed(client);
      const { appointment_id: id } = items.find(({ status }: { status: number }) => status === 1);
      expect((await end(counsellor, `${OFFLINE}/${String(id)}`, 3)).status).toBe(200);
      expect(await noticesOf(String(id))).toContain('appointment_cancelled u-o2001s1');
      // The counsellor has cancelled it and needs no notice of it.
      expect((await noticesOf(String(id))).join()).not.toContain('called_off');
      expect((await client.get('/v1/portal/my/notices?unread=true')).data.items).toMatchObject([
        { kind: 'appointment_cancelled', subject_id: id },
      ]);
      expect((await bookOwn(client, slots[1])).status).toBe(201);
    });

    it('guardians see their own child’s only if the school lets them, and never a restricted one', async () => {
      const child = (
        await rowsOf(
          server(),
          "select l.child_id from guardian_children l join guardians g using (org_id, guardian_id) where g.org_id = '2001' and g.user_id = 'u-o2001p1' order by 1 limit 1",
        )
      )[0]?.['child_id'];
      const made = await admin.post(OFFLINE, { child_id: child, slot: slots[0] });
      const id = String(dataOf(made)['consultation_id']);
      expect(await listed(guardian)).toEqual({ total: 0, items: [], may_book: false });
      expect((await counsellor.get(SETTINGS)).data).toEqual({ guardians_see: false });
      for (const client of [leader, second, guardian])
        expect(outcome(await client.put(SETTINGS, { guardians_see: true }))).toBe('403 AC_FORBIDDEN');
      expect((await admin.put(SETTINGS, { guardians_see: 'yes' })).fields).toEqual(['/guardians_see']);
      expect((await admin.put(SETTINGS, { guardians_see: true })).data).toEqual({ guardians_see: true });
      const seen = async () =>
        (await listed(guardian)).items.filter((one: { appointment_id: string }) => one.appointment_id === id);
      expect(await seen()).toMatchObject([{ child_id: child, may_cancel: false, status: 1 }]);
      await rowsOf(server(), 'update consultations set restricted = true where consultation_id = $1', id);
      expect(await seen()).toEqual([]);
      await admin.put(SETTINGS, { guardians_see: false });
      await end(admin, `${OFFLINE}/${id}`, 3);
    });
  });
});
