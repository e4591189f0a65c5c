import { beforeEach, describe, expect, it } from 'vitest';
import { implement } from '../../../../src/platform/context/server/context.ts';
import { endpoint, type EndpointSpec } from '../../../../src/platform/contract/endpoint.ts';
import { md5, type Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { messageOf, MINUTE, PASSWORD, SECOND, useWorld } from '../../../support/world.ts';

const CHECK = '/v2/accounts/secondaries/password/check';
const SMS_CHECK = '/v2/accounts/secondaries/sms/check';
const SMS = '/v1/accounts/sms';

/** Endpoints of a protected area, of an open one, and one that always requires a proof. */
const calls = {
  protected: endpoint({
    name: 'test.protected',
    method: 'GET',
    path: '/v1/test/protected',
    summary: 'x',
    access: { auth: 'org', area: 'batch-modify-password', act: 'open' },
  }),
  open: endpoint({
    name: 'test.open',
    method: 'GET',
    path: '/v1/test/open',
    summary: 'x',
    access: { auth: 'org', area: 'directory', act: 'open' },
  }),
  always: endpoint({
    name: 'test.always',
    method: 'GET',
    path: '/v1/test/always',
    summary: 'x',
    access: { auth: 'org', area: 'directory', act: 'open' },
    verified: true,
  }),
};
const extra: readonly EndpointSpec[] = Object.values(calls);

describeApi('second-step verification', (kind) => {
  const world = useWorld(kind, { calls: extra.map((one) => implement(one, async () => undefined)) });
  const sign = (account = 'admin') => world().client.signIn(account, PASSWORD);
  const admin = async () => (await sign()).withRole('S1', 4);
  const check = (client: Client, password = PASSWORD) => client.post(CHECK, { password: md5(password) });
  const verified = async (client: Client) =>
    client.as({ secondaryToken: String((await check(client)).data.secondary_token) });
  const reach = async (client: Client, path = '/v1/test/protected') => {
    const { status, code } = await client.get(path);
    return code ?? status;
  };
  const lastCode = () => /\d{6}/.exec(world().outbox.messages[0]?.text ?? '')?.[0] ?? '';
  // Attempts of one test have expired when the next begins.
  beforeEach(() => world().clock.advance(2 * 60 * MINUTE));

  it('is required by every endpoint of a protected area, and by those that always require it', async () => {
    const client = await admin();
    expect(await Promise.all(Object.values(calls).map(({ path }) => reach(client, path)))).toEqual([
      'PSY_INVALID_SECONDARY_TOKEN',
      200,
      'PSY_INVALID_SECONDARY_TOKEN',
    ]);
    const proved = await verified(client);
    expect(await Promise.all(Object.values(calls).map(({ path }) => reach(proved, path)))).toEqual([200, 200, 200]);
    expect(await reach(client.as({ secondaryToken: 'x'.repeat(43) }))).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });

  it('is not required from callers without the right', async () => {
    expect(await reach((await sign('head')).withRole('S1', 9))).toBe('AC_FORBIDDEN');
  });

  it('is covered by the signature', async () => {
    const client = await verified(await admin());
    const answer = await client.get('/v1/test/protected', {
      tamper: (request) => ({ ...request, headers: { ...request.headers, 'secondary-token': 'y'.repeat(43) } }),
    });
    expect(answer.code).toBe('AC_AUTH_INVALID_SIGNATURE');
  });

  it('is valid for ten minutes', async () => {
    const client = await admin();
    const { data } = await check(client);
    expect(Date.parse(data.expires_at)).toBe(world().clock.now() + 10 * MINUTE);
    const proved = client.as({ secondaryToken: data.secondary_token });
    world().clock.advance(10 * MINUTE - SECOND);
    expect(await reach(proved)).toBe(200);
    world().clock.advance(SECOND);
    expect(await reach(proved)).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });

  it('is valid for its session across exchanges of tokens, and for no other', async () => {
    const client = await verified(await admin());
    const refreshed = await client.publicly('POST', `/v2/oauth2/tokens/actions/${client.session.refresh_token}`);
    expect(await reach(client.as({ session: refreshed.data }))).toBe(200);
    const phone = await world().client.as({ appId: 'portal-mobile' }).signIn('admin', PASSWORD);
    const {
      data: { secondary_token },
    } = await check(phone.withRole('S1', 4));
    expect(await reach(phone.withRole('S1', 4).as({ secondaryToken: secondary_token }))).toBe(200);
    expect(await reach((await admin()).as({ secondaryToken: secondary_token }))).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });

  it('ends with the session', async () => {
    const client = await verified(await admin());
    expect((await client.delete(`/v2/oauth2/tokens/${client.session.access_token}`)).status).toBe(200);
    const again = await admin();
    const { data } = await check(again);
    expect(data.secondary_token).not.toBe(client.session.access_token);
    expect(await reach(client)).toBe('AC_AUTH_INVALID_TOKEN');
  });

  it('is valid for its organisation only', async () => {
    const multi = await sign('multi');
    const there = multi.withRole('S2', 4);
    const {
      data: { secondary_token },
    } = await check(there);
    expect(await reach(there.as({ secondaryToken: secondary_token }))).toBe(200);
    const {
      data: { secondary_token: other },
    } = await check(multi.withRole('S1', 8));
    expect(await reach(there.as({ secondaryToken: other }))).toBe('PSY_INVALID_SECONDARY_TOKEN');
    const {
      data: { secondary_token: nowhere },
    } = await check(multi);
    expect(await reach(there.as({ secondaryToken: nowhere }))).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });

  it('ends when the password changes', async () => {
    const multi = (await sign('multi')).withRole('S2', 4);
    const client = await verified(multi);
    expect(await reach(client)).toBe(200);
    const {
      db,
      services: { passwords },
    } = world();
    const [before] = await db.admin((run) => run("select password_hash from accounts where user_id = 'multi'"));
    await db.admin(async (run) =>
      run("update accounts set password_hash = $1 where user_id = 'multi'", [
        await passwords.hash(md5('Another-2026!')),
      ]),
    );
    expect(await reach(client)).toBe('PSY_INVALID_SECONDARY_TOKEN');
    await db.admin((run) =>
      run("update accounts set password_hash = $1 where user_id = 'multi'", [before?.['password_hash']]),
    );
  });

  it('is stored only as a hash', async () => {
    const seen: string[] = [];
    const { state } = world().services;
    const set = state.set.bind(state);
    state.set = (key, value, ttl) => {
      seen.push(key, value);
      return set(key, value, ttl);
    };
    const client = await admin();
    const { data } = await check(client);
    state.set = set;
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.join()).not.toContain(data.secondary_token);
    expect(world().log.text).not.toContain(data.secondary_token);
  });

  it('is locked for fifteen minutes after five wrong attempts, for a right password too', async () => {
    const client = await admin();
    const codes = [];
    for (let i = 0; i < 5; i++) codes.push((await check(client, 'wrong')).code);
    expect(codes).toEqual([...Array<string>(4).fill('AC_WRONG_PASSWORD'), 'AC_ACCOUNT_LOCKED']);
    const rests = await check(client);
    expect([rests.status, messageOf(rests)]).toEqual([429, '验证失败次数过多，请 15 分钟后再试']);
    expect((await client.post(SMS_CHECK, { code: '123456' })).code).toBe('AC_ACCOUNT_LOCKED');
    expect((await client.post(SMS, { type: 5 })).code).toBe('AC_ACCOUNT_LOCKED');
    world().clock.advance(15 * MINUTE);
    expect((await check(client)).status).toBe(200);
  });

  it('allows at most five concurrent attempts', async () => {
    const client = await admin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(client, 'wrong')));
    expect(answers.filter(({ code }) => code === 'AC_WRONG_PASSWORD')).toHaveLength(4);
    expect(answers.filter(({ code }) => code === 'AC_ACCOUNT_LOCKED')).toHaveLength(16);
    const others = (await sign('multi')).withRole('S2', 4);
    expect((await check(others)).status).toBe(200);
  });

  describe('by short message', () => {
    it('shows the masked mobile, and reports a missing one', async () => {
      expect((await (await sign()).get('/v2/accounts/mobile')).data).toEqual({ mobile: '138****0001' });
      const multi = await sign('multi');
      expect((await multi.get('/v2/accounts/mobile')).data).toEqual({});
      const refused = await multi.post(SMS, { type: 5 });
      expect([refused.status, messageOf(refused)]).toEqual([400, '您的账号没有绑定手机号，请改用密码验证']);
    });

    it('sends a code to the own mobile, valid once', async () => {
      const client = await admin();
      expect((await client.post(SMS, { type: 5, mobile: '138****0001' })).data).toEqual({
        resend_after: 60,
        outbox: '/dev/outbox',
      });
      expect(world().outbox.messages[0]).toMatchObject({ mobile: '13800000001', type: 5 });
      const { status, data } = await client.post(SMS_CHECK, { code: lastCode() });
      expect(status).toBe(200);
      expect(await reach(client.as({ secondaryToken: data.secondary_token }))).toBe(200);
      expect((await client.post(SMS_CHECK, { code: lastCode() })).code).toBe('AC_IDENTIFY_CODE_WRONG');
      expect(world().log.text).not.toContain(lastCode());
    });

    it('sends to no other number, and for no other purpose', async () => {
      const client = await admin();
      expect((await client.post(SMS, { type: 5, mobile: '13900000001' })).fields).toEqual(['/mobile']);
      expect((await client.post(SMS, { type: 1 })).status).toBe(400);
    });

    it('accepts a code once when two requests use it', async () => {
      const client = await admin();
      await client.post(SMS, { type: 5 });
      const answers = await Promise.all([1, 2].map(() => client.post(SMS_CHECK, { code: lastCode() })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    });

    it('is sent once a minute, across two windows', async () => {
      const client = await admin();
      const answers = await Promise.all([client.post(SMS, { type: 5 }), client.post(SMS, { type: 5 })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
      world().clock.advance(18 * SECOND);
      const early = await client.post(SMS, { type: 5 });
      expect([early.code, messageOf(early), early.headers['retry-after']]).toEqual([
        'AC_TOO_MANY_REQUESTS',
        '请 42 秒后再重新发送',
        '42',
      ]);
      world().clock.advance(42 * SECOND);
      expect((await client.post(SMS, { type: 5 })).status).toBe(200);
    });

    it('requires a captcha from the third message within an hour on', async () => {
      const client = await admin();
      for (let i = 0; i < 2; i++) {
        expect((await client.post(SMS, { type: 5 })).status).toBe(200);
        world().clock.advance(MINUTE);
      }
      expect((await client.post(SMS, { type: 5 })).code).toBe('AC_IDENTIFY_CODE_REQUIRED');
      const {
        data: { session_id },
      } = await client.publicly('POST', '/v1/accounts/sessions', {});
      await client.publicly('GET', `/v2/accounts/sessions/${session_id}/verification_code`);
      expect((await client.post(SMS, { type: 5, session_id, verification_code: 'no' })).code).toBe(
        'AC_IDENTIFY_CODE_WRONG',
      );
      await client.publicly('GET', `/v2/accounts/sessions/${session_id}/verification_code`);
      await world().services.state.set(`captcha:answer:${session_id}`, 'abcd', MINUTE);
      expect((await client.post(SMS, { type: 5, session_id, verification_code: 'ABCD' })).status).toBe(200);
    });

    it('refuses a code after five minutes, and the previous one after a new one', async () => {
      const client = await admin();
      await client.post(SMS, { type: 5 });
      const first = lastCode();
      world().clock.advance(MINUTE);
      await client.post(SMS, { type: 5 });
      if (first !== lastCode())
        expect((await client.post(SMS_CHECK, { code: first })).code).toBe('AC_IDENTIFY_CODE_WRONG');
      world().clock.advance(5 * MINUTE);
      expect((await client.post(SMS_CHECK, { code: lastCode() })).code).toBe('AC_IDENTIFY_CODE_WRONG');
    });

    it('may be sent again at once after a failure', async () => {
      const client = await admin();
      const { outbox } = world();
      const send = outbox.send.bind(outbox);
      outbox.send = () => Promise.reject(new Error('down'));
      expect((await client.post(SMS, { type: 5 })).status).toBe(500);
      outbox.send = send;
      expect((await client.post(SMS, { type: 5 })).status).toBe(200);
    });
  });
});
