import { beforeEach, expect, it } from 'vitest';
import { md5, type Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const CODE = '/v2/oauth2/mobile/sign_up/code';
const CHECK = '/v2/oauth2/mobile/sign_up/check';
const SIGN_UP = '/v2/oauth2/mobile/sign_up';
const PASSWORD = md5('Tidal-maple-47');

describeApi('the sign-up with a mobile', (kind) => {
  const server = useServer(kind);
  let used = 0;
  const sentTo = (mobile: string) => server().outbox.messages.filter((one) => one.mobile === mobile);
  // Messages are counted by the hour and address.
  beforeEach(() => server().clock.advance(2 * 3_600_000));
  const newNumber = () => `1775551${String(1000 + used++)}`;
  const sql = (text: string, values: unknown[] = []) => server().db.admin((run) => run(text, values));
  const post = (path: string, body: object) => server().client.publicly('POST', path, body);

  /** A guardian of a child who attends, without an account, as the school recorded them. */
  const guardian = async (mobile: string, org = '2001') => {
    const id = `g-${mobile}-${org}`;
    await sql('insert into guardians (org_id, guardian_id, guardian_name, mobile) values ($1, $2, $3, $4)', [
      org,
      id,
      '周敏',
      mobile,
    ]);
    await sql(
      'insert into guardian_children (org_id, guardian_id, child_id, relation) select $1, $2, child_id, 1 from students where org_id = $1 and study_status = 1 order by child_id limit 1',
      [org, id],
    );
    return id;
  };
  const codeOf = async (mobile: string): Promise<string | undefined> => {
    const answer = await post(CODE, { mobile });
    expect(answer.status, answer.text).toBe(200);
    await expect.poll(() => sentTo(mobile).length).toBeGreaterThan(0);
    return /\d{6}/.exec(sentTo(mobile)[0]?.text ?? '')?.[0];
  };
  const prove = async (mobile: string): Promise<string> => {
    const answer = await post(CHECK, { mobile, code: await codeOf(mobile) });
    expect(answer.status, answer.text).toBe(200);
    return answer.data.sms_token;
  };
  const infoOf = async (session: Client['session']) =>
    (await server().client.as({ session }).get('/v1/users/info')).data;

  it('opens one account for all schools that recorded the number, and its password is the one chosen', async () => {
    const mobile = newNumber();
    await guardian(mobile, '2001');
    await guardian(mobile, '2002');
    const checked = await post(CHECK, { mobile, code: await codeOf(mobile) });
    expect(checked.data.orgs).toEqual([
      { org_name: expect.any(String), identity: 2 },
      { org_name: expect.any(String), identity: 2 },
    ]);
    const answer = await post(SIGN_UP, { mobile, sms_token: checked.data.sms_token, password: PASSWORD });
    expect(answer.status, answer.text).toBe(200);
    const info = await infoOf(answer.data);
    expect(info.must_change_password).toBeUndefined();
    expect(info.students.map(({ school_id }: { school_id: string }) => school_id)).toEqual(['2001', '2002']);
    expect((await server().client.signIn(mobile, 'Tidal-maple-47')).session.user_id).toBe(answer.data.user_id);
    for (const org of [2001, 2002]) {
      const admin = await (await server().client.signIn(`o${org}r4`)).withRole(org, 4).verified();
      const { items } = (await admin.get('/v1/portal/audits/logs/list?size=1')).data;
      expect(items[0]).toMatchObject({ act: 'update', resource: 'guardian', row_label: expect.any(String) });
    }
    expect(server().log.text).not.toContain(mobile);
  });

  it('opens the account that an organisation made for staff without a password', async () => {
    const mobile = newNumber();
    const [row] = await sql("select user_id from accounts where login_key = 'o2001r7'");
    const user = String(row?.['user_id']);
    await sql("update teachers set mobile = $1 where org_id = '2001' and user_id = $2", [mobile, user]);
    await sql('update accounts set password_unset = true, mobile = null where user_id = $1', [user]);
    const token = await prove(mobile);
    const answer = await post(SIGN_UP, { mobile, sms_token: token, password: PASSWORD });
    expect([answer.status, answer.data.user_id]).toEqual([200, user]);
    expect((await infoOf(answer.data)).orgs[0].org_id).toBe('2001');
  });

  it('answers the same for numbers that nobody recorded, and sends them nothing', async () => {
    const [known, unknown] = [newNumber(), newNumber()];
    await guardian(known);
    const answers = [await post(CODE, { mobile: known }), await post(CODE, { mobile: unknown })];
    expect(answers[0]?.data).toEqual(answers[1]?.data);
    await expect.poll(() => sentTo(known).length).toBe(1);
    expect(sentTo(unknown)).toEqual([]);
    const refused = [
      await post(CHECK, { mobile: known, code: '000000' }),
      await post(CHECK, { mobile: unknown, code: '000000' }),
    ];
    expect(refused.map(({ status, json }) => [status, json.code, json.message])).toEqual(
      refused.map(() => [400, 'AC_IDENTIFY_CODE_WRONG', '短信验证码不正确或已过期']),
    );
    for (const mobile of [known, unknown]) expect((await post(CODE, { mobile })).code).toBe('AC_TOO_MANY_REQUESTS');
  });

  it('refuses a used, foreign or expired proof, and a second sign-up at the same time', async () => {
    const [mobile, other] = [newNumber(), newNumber()];
    await guardian(mobile);
    await guardian(other);
    const token = await prove(mobile);
    const theirs = await prove(other);
    expect((await post(SIGN_UP, { mobile, sms_token: theirs, password: PASSWORD })).code).toBe(
      'AC_IDENTIFY_CODE_WRONG',
    );
    const weak = await post(SIGN_UP, { mobile, sms_token: token, password: md5('12345678') });
    expect([weak.code, weak.fields]).toEqual(['PSY_INVALID_INPUT', ['/password']]);
    const both = await Promise.all([1, 2].map(() => post(SIGN_UP, { mobile, sms_token: token, password: PASSWORD })));
    expect(both.map(({ status }) => status).sort()[0]).toBe(200);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await post(SIGN_UP, { mobile, sms_token: token, password: PASSWORD })).code).toBe('AC_IDENTIFY_CODE_WRONG');
    server().clock.advance(11 * 60_000);
    expect((await post(SIGN_UP, { mobile: other, sms_token: theirs, password: PASSWORD })).code).toBe(
      'AC_IDENTIFY_CODE_WRONG',
    );
    server().clock.advance(-11 * 60_000);
    const [count] = await sql('select count(*)::int as n from accounts where mobile = $1', [mobile]);
    expect(count?.['n']).toBe(1);
  });

  it('tells the owner of a number that has an account already to sign in', async () => {
    const mobile = newNumber();
    await guardian(mobile);
    await sql("update accounts set mobile = $1 where login_key = 'o2001r9'", [mobile]);
    const answer = await post(CHECK, { mobile, code: await codeOf(mobile) });
    expect([answer.status, answer.code]).toEqual([409, 'PSY_CONFLICT']);
  });

  it('does not open what a school has closed, and nothing without a child who attends', async () => {
    const mobile = newNumber();
    const id = await guardian(mobile);
    const answer = await post(SIGN_UP, { mobile, sms_token: await prove(mobile), password: PASSWORD });
    expect(answer.status, answer.text).toBe(200);
    const admin = await (await server().client.signIn('o2001r4')).withRole(2001, 4).verified();
    const closed = await admin.delete(`/v1/portal/guardians/${id}/account`);
    expect(closed.status, closed.text).toBe(200);
    await sql('update accounts set mobile = null where user_id = $1', [answer.data.user_id]);
    server().clock.advance(61_000);
    await post(CODE, { mobile });
    const left = newNumber();
    const gone = await guardian(left);
    await sql("delete from guardian_children where org_id = '2001' and guardian_id = $1", [gone]);
    const last = newNumber();
    await guardian(last);
    await post(CODE, { mobile: left });
    await codeOf(last);
    expect([sentTo(left).length, sentTo(mobile).length]).toEqual([0, 1]);
  });
});
