import { beforeAll, describe, expect, it } from 'vitest';
import { sealRescueFile } from '../../../../src/features/screening/web/offline/rescue.ts';
import { renewService } from '../../../../src/features/subscription/server/renew-service.ts';
import type { Answer, Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { RENEWAL_KEY } from '../../../support/test-keys.ts';
import { changeRows, insertExam, type ExamRows } from '../support/rows.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SHEETS = '/v1/portal/child_exams';
const EXAMS = '/v1/portal/exams';
const USERS = ['u-o2001s1', 'u-o2001s2'];

describeApi('seats of a computer room', (kind) => {
  const server = useServer(kind, { session: { accessMs: 900 * DAY } });
  let teacher: Client;
  let student: Client;
  beforeAll(async () => {
    teacher = (await server().client.signIn('o2001r7')).withRole(2001, 7);
    student = (await server().client.signIn('o2001s1')).withoutRole(2001);
  });
  let n = 0;
  const examWith = async (options: Partial<ExamRows> = {}) => {
    const examId = `s${(n += 1)}`;
    const [id = '', other = ''] = await insertExam(server(), { examId, users: USERS, ...options });
    return { examId, id, other };
  };
  const seated = async (examId: string, device_id: string, i = 0) => {
    const { items } = (await teacher.post(`${EXAMS}/${examId}/codes`, {})).data;
    const found = items.find((one: Json) => one.child_name === items[i].child_name);
    const answer = await server().client.publicly('POST', '/v2/oauth2/tokens/actions/exam_sign_in', {
      code: found.code,
      device_id,
    });
    expect(answer.status).toBe(200);
    const client = server().client.as({ session: answer.data }).withoutRole(2001);
    return { client, id: answer.data.child_exam_id as string, child: found.child_id as string };
  };
  const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();
  const now = (ms = 0) => new Date(server().clock.now() + ms).toISOString();
  const answer = (item: number, value: unknown, seq: number, at = now()) => ({
    scale_id: 'phq-9',
    item_id: String(item),
    value,
    answered_at: at,
    seq,
  });
  const put = (client: Client, id: string, device: string, answers: unknown[]) =>
    client.put(`${SHEETS}/${id}/answers?device_id=${device}`, { answers });
  const open = async (client: Client, id: string, device: string) =>
    (await client.get(`${SHEETS}/${id}?device_id=${device}`)).data;
  const held = async (client: Client, id: string, device: string) =>
    Object.fromEntries((await open(client, id, device)).answers.map(({ item_id, value }: Json) => [item_id, value]));
  const room = async (examId: string) => (await teacher.get(`${EXAMS}/${examId}/room`)).data.items as Json[];
  const warnings = (examId: string) =>
    changeRows(server(), 'select warn_content from warns where source_ref like $1', [`${examId}:%`]);

  it('say how many answers their devices still hold and when they were heard from, by the server’s clock', async () => {
    const { examId } = await examWith();
    const { client, id, child } = await seated(examId, 'pc-1');
    const seat = async () => (await room(examId)).find(({ child_id }) => child_id === child);
    const contact = (device_id: string, unsent: number) =>
      client.post(`${SHEETS}/${id}/contact`, { device_id, unsent });
    expect(await seat()).toMatchObject({ unsent: 0, lost: false });
    // Only devices that opened the sheet are noted.
    expect(outcome(await contact('pc-1', 2))).toBe('403 PSY_OUT_OF_REACH');
    await open(client, id, 'pc-1');
    expect((await contact('pc-1', 2)).data).toEqual({ ok: true });
    expect(await seat()).toMatchObject({ unsent: 2, lost: false, contact_at: now(), state: 'answering' });
    server().clock.advance(61_000);
    expect(await seat()).toMatchObject({ unsent: 2, lost: true, state: 'answering' });
    // The pupil goes on at another PC: what the first one holds stays visible.
    await open(client, id, 'pc-2');
    await contact('pc-2', 0);
    expect(await seat()).toMatchObject({ unsent: 2, lost: false, seat: 'pc-2' });
    await contact('pc-1', 0);
    expect(await seat()).toMatchObject({ unsent: 0 });
    server().clock.advance(3 * 60_000);
    await contact('pc-2', 0);
    // Heard from, but without an answer: the pupil may need help.
    expect(await seat()).toMatchObject({ state: 'still', lost: false });
    for (const body of [{ device_id: 'pc-1', unsent: -1 }, { device_id: 'pc-1', unsent: 99_999 }, { unsent: 1 }])
      expect(outcome(await client.post(`${SHEETS}/${id}/contact`, body))).toBe('400 PSY_INVALID_INPUT');
    await client.post(`${SHEETS}/${id}/submit`, { incomplete: true });
    expect(await seat()).toMatchObject({ state: 'finished', unsent: 0, lost: false });
  });

  it('ask everybody about a talk with calls of one size, and only for the own child', async () => {
    const { examId } = await examWith();
    await changeRows(server(), 'delete from talk_requests');
    const [one, other] = [await seated(examId, 'pc-1', 0), await seated(examId, 'pc-2', 1)];
    const { people } = (await one.client.get(`${SHEETS}/${one.id}/talk`)).data;
    expect(people.length).toBeGreaterThan(0);
    for (const { choice } of people) expect(choice).toHaveLength(12);
    const choose = (client: Client, id: string, choice: string) => client.post(`${SHEETS}/${id}/talk`, { choice });
    const [no, yes, again] = [
      await choose(other.client, other.id, '------------'),
      await choose(one.client, one.id, people[0].choice),
      await choose(one.client, one.id, people[0].choice),
    ];
    expect([yes.text, again.text, yes.headers['content-length']]).toEqual([
      no.text,
      no.text,
      no.headers['content-length'],
    ]);
    const rows = await changeRows(server(), 'select child_id, user_id, wanted_with, child_exam_id from talk_requests');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ child_id: one.child, child_exam_id: one.id, wanted_with: expect.any(String) });
    expect(USERS).toContain(rows[0]?.['user_id']);
    const staff = await (await server().client.signIn('o2001r8')).withRole(2001, 8).verified();
    expect((await staff.get('/v1/portal/talk_requests')).data.items[0]).toMatchObject({ asked_by: 'student' });
    expect(outcome(await choose(one.client, one.id, 'x'.repeat(12)))).toBe('400 PSY_INVALID_INPUT');
    expect(outcome(await choose(one.client, one.id, 'x'))).toBe('400 PSY_INVALID_INPUT');
    for (const refused of [
      choose(one.client, other.id, '++++++++++++'),
      one.client.get(`${SHEETS}/${other.id}/talk`),
      one.client.post('/v1/portal/my/talk_requests', {}),
    ])
      expect(outcome(await refused)).toBe('403 AC_FORBIDDEN');
  });

  describe('save what cannot be sent to a file', () => {
    const fileOf = async (
      client: Client,
      id: string,
      device: string,
      answers: ReturnType<typeof answer>[],
      head: Json = {},
    ) => {
      const key = (await open(client, id, device)).draft_key;
      return sealRescueFile(
        key,
        { org_id: '2001', child_exam_id: id, saved_at: now(), ...head },
        { device_id: device, answers },
      );
    };
    const restore = (client: Client, id: string, file: string) => client.post(`${SHEETS}/${id}/rescue`, { file });
    const inRoom = (examId: string, file: string, client = teacher) =>
      client.post(`${EXAMS}/${examId}/rescue`, { file });

    it('which has one size and shows no answer, and is restored on another PC under a new code, once', async () => {
      const { examId } = await examWith();
      const first = await seated(examId, 'pc-1');
      const file = await fileOf(first.client, first.id, 'pc-1', [answer(1, 2, 10), answer(9, 3, 11)]);
      expect(file).not.toContain('phq-9');
      expect((await fileOf(first.client, first.id, 'pc-1', [answer(1, 0, 1)])).length).toBe(file.length);
      await put(first.client, first.id, 'pc-1', [answer(2, 1, 5)]);
      await first.client.post(`${SHEETS}/${first.id}/contact`, { device_id: 'pc-1', unsent: 2 });
      const second = await seated(examId, 'pc-2');
      await open(second.client, second.id, 'pc-2');
      await put(second.client, second.id, 'pc-2', [answer(1, 0, 1)]);
      expect((await restore(second.client, second.id, file)).data).toEqual({ restored: 1, superseded: 1, late: 0 });
      expect(await held(second.client, second.id, 'pc-2')).toEqual({ 1: 0, 2: 1, 9: 3 });
      expect(await warnings(examId)).toHaveLength(1);
      expect((await room(examId)).every(({ unsent }) => unsent === 0)).toBe(true);
      expect(outcome(await restore(second.client, second.id, file))).toBe('409 PSY_RESCUE_USED');
      expect(outcome(await inRoom(examId, file))).toBe('409 PSY_RESCUE_USED');
    });

    it('which the own account or the teacher restores, who learns a number and no answer', async () => {
      const { examId, id } = await examWith();
      const file = await fileOf(student, id, 'pc-1', [answer(1, 2, 10), answer(2, 1, 11)]);
      const answered = await inRoom(examId, file);
      expect(answered.status).toBe(200);
      expect(Object.keys(answered.data).sort()).toEqual(['child_id', 'child_name', 'late', 'restored', 'superseded']);
      expect(answered.data.restored).toBe(2);
      expect(await held(student, id, 'pad')).toEqual({ 1: 2, 2: 1 });
      const log = await changeRows(
        server(),
        "select row_to_json(a)::text as text from audit_logs a where act = 'import' and row_id = $1",
        [id],
      );
      expect(log).toHaveLength(1);
      expect(JSON.stringify(log)).not.toContain('phq-9');
      const own = await fileOf(student, id, 'pad', [answer(3, 1, 12)]);
      expect((await restore(student, id, own)).data).toEqual({ restored: 1, superseded: 0, late: 0 });
    });

    it('which is refused with words where it is foreign, altered, invented, or of a sheet out of reach', async () => {
      const { examId, id } = await examWith();
      const others = await examWith();
      const good = await fileOf(student, id, 'pc-1', [answer(1, 2, 1)]);
      const changed = (change: Json) => JSON.stringify({ ...JSON.parse(good), ...change });
      const sealed = JSON.parse(good).sealed as string;
      const flipped = `${sealed.slice(0, 40)}${sealed[40] === 'A' ? 'B' : 'A'}${sealed.slice(41)}`;
      const foreign = await fileOf(student, others.id, 'pc-1', [answer(1, 2, 1)]);
      const outside = { ...answer(1, 2, 1), scale_id: 'gad-7' };
      for (const [file, code] of [
        ['not a file', '400 PSY_RESCUE_BROKEN'],
        ['{}', '400 PSY_RESCUE_BROKEN'],
        [changed({ sealed: flipped }), '400 PSY_RESCUE_BROKEN'],
        [changed({ sealed: sealed.slice(0, 400) }), '400 PSY_RESCUE_BROKEN'],
        [changed({ sealed: 'AAAA' }), '400 PSY_RESCUE_BROKEN'],
        [changed({ saved_at: now(HOUR) }), '400 PSY_RESCUE_BROKEN'],
        [changed({ org_id: '2002' }), '409 PSY_RESCUE_FOREIGN'],
        [foreign, '409 PSY_RESCUE_FOREIGN'],
        [await fileOf(student, id, 'pc-1', [outside]), '400 PSY_INVALID_INPUT'],
        [await fileOf(student, id, 'pc-1', []), '400 PSY_RESCUE_BROKEN'],
        [await fileOf(student, id, 'pc-1', [answer(1, 9, 1)]), '400 PSY_INVALID_INPUT'],
      ] as const) {
        expect(outcome(await restore(student, id, file))).toBe(code);
        expect(outcome(await inRoom(examId, file))).toBe(code);
      }
      // The file of one sheet under the id of another cannot be decrypted there.
      expect(outcome(await restore(student, others.id, changed({ child_exam_id: others.id })))).toBe(
        '400 PSY_RESCUE_BROKEN',
      );
      expect(outcome(await restore(student, id, changed({ child_exam_id: 'nobodys' })))).toBe('409 PSY_RESCUE_FOREIGN');
      expect(outcome(await inRoom(examId, changed({ child_exam_id: 'nobodys' })))).toBe('404 PSY_NOT_FOUND');
      const { client, id: own } = await seated(examId, 'pc-9', 1);
      expect(outcome(await restore(client, own === id ? others.id : id, good))).toBe('403 AC_FORBIDDEN');
      expect(outcome(await inRoom(examId, good, student))).toBe('403 AC_FORBIDDEN');
      const stranger = (await server().client.signIn('o2002r4')).withRole(2002, 4);
      expect(outcome(await inRoom(examId, good, stranger))).toBe('409 PSY_RESCUE_FOREIGN');
      expect((await restore(student, id, good)).data.restored).toBe(1);
    });

    it('which may come a day late for what was answered in time, and whose critical answer counts also afterwards', async () => {
      const { examId, id } = await examWith({ closes: HOUR });
      const inside = now();
      const mixed = await fileOf(student, id, 'pc-1', [answer(1, 2, 1, inside), answer(2, 1, 2, now(2 * HOUR))]);
      const late = await fileOf(student, id, 'pc-1', [answer(9, 2, 3, now(2 * HOUR))]);
      server().clock.advance(3 * HOUR);
      expect((await inRoom(examId, mixed)).data).toMatchObject({ restored: 1, late: 1 });
      expect(await warnings(examId)).toHaveLength(0);
      expect(outcome(await inRoom(examId, late))).toBe('409 PSY_EXAM_NOT_OPEN');
      expect(await warnings(examId)).toHaveLength(1);
      server().clock.advance(25 * HOUR);
      expect(outcome(await restore(student, id, mixed))).toBe('409 PSY_EXAM_NOT_OPEN');
      server().clock.advance(-28 * HOUR);
      const sent = await examWith();
      const file = await fileOf(student, sent.id, 'pc-1', [answer(1, 2, 1)]);
      await student.post(`${SHEETS}/${sent.id}/submit`, { incomplete: true });
      expect(outcome(await restore(student, sent.id, file))).toBe('409 PSY_SHEET_SUBMITTED');
      const sealed = await examWith();
      const kept = await fileOf(student, sealed.id, 'pc-1', [answer(1, 2, 1)]);
      await changeRows(server(), 'update exam_sheets set withdrawn_at = now() where child_exam_id = $1', [sealed.id]);
      expect(outcome(await restore(student, sealed.id, kept))).toBe('409 PSY_SHEET_SEALED');
    });
  });

  it('lose nothing when the service of the school ends in the middle of a sheet', async () => {
    const { examId, id } = await examWith({ closes: 800 * DAY });
    const renew = (inDays: number) =>
      renewService(server().services, () => RENEWAL_KEY, '2001', {
        until: now(inDays * DAY),
        serviceType: 2,
        protectionDays: 10,
      });
    await renew(1);
    await open(student, id, 'pad');
    await put(student, id, 'pad', [answer(1, 2, 1), answer(9, 1, 2)]);
    server().clock.advance(DAY - HOUR);
    const { client, id: own } = await seated(examId, 'pc-1', 1);
    await open(client, own, 'pc-1');
    await put(client, own, 'pc-1', [answer(1, 1, 1)]);
    const unsent = [answer(2, 3, 3)];
    expect((await client.post(`${SHEETS}/${own}/submit`, { incomplete: true })).status).toBe(200);
    server().clock.advance(2 * HOUR);
    for (const refused of [
      put(student, id, 'pad', unsent),
      student.get(`${SHEETS}/${id}`),
      student.post(`${SHEETS}/${id}/submit`, {}),
    ])
      expect(outcome(await refused)).toBe('403 PSY_SERVICE_PROTECTED');
    const tellings = async () =>
      (
        await changeRows(
          server(),
          'select count(*)::int as n from escalation_tellings t join warns w using (org_id, warn_id) where w.source_ref like $1',
          [`${examId}:%`],
        )
      )[0]?.['n'] as number;
    const before = await tellings();
    await server().services.jobs.runDue();
    // What was reported goes on to the next people.
    expect(await tellings()).toBeGreaterThan(before);
    server().clock.advance(11 * DAY);
    await server().services.jobs.runNow('service-stages');
    expect(outcome(await put(student, id, 'pad', unsent))).toBe('403 PSY_SERVICE_EXPIRED');
    await changeRows(server(), 'update exam_sheets set scored_at = null where child_exam_id = $1', [own]);
    await changeRows(server(), 'delete from exam_results where child_exam_id = $1', [own]);
    await server().services.jobs.runNow('screening-left-scoring');
    await renew(400);
    server().clock.advance(2 * 60_000);
    expect(await held(student, id, 'pad')).toEqual({ 1: 2, 9: 1 });
    expect((await put(student, id, 'pad', unsent)).data).toEqual({ answered: 3, total: 9 });
    expect((await student.post(`${SHEETS}/${id}/submit`, { incomplete: true })).status).toBe(200);
    await server().services.jobs.runNow('screening-left-scoring');
    const scored = await changeRows(server(), 'select scored_at from exam_sheets where child_exam_id = any($1)', [
      [own, id],
    ]);
    expect(scored.map(({ scored_at }) => scored_at !== null)).toEqual([true, true]);
  });
});
