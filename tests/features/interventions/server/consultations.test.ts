import { beforeAll, expect, it } from 'vitest';
import type { FreeSlot } from '../../../../src/features/interventions/contract.ts';
import { dataOf, query, refusalOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

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
    expect((await admin.post(`${path}/status`, { status: 4 })).fields).toEqual(['/status']);
    expect((await leader.post(`${path}/status`, { status: 3 })).code).toBe('AC_FORBIDDEN');
    expect((await college.post(`${path}/status`, { status: 3 })).status).toBe(404);
    expect((await admin.post(`${path}/status`, { status: 3 })).status).toBe(200);
    expect(refusalOf(await counsellor.post(`${path}/status`, { status: 3 })).message).toContain('已取消');
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
    const tooLate = await counselling.post(`${path}/status`, { status: 3 });
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
    expect((await counselling.post(`${path}/status`, { status: 3 })).status).toBe(409);
  });
});
