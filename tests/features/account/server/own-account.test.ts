import { beforeEach, describe, expect, it, vi } from 'vitest';
import { md5, type Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { HOUR, MINUTE, PASSWORD, SECOND, messageOf, useWorld } from '../../../support/world.ts';

const CHANGE = '/v1/portal/users/change_passwords';
const SESSIONS = '/v2/accounts/sessions';
const SMS = '/v1/accounts/sms';
const BIND = '/v2/accounts/mobile/actions/bind';
const NEW = 'Tidal-maple-47';

describeApi('the own account', (kind) => {
  const world = useWorld(kind);
  const sign = (account: string, password = PASSWORD) => world().client.signIn(account, password);
  const onPhone = (account: string, password = PASSWORD) =>
    world().client.as({ appId: 'portal-mobile' }).signIn(account, password);
  const whoAmI = async (client: Client) => {
    const { status, code } = await client.get('/v1/users/info');
    return code ?? status;
  };
  const change = (client: Client, from: string, to: string) =>
    client.post(CHANGE, { old_password: md5(from), new_password: md5(to) });
  const restore = async (account: string) => {
    const {
      db,
      services: { passwords },
    } = world();
    await db.admin(async (run) =>
      run('update accounts set password_hash = $1 where user_id = $2', [await passwords.hash(md5(PASSWORD)), account]),
    );
  };
  const detailsOf = (answer: { json: unknown }) =>
    (answer.json as { details: { field: string; message: string }[] }).details;
  const lastCode = () => /\d{6}/.exec(world().outbox.messages[0]?.text ?? '')?.[0] ?? '';
  const logOf = async (orgId: string, userId: string) =>
    world().db.admin((run) =>
      run(
        'select act, resource, before, after, role_id from audit_logs join audit_links using (org_id, log_id) where org_id = $1 and user_id = $2 order by seq desc',
        [orgId, userId],
      ),
    );
  beforeEach(() => world().clock.advance(2 * HOUR));

  describe('changes the password', () => {
    it('keeps this session, ends the others and the proofs, and logs the change in every organisation', async () => {
      const [here, phone] = [(await sign('multi')).withRole('S2', 4), await onPhone('multi')];
      const proved = await here.verified(PASSWORD);
      expect((await change(here, PASSWORD, NEW)).data).toEqual({ ok: true });
      expect([await whoAmI(here), await whoAmI(phone)]).toEqual([200, 'AC_AUTH_INVALID_TOKEN']);
      expect((await proved.get('/v1/portal/users/reset_password/batch')).status).toBe(404);
      expect((await proved.put('/v1/portal/securities/config', { modules: [] })).code).toBe(
        'PSY_INVALID_SECONDARY_TOKEN',
      );
      await expect(sign('multi')).rejects.toThrow('401');
      await sign('multi', NEW);
      for (const [org, role] of [
        ['S1', 10],
        ['S2', 4],
      ] as const)
        expect((await logOf(org, 'multi'))[0]).toMatchObject({
          act: 'change_password',
          resource: 'account',
          role_id: role,
        });
      expect(world().log.text).not.toContain(md5(NEW));
      await restore('multi');
    });

    it('works the same before an organisation is chosen', async () => {
      expect((await change(await sign('nobody'), PASSWORD, NEW)).status).toBe(200);
      await restore('nobody');
    });

    it('requires the old password, with at most five attempts', async () => {
      const client = await sign('plain');
      const answers = [];
      for (let i = 0; i < 5; i++) answers.push(await change(client, 'wrong', NEW));
      expect(answers.map(({ code }) => code)).toEqual([
        ...Array<string>(4).fill('PSY_INVALID_INPUT'),
        'AC_ACCOUNT_LOCKED',
      ]);
      expect(detailsOf(answers[0]!)).toEqual([{ field: '/old_password', message: '原密码不正确' }]);
      expect((await change(client, PASSWORD, NEW)).status).toBe(429);
      // Second-step verification asks for the same password.
      expect((await client.post('/v2/accounts/secondaries/password/check', { password: md5(PASSWORD) })).code).toBe(
        'AC_ACCOUNT_LOCKED',
      );
      world().clock.advance(15 * MINUTE);
      expect((await change(client, PASSWORD, NEW)).status).toBe(200);
      await restore('plain');
    });

    it.each([
      ['the same', PASSWORD, '新密码不能与原密码相同'],
      ['a common one', 'password', '这个密码太常见，容易被猜到，请换一个'],
      ['that of the demonstration', 'Demo-2026!', '这个密码太常见，容易被猜到，请换一个'],
      ['a walk over the keyboard', '1qaz2wsx', '这个密码太常见，容易被猜到，请换一个'],
      ['a birthday', '19900102', '这个密码太常见，容易被猜到，请换一个'],
      ['the login name', 'admin', '这个密码太常见，容易被猜到，请换一个'],
      ['the own mobile', '13800000001', '密码不能由登录名、姓名或手机号加上简单的数字组成'],
      ['the own name in pinyin', 'Adminlaoshi@2026', '密码不能由登录名、姓名或手机号加上简单的数字组成'],
    ])('refuses %s', async (_, typed, message) => {
      const refused = await change(await sign('admin'), PASSWORD, typed);
      expect([refused.status, detailsOf(refused)]).toEqual([400, [{ field: '/new_password', message }]]);
      await sign('admin');
    });

    it('changes it once when two requests are concurrent', async () => {
      const client = await sign('plain');
      const answers = await Promise.all([change(client, PASSWORD, NEW), change(client, PASSWORD, 'Other-maple-48')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      await restore('plain');
    });
  });

  describe('lists the sessions', () => {
    const UA =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0';
    const withBrowser = async (account: string) => {
      const answer = await world().client.publicly(
        'POST',
        '/v2/oauth2/tokens/actions/sign_in',
        { account, password: md5(PASSWORD) },
        { 'user-agent': UA },
      );
      return world().client.as({ session: answer.data });
    };

    it('with device, kind of app, address, start and last use, and ends one of them at once', async () => {
      const web = await withBrowser('multi');
      const since = new Date(world().clock.now()).toISOString();
      const phone = await onPhone('multi');
      world().clock.advance(10 * MINUTE);
      const { data } = await web.get(SESSIONS);
      expect(data).toEqual({
        total: 2,
        items: [
          {
            id: expect.any(String),
            app_kind: 'web',
            device: 'Windows · Edge',
            address: '127.0.0.1',
            signed_in_at: since,
            seen_at: new Date(world().clock.now()).toISOString(),
            is_current: true,
          },
          {
            id: expect.any(String),
            app_kind: 'mobile',
            device: '',
            address: '127.0.0.1',
            signed_in_at: since,
            seen_at: since,
            is_current: false,
          },
        ],
      });
      const other = data.items[1].id;
      expect((await (await sign('plain')).delete(`${SESSIONS}/${other}`)).status).toBe(404);
      expect(await whoAmI(phone)).toBe(200);
      expect((await web.delete(`${SESSIONS}/${other}`)).data).toEqual({ ok: true });
      expect(await whoAmI(phone)).toBe('AC_AUTH_INVALID_TOKEN');
      expect((await web.delete(`${SESSIONS}/${other}`)).status).toBe(404);
      expect((await web.get(SESSIONS)).data.total).toBe(1);
    });

    it('as one session across all exchanges of tokens', async () => {
      const client = await sign('plain');
      const before = (await client.get(SESSIONS)).data.items[0];
      world().clock.advance(HOUR);
      const { data } = await client.publicly('POST', `/v2/oauth2/tokens/actions/${client.session.refresh_token}`);
      const after = (await client.as({ session: data }).get(SESSIONS)).data.items;
      expect(after).toHaveLength(1);
      expect([after[0].id, after[0].signed_in_at, after[0].is_current]).toEqual([before.id, before.signed_in_at, true]);
    });
  });

  describe('binds a mobile', () => {
    const proved = async (account: string) => (await sign(account)).verified(PASSWORD);
    const send = (client: Client, mobile: string) => client.post(SMS, { type: 3, mobile });

    it('after verification and a code; the former mobile gets a message, and the log masks both', async () => {
      const client = await proved('admin');
      expect((await send(client, '13912345678')).data).toEqual({ resend_after: 60, outbox: '/dev/outbox' });
      expect(world().outbox.messages[0]).toMatchObject({ mobile: '13912345678', type: 3 });
      const code = lastCode();
      expect((await (await sign('admin')).put(BIND, { mobile: '13912345678', code })).code).toBe(
        'PSY_INVALID_SECONDARY_TOKEN',
      );
      const again = await proved('admin');
      expect((await again.put(BIND, { mobile: '13912345679', code })).code).toBe('AC_IDENTIFY_CODE_WRONG');
      const delivery = vi.spyOn(world().outbox, 'send');
      expect((await again.put(BIND, { mobile: '13912345678', code })).data).toEqual({ mobile: '139****5678' });
      expect((await again.get('/v2/accounts/mobile')).data).toEqual({ mobile: '139****5678' });
      await vi.waitFor(() => expect(world().outbox.messages[0]).toMatchObject({ mobile: '13800000001', type: 7 }));
      expect(delivery.mock.lastCall?.[0]).toMatchObject({ type: 7, orgId: 'S1' });
      expect(world().outbox.messages[0]?.text).not.toContain('13912345678');
      expect((await logOf('S1', 'admin'))[0]).toMatchObject({
        act: 'update',
        resource: 'account',
        before: { mobile: '138****0001' },
        after: { mobile: '139****5678' },
      });
      await world().db.admin((run) => run("update accounts set mobile = '13800000001' where user_id = 'admin'"));
    });

    it('refuses a mobile of another account, and says so only to a caller who holds it', async () => {
      const client = await proved('plain');
      expect((await send(client, '13800000001')).status).toBe(200);
      const taken = await client.put(BIND, { mobile: '13800000001', code: lastCode() });
      expect([taken.status, messageOf(taken)]).toEqual([409, '这个手机号已经绑定了其他账号']);
    });

    it('refuses an invalid mobile and the current one', async () => {
      const client = await sign('admin');
      expect((await send(client, '12')).fields).toEqual(['/mobile']);
      expect((await send(client, '13800000001')).fields).toEqual(['/mobile']);
      expect((await client.publicly('POST', SMS, { type: 3, mobile: '13912345678' })).code).toBe(
        'AC_AUTH_INVALID_TOKEN',
      );
      expect((await client.publicly('POST', SMS, { type: 5 })).code).toBe('AC_AUTH_INVALID_TOKEN');
    });

    it('locks for a time after five wrong codes', async () => {
      const client = await proved('plain');
      await send(client, '13912345670');
      const codes = [];
      for (let i = 0; i < 5; i++) codes.push((await client.put(BIND, { mobile: '13912345670', code: 'no' })).code);
      expect(codes).toEqual([...Array<string>(4).fill('AC_IDENTIFY_CODE_WRONG'), 'AC_ACCOUNT_LOCKED']);
      expect((await client.put(BIND, { mobile: '13912345670', code: lastCode() })).status).toBe(429);
    });
  });

  it('lists the products of each of its organisations, and of no other', async () => {
    const of = (org_id: string, org_name: string) => ({
      org_id,
      org_name,
      org_type: 2,
      service_type: 2,
      account_expire_at: expect.stringContaining('2029-01-01'),
    });
    expect((await (await sign('multi')).get('/v2/portal/saas/editions')).data).toEqual({
      total: 2,
      items: [of('S1', '第一中学'), of('S2', '师范学院')],
    });
    expect((await (await sign('nobody')).get('/v2/portal/saas/editions')).data).toEqual({ total: 0, items: [] });
  });

  it('shows the login name, and that no third party is configured', async () => {
    const client = await sign('plain');
    expect((await client.get('/v1/portal/users/login_name')).data).toEqual({ login_name: 'plain' });
    expect((await client.get('/v2/accounts/users/third_party?tenant=x')).data).toEqual({
      platforms: [],
      total: 0,
      items: [],
    });
    expect(
      (await client.publicly('POST', '/v2/oauth2/tokens/actions/third_sign_in', { plat_source: 'wechat', code: 'x' }))
        .status,
    ).toBe(503);
  });
});

describeApi('an idle session', (kind) => {
  const world = useWorld(kind, {
    session: {
      accessMs: 30 * 24 * HOUR,
      refreshMs: 30 * 24 * HOUR,
      idleMs: 24 * HOUR,
      staffIdleMs: 2 * HOUR,
      chainMs: 3 * 24 * HOUR,
    },
  });
  const whoAmI = async (client: Client) => {
    const { status, code } = await client.get('/v1/users/info');
    return code ?? status;
  };
  const refresh = (client: Client) =>
    client.publicly('POST', `/v2/oauth2/tokens/actions/${client.session.refresh_token}`);

  it('ends two hours after the last call of staff, to the minute', async () => {
    const client = await world().client.signIn('plain', PASSWORD);
    for (let i = 0; i < 4; i++) {
      world().clock.advance(2 * HOUR - SECOND);
      expect(await whoAmI(client)).toBe(200);
    }
    world().clock.advance(2 * HOUR + MINUTE);
    expect(await whoAmI(client)).toBe('AC_AUTH_TOKEN_EXPIRED');
    expect((await refresh(client)).code).toBe('AC_AUTH_TOKEN_EXPIRED');
  });

  it('ends later for students and parents', async () => {
    const client = await world().client.signIn('parent', PASSWORD);
    world().clock.advance(24 * HOUR - SECOND);
    expect(await whoAmI(client)).toBe(200);
    world().clock.advance(24 * HOUR + MINUTE);
    expect(await whoAmI(client)).toBe('AC_AUTH_TOKEN_EXPIRED');
  });

  it('is not extended by a request with a wrong signature', async () => {
    const client = await world().client.signIn('plain', PASSWORD);
    world().clock.advance(HOUR + 50 * MINUTE);
    expect(await whoAmI(client.as({ session: { ...client.session, code: 'x' } }))).toBe('AC_AUTH_INVALID_SIGNATURE');
    world().clock.advance(20 * MINUTE);
    expect(await whoAmI(client)).toBe('AC_AUTH_TOKEN_EXPIRED');
  });

  it('keeps its idle time when all caches are lost', async () => {
    const client = await world().client.signIn('plain', PASSWORD);
    world().clock.advance(HOUR);
    expect(await whoAmI(client)).toBe(200);
    await world().services.access.invalidateUser('plain');
    world().clock.advance(HOUR + 30 * MINUTE);
    expect(await whoAmI(client)).toBe(200);
    await world().services.access.invalidateUser('plain');
    world().clock.advance(2 * HOUR + MINUTE);
    expect(await whoAmI(client)).toBe('AC_AUTH_TOKEN_EXPIRED');
  });

  it('ends three days after the sign-in, however often it is used and refreshed', async () => {
    let client = await world().client.signIn('parent', PASSWORD);
    const began = world().clock.now();
    for (let i = 0; i < 3; i++) {
      world().clock.advance(23 * HOUR);
      const answer = await refresh(client);
      expect(answer.status).toBe(200);
      client = client.as({ session: answer.data });
    }
    expect(client.session.expires_in).toBe((3 * HOUR) / SECOND);
    world().clock.time = began + 72 * HOUR - SECOND;
    expect(await whoAmI(client)).toBe(200);
    world().clock.advance(SECOND);
    expect(await whoAmI(client)).toBe('AC_AUTH_TOKEN_EXPIRED');
    expect((await refresh(client)).code).toBe('AC_AUTH_TOKEN_EXPIRED');
  });

  it('has its own key for drafts, which stays the same when tokens are exchanged', async () => {
    const keyOf = async (client: Client) => (await client.get('/v2/accounts/draft_key')).data.key as string;
    const first = await world().client.signIn('plain', PASSWORD);
    const key = await keyOf(first);
    const exchanged = first.as({ session: (await refresh(first)).data });
    expect([Buffer.from(key, 'base64url').length, await keyOf(exchanged)]).toEqual([32, key]);
    expect(await keyOf(await world().client.signIn('multi', PASSWORD))).not.toBe(key);
    expect(await keyOf(await world().client.signIn('plain', PASSWORD))).not.toBe(key);
  });

  it('is no longer listed after its end', async () => {
    await world().client.as({ appId: 'portal-mobile' }).signIn('plain', PASSWORD);
    world().clock.advance(3 * HOUR);
    const client = await world().client.signIn('plain', PASSWORD);
    expect((await client.get(SESSIONS)).data.total).toBe(1);
  });
});
