import { beforeAll, expect, it } from 'vitest';
import { WRONG_MAX } from '../../../../src/features/screening/server/rooms/codes.ts';
import { CODE_ALPHABET } from '../../../../src/platform/file-codes/file-code.ts';
import type { Answer, Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { changeRows, insertExam, type ExamRows } from '../support/rows.ts';

const HOUR = 3_600_000;
const SHEETS = '/v1/portal/child_exams';
const USERS = ['u-o2001s1', 'u-o2001s2', 'u-o2001s3'];

describeApi('computer rooms', (kind) => {
  const server = useServer(kind, { session: { accessMs: 90 * 24 * HOUR } });
  let teacher: Client;
  beforeAll(async () => {
    teacher = (await server().client.signIn('o2001r7')).withRole(2001, 7);
  });
  let n = 0;
  const examWith = async (options: Partial<ExamRows> = {}) => {
    const examId = `r${(n += 1)}`;
    const ids = await insertExam(server(), { examId, users: USERS, ...options });
    return { examId, ids };
  };
  const codesOf = (examId: string, body: Json = {}, client = teacher) =>
    client.post(`/v1/portal/exams/${examId}/codes`, body);
  const signIn = (code: string, device_id = 'pc-1') =>
    server().client.publicly('POST', '/v2/oauth2/tokens/actions/exam_sign_in', { code, device_id });
  const seated = async (code: string): Promise<{ client: Client; id: string }> => {
    const answer = await signIn(code);
    expect(answer.status).toBe(200);
    return { client: server().client.as({ session: answer.data }).withoutRole(2001), id: answer.data.child_exam_id };
  };
  const put = (client: Client, id: string, item: number, value: number) =>
    client.put(`${SHEETS}/${id}/answers`, {
      answers: [{ scale_id: 'phq-9', item_id: String(item), value, seq: item }],
    });
  const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();

  it('have a code for each sheet, of which only a hash is stored', async () => {
    const { examId, ids } = await examWith();
    const { items, total } = (await codesOf(examId)).data;
    expect(total).toBe(3);
    const codes = items.map(({ code }: Json) => code as string);
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) expect([...code].every((char) => CODE_ALPHABET.includes(char)) && code.length).toBe(8);
    const rows = JSON.stringify(await changeRows(server(), 'select * from exam_codes, exam_code_tenants'));
    for (const code of codes) expect(rows).not.toContain(code);
    const { id } = await seated(` ${codes[0]?.toLowerCase().replace(/^(.{4})/, '$1-')} `);
    expect(ids).toContain(id);
  });

  it('sign students in without an account, for their sheet and nothing else', async () => {
    const { examId } = await examWith();
    const accounts = (account: string | null, child: string) =>
      changeRows(server(), 'update students set user_id = $1 where child_id = $2', [account, child]);
    const rows = await changeRows(server(), 'select child_id from students where user_id = $1', [USERS[2]]);
    const withoutAccount = String(rows[0]?.['child_id']);
    await accounts(null, withoutAccount);
    const { items } = (await codesOf(examId)).data;
    const own = items.find((each: Json) => each.child_id === withoutAccount);
    const someone = items.find((each: Json) => each.child_id !== withoutAccount);
    const { client, id } = await seated(own.code);
    await accounts(USERS[2] ?? '', withoutAccount);
    expect((await client.get(`${SHEETS}/${id}`)).data.status).toBe('open');
    expect((await put(client, id, 1, 2)).data).toEqual({ answered: 1, total: 9 });
    const others = (await codesOf(examId, { child_ids: [someone.child_id] })).data.items;
    const other = await seated(others[0].code);
    expect(outcome(await client.get(`${SHEETS}/${other.id}`))).toBe('403 AC_FORBIDDEN');
    const assent = `${SHEETS}/${id}/assent`;
    expect((await client.get(assent)).data).toMatchObject({ given: false, may_agree: true });
    const given = await client.post(assent, { agree: true });
    expect(given.status).toBe(200);
    expect((await client.post(assent, { agree: true })).data).toEqual(given.data);
    expect((await client.get(assent)).data).toMatchObject({ given: true });
    const foreign = `${SHEETS}/${other.id}/assent`;
    for (const refused of [client.get(foreign), client.post(foreign, { agree: true })])
      expect(outcome(await refused)).toBe('403 AC_FORBIDDEN');
    const open = new Set([
      ...['sheet', 'answers', 'submit', 'read-assent', 'assent'].map((name) => `screening.${name}`),
      ...['seat-contact', 'talk-choices', 'choose-talk', 'restore-own'].map((name) => `screening.${name}`),
      'account.sign-out',
    ]);
    for (const { name, method, path, access } of server().product.declared) {
      if (access.auth === 'public' || open.has(name)) continue;
      const answer = await client.send(
        method,
        path.replace(/:[a-z_]+/g, id),
        method === 'GET' || method === 'DELETE' ? {} : { body: {} },
      );
      expect(`${name} ${outcome(answer)}`).toBe(`${name} 403 AC_FORBIDDEN`);
    }
    const { refresh_token, access_token } = client.session;
    const refreshed = await server().client.publicly('POST', `/v2/oauth2/tokens/actions/${refresh_token}`);
    expect(refreshed.status).toBe(401);
    expect(outcome(await client.as({ org: { orgId: '2002', orgType: '2', roleId: '' } }).get(`${SHEETS}/${id}`))).toBe(
      '403 AC_ORG_ROLE_FORBIDDEN',
    );
    expect(outcome(await client.withRole(2001, 4).get(`${SHEETS}/${id}`))).toBe('403 AC_ORG_ROLE_FORBIDDEN');
    expect((await client.post(`${SHEETS}/${id}/submit`, { incomplete: true })).status).toBe(200);
    expect(outcome(await signIn(own.code))).toBe('409 PSY_SHEET_SUBMITTED');
    expect((await client.delete(`/v2/oauth2/tokens/${access_token}`)).status).toBe(200);
    expect(outcome(await client.get(`${SHEETS}/${id}`))).toBe('401 AC_AUTH_INVALID_TOKEN');
  });

  it('accept a code again after a restart, which ends the session before, and no code of a former list', async () => {
    const { examId } = await examWith();
    const code = async () => (await codesOf(examId)).data.items[0].code as string;
    const former = await code();
    const latest = await code();
    expect(outcome(await signIn(former))).toBe('401 PSY_EXAM_CODE_WRONG');
    const before = await seated(latest);
    expect((await put(before.client, before.id, 1, 1)).status).toBe(200);
    const after = await seated(latest);
    expect(outcome(await put(before.client, before.id, 2, 1))).toBe('401 AC_AUTH_INVALID_TOKEN');
    expect((await after.client.get(`${SHEETS}/${after.id}`)).data.answered).toBe(1);
  });

  it('open a sheet on one of two devices with one code, and ask first where the page wants that', async () => {
    const { examId } = await examWith();
    const { code } = (await codesOf(examId)).data.items[0];
    const enter = (device_id: string, ask?: boolean) =>
      server().client.publicly('POST', '/v2/oauth2/tokens/actions/exam_sign_in', {
        code,
        device_id,
        ...(ask !== undefined && { ask }),
      });
    const sheetOn = (client: Client, id: string, device: string, take = '') =>
      client.get(`${SHEETS}/${id}?device_id=${device}${take}`);
    const as = (answer: Answer) => server().client.as({ session: answer.data }).withoutRole(2001);
    const signedIn = await enter('pc-1', true);
    const id = signedIn.data.child_exam_id as string;
    const first = as(signedIn);
    await sheetOn(first, id, 'pc-1');
    await first.post(`${SHEETS}/${id}/contact`, { device_id: 'pc-1', unsent: 0 });
    expect(outcome(await enter('pc-2', true))).toBe('409 PSY_SHEET_ELSEWHERE');
    // The refusal ended nothing, and the own device is never asked.
    expect((await put(first, id, 1, 1)).status).toBe(200);
    expect((await enter('pc-1', true)).status).toBe(200);
    const second = as(await enter('pc-2'));
    expect(outcome(await put(first, id, 2, 1))).toBe('401 AC_AUTH_INVALID_TOKEN');
    expect((await sheetOn(second, id, 'pc-2')).data.answered).toBe(1);
    // Back at the first PC, which gave the sheet away.
    const back = as(await enter('pc-1'));
    expect(outcome(await sheetOn(back, id, 'pc-1'))).toBe('409 PSY_SHEET_ELSEWHERE');
    expect((await sheetOn(back, id, 'pc-1', '&take=true')).data.status).toBe('open');
    // A device that is silent has the sheet no longer open.
    server().clock.advance(5 * 60_000);
    expect((await enter('pc-3', true)).status).toBe(200);
  });

  it('let a whole room sign in from one address at once, and rest only after many wrong codes', async () => {
    const { examId } = await examWith();
    const codes: string[] = (await codesOf(examId)).data.items.map(({ code }: Json) => code);
    const many = await Promise.all(Array.from({ length: 60 }, (_, i) => signIn(codes[i % codes.length] ?? '')));
    expect(new Set(many.map(outcome))).toEqual(new Set(['200']));
    const guess = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, i) => signIn(`WRONG${100 + i}`))).then(
        (answers) => new Set(answers.map(outcome)),
      );
    expect(await guess(WRONG_MAX - 1)).toEqual(new Set(['401 PSY_EXAM_CODE_WRONG']));
    for (const code of codes) expect((await signIn(code)).status).toBe(200);
    expect(await guess(1)).toEqual(new Set(['401 PSY_EXAM_CODE_WRONG']));
    const refused = await signIn(codes[0] ?? '');
    expect([outcome(refused), refused.headers['retry-after']]).toEqual(['429 AC_TOO_MANY_REQUESTS', '60']);
    server().clock.advance(60_000);
    expect((await signIn(codes[0] ?? '')).status).toBe(200);
  });

  it('refuse wrong and expired codes alike, and those of sheets that are not open', async () => {
    for (const wrong of ['AAAAAAAA', 'x', "' or 1=1"])
      expect(outcome(await signIn(wrong))).toBe('401 PSY_EXAM_CODE_WRONG');
    const waiting = await examWith({ needsConsent: true });
    const [{ code }] = (await codesOf(waiting.examId)).data.items;
    expect(outcome(await signIn(code))).toBe('403 PSY_SHEET_NEEDS_CONSENT');
    const { examId } = await examWith({ closes: HOUR });
    const [one] = (await codesOf(examId)).data.items;
    const { client, id } = await seated(one.code);
    server().clock.advance(2 * HOUR);
    expect(outcome(await signIn(one.code))).toBe('401 PSY_EXAM_CODE_WRONG');
    expect(outcome(await client.get(`${SHEETS}/${id}`))).toBe('401 AC_AUTH_TOKEN_EXPIRED');
    expect(outcome(await codesOf(examId))).toBe('409 PSY_EXAM_NOT_OPEN');
    server().clock.advance(-2 * HOUR);
  });

  it('show who has started, stands still or has finished, and never an answer', async () => {
    const { examId, ids } = await examWith();
    const { items } = (await codesOf(examId)).data;
    const [first, second] = [await seated(items[0].code), await seated(items[1].code)];
    const room = async () => (await teacher.get(`/v1/portal/exams/${examId}/room`)).data;
    const states = async () => (await room()).items.map(({ state }: Json) => state);
    await put(first.client, first.id, 1, 1);
    await put(second.client, second.id, 9, 3);
    expect(await states()).toEqual(['answering', 'answering', 'not_started']);
    server().clock.advance(4 * 60_000);
    await first.client.post(`${SHEETS}/${first.id}/submit`, { incomplete: true });
    expect(await states()).toEqual(['finished', 'still', 'not_started']);
    const seen = await room();
    expect(Object.keys(seen.items[1]).sort()).toEqual(
      'answered child_id child_name class_name contact_at last_answer_at lost seat started_at state student_no total unsent'.split(
        ' ',
      ),
    );
    expect(ids).toHaveLength(3);
  });

  it('are closed to those without the right, and show a class teacher the own class only', async () => {
    const { examId } = await examWith();
    const student = (await server().client.signIn('o2001s1')).withoutRole(2001);
    for (const call of [codesOf(examId, {}, student), student.get(`/v1/portal/exams/${examId}/room`)])
      expect(outcome(await call)).toBe('403 AC_FORBIDDEN');
    const stranger = (await server().client.signIn('o2002r4')).withRole(2002, 4);
    for (const call of [codesOf(examId, {}, stranger), stranger.get(`/v1/portal/exams/${examId}/room`)])
      expect(outcome(await call)).toBe('404 PSY_NOT_FOUND');
    await changeRows(
      server(),
      `update memberships set role_extend = '{"class_ids": ["nobodys"]}' where user_id = 'u-o2001r10' and role_id = 10`,
    );
    const classTeacher = (await server().client.signIn('o2001r10')).withRole(2001, 10);
    expect(outcome(await codesOf(examId, {}, classTeacher))).toBe('403 PSY_OUT_OF_REACH');
    expect(outcome(await classTeacher.get(`/v1/portal/exams/${examId}/room`))).toBe('403 PSY_OUT_OF_REACH');
  });
});
