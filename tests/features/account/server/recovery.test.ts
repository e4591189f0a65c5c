import { beforeEach, describe, expect, it } from 'vitest';
import { md5, type Answer } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { HOUR, MINUTE, PASSWORD, SECOND, messageOf, useWorld } from '../../../support/world.ts';

const SMS = '/v1/accounts/sms';
const CHECK = '/v2/accounts/sms/check';
const RESET = '/v2/accounts/password/actions/reset';
const SIGN_IN = '/v2/oauth2/sms/sign_in';
const NEW = 'Tidal-maple-47';
const KNOWN = '13800000001';
const UNKNOWN = '13811112222';

/** Every part of an answer that could differ. */
const visible = ({ status, json }: Answer): Record<string, unknown> => {
  const { request_id: _, ...rest } = json as Record<string, unknown>;
  return { status, ...rest };
};

describeApi('a forgotten password', (kind) => {
  const world = useWorld(kind);
  const publicly = (method: string, path: string, body?: object) => world().client.publicly(method, path, body);
  const send = (mobile: string, type = 2, more: object = {}) => publicly('POST', SMS, { type, mobile, ...more });
  const check = (mobile: string, code: string) => publicly('POST', CHECK, { type: 2, mobile, code });
  const lastCode = () => /\d{6}/.exec(world().outbox.messages[0]?.text ?? '')?.[0] ?? '';
  const prove = async (mobile = KNOWN) => {
    await send(mobile);
    return (await check(mobile, lastCode())).data.sms_token as string;
  };
  const reset = (sms_token: string, typed = NEW, mobile = KNOWN) =>
    publicly('PUT', RESET, { mobile, sms_token, password: md5(typed) });
  const solve = async () => {
    const {
      data: { session_id },
    } = await publicly('POST', '/v1/accounts/sessions', {});
    await publicly('GET', `/v2/accounts/sessions/${session_id}/verification_code`);
    await world().services.state.set(`captcha:answer:${session_id}`, 'abcd', MINUTE);
    return { session_id, verification_code: 'abcd' };
  };
  beforeEach(() => world().clock.advance(25 * HOUR));

  it('is replaced by the holder of the mobile; all sessions end and failed attempts are reset', async () => {
    const phone = await world().client.as({ appId: 'portal-mobile' }).signIn('admin', PASSWORD);
    for (let i = 0; i < 10; i++)
      await publicly('POST', '/v2/oauth2/tokens/actions/sign_in', {
        account: 'admin',
        password: md5('wrong'),
        ...(i > 2 ? await solve() : {}),
      });
    await expect(world().client.signIn('admin', PASSWORD)).rejects.toThrow('429');
    const token = await prove();
    expect(world().outbox.messages[0]).toMatchObject({ mobile: KNOWN, type: 2 });
    expect((await reset(token)).data).toEqual({ ok: true });
    expect((await phone.get('/v1/users/info')).code).toBe('AC_AUTH_INVALID_TOKEN');
    await world().client.signIn('admin', NEW);
    const [entry] = await world().db.admin((run) =>
      run("select act, resource, row_id from audit_logs where user_id = 'admin' order by at desc limit 1"),
    );
    expect(entry).toEqual({ act: 'reset_password', resource: 'account', row_id: 'admin' });
    expect((await reset(token)).code).toBe('AC_IDENTIFY_CODE_WRONG');
    for (const secret of [md5(NEW), token, lastCode()]) expect(world().log.text).not.toContain(secret);
    await world().db.admin(async (run) =>
      run("update accounts set password_hash = $1 where user_id = 'admin'", [
        await world().services.passwords.hash(md5(PASSWORD)),
      ]),
    );
  });

  describe('does not reveal whether a number belongs to an account', () => {
    it('when a code is sent, requested too often, or requires a captcha', async () => {
      const answers: ReturnType<typeof visible>[][] = [];
      for (const mobile of [KNOWN, UNKNOWN]) {
        const mine = [visible(await send(mobile)), visible(await send(mobile))];
        world().clock.advance(MINUTE);
        mine.push(visible(await send(mobile)));
        world().clock.advance(MINUTE);
        mine.push(
          visible(await send(mobile)),
          visible(await send(mobile, 2, await solve())),
          visible(await publicly('GET', `/v2/accounts/mobile/${mobile}`)),
        );
        answers.push(mine);
      }
      const [known, unknown] = answers;
      expect(known!.map(({ status }) => status)).toEqual([200, 429, 200, 400, 200, 200]);
      expect(known!.slice(0, 5)).toEqual(unknown!.slice(0, 5));
      expect(known![5]).toEqual({
        status: 200,
        data: { mobile: '138****0001', sms_available: true, captcha_required: true },
      });
      expect(unknown![5]).toEqual({
        status: 200,
        data: { mobile: '138****2222', sms_available: true, captcha_required: true },
      });
      expect(world().outbox.messages.every(({ mobile }) => mobile !== UNKNOWN)).toBe(true);
    });

    it('when a code is checked or used to sign in, and after too many attempts', async () => {
      const path = [
        [CHECK, 2],
        [SIGN_IN, 1],
      ] as const;
      for (const [address, type] of path) {
        const both = [];
        for (const mobile of [KNOWN, UNKNOWN]) {
          await send(mobile, type);
          const codes = [];
          for (let i = 0; i < 5; i++)
            codes.push(visible(await publicly('POST', address, { mobile, code: 'no', ...(type === 2 && { type }) })));
          codes.push(
            visible(await publicly('POST', address, { mobile, code: lastCode(), ...(type === 2 && { type }) })),
          );
          world().clock.advance(MINUTE);
          codes.push(visible(await send(mobile, type)));
          both.push(codes);
        }
        expect(both[0]).toEqual(both[1]);
        expect(both[0]!.map(({ code }) => code ?? 'sent')).toEqual([
          ...Array<string>(6).fill('AC_IDENTIFY_CODE_WRONG'),
          'sent',
        ]);
        expect(both[0]![4]!['message']).toBe('验证码错误次数过多，请重新获取验证码');
      }
    });

    it('by the time until the message is sent', async () => {
      const { outbox } = world();
      const usual = outbox.send.bind(outbox);
      outbox.send = () => new Promise(() => undefined);
      expect((await send(KNOWN)).status).toBe(200);
      outbox.send = () => Promise.reject(new Error('the gateway is down'));
      world().clock.advance(MINUTE);
      expect((await send(KNOWN)).status).toBe(200);
      outbox.send = usual;
      expect(world().log.lines.some(({ msg }) => msg === 'a code was not sent')).toBe(true);
    });

    it('by the response time', async () => {
      const spent: Record<string, number[]> = { known: [], unknown: [] };
      for (let i = 0; i < 21; i++)
        for (const [name, mobile] of [
          ['known', KNOWN],
          ['unknown', `1381111${String(i).padStart(4, '0')}`],
        ] as const) {
          const before = performance.now();
          await check(mobile, 'no');
          spent[name]!.push(performance.now() - before);
          world().clock.advance(16 * MINUTE);
        }
      // On a busy machine any share of the answers waits for a core; the fastest one did not.
      const ratio = Math.min(...spent['known']!) / Math.min(...spent['unknown']!);
      expect(ratio).toBeGreaterThan(0.3);
      expect(ratio).toBeLessThan(3);
    });
  });

  describe('is not closed by strangers', () => {
    const stranger = { 'x-forwarded-for': '203.0.113.9' };
    const from = (headers: Record<string, string>) => ({
      send: (more: object = {}) => world().client.publicly('POST', SMS, { type: 2, mobile: KNOWN, ...more }, headers),
      check: (code: string) => world().client.publicly('POST', CHECK, { type: 2, mobile: KNOWN, code }, headers),
    });
    const cookieOf = ({ headers }: Answer) => ({ cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? 'none' });

    it('who send wrong codes for the number', async () => {
      const browser = cookieOf(await send(KNOWN));
      const code = lastCode();
      for (let i = 0; i < 20; i++) expect((await check(KNOWN, 'no')).code).toBe('AC_IDENTIFY_CODE_WRONG');
      expect((await from(browser).check(code)).status).toBe(200);
      expect((await from(browser).check(code)).code).toBe('AC_IDENTIFY_CODE_WRONG');
    });

    it('who request codes of their own for the number', async () => {
      const browser = cookieOf(await send(KNOWN));
      const code = lastCode();
      world().clock.advance(MINUTE);
      await send(KNOWN);
      expect((await from(browser).check(code)).status).toBe(200);
    });

    it('who use up the messages of the number', async () => {
      const signedIn = await publicly('POST', '/v2/oauth2/tokens/actions/sign_in', {
        account: 'admin',
        password: md5(PASSWORD),
      });
      for (let i = 0; i < 6; i++) {
        await send(KNOWN, 2, await solve());
        world().clock.advance(MINUTE);
      }
      expect((await send(KNOWN, 2, await solve())).code).toBe('AC_TOO_MANY_REQUESTS');
      const device = from(cookieOf(signedIn));
      expect((await device.send(await solve())).status).toBe(200);
      expect((await device.check(lastCode())).status).toBe(200);
    });

    it('and a code is valid once, whether the client keeps the cookie or not', async () => {
      const browser = cookieOf(await send(KNOWN));
      expect((await check(KNOWN, lastCode())).status).toBe(200);
      expect((await from(browser).check(lastCode())).code).toBe('AC_IDENTIFY_CODE_WRONG');
    });

    it('and a code is worth nothing to another browser', async () => {
      const browser = cookieOf(await send(KNOWN));
      world().clock.advance(MINUTE);
      const other = cookieOf(await send(UNKNOWN));
      expect(other).not.toEqual(browser);
      expect((await from({ ...other, ...stranger }).check(lastCode())).code).toBe('AC_IDENTIFY_CODE_WRONG');
    });
  });

  it('cannot be replaced on a closed account', async () => {
    await world().db.admin((run) =>
      run("update accounts set enabled = false, mobile = '13800000009' where user_id = 'closed'"),
    );
    const before = world().outbox.messages.length;
    expect((await send('13800000009')).status).toBe(200);
    expect(world().outbox.messages.length).toBe(before);
  });

  it('refuses an easily guessed password, and then accepts another one', async () => {
    const token = await prove();
    for (const typed of ['Password1', 'admin2026', KNOWN]) {
      const refused = await reset(token, typed);
      expect([refused.status, refused.fields]).toEqual([400, ['/password']]);
    }
    expect((await reset(token, PASSWORD)).status).toBe(200);
  });

  it('is replaced once per token, within ten minutes, and only for the number of the code', async () => {
    const token = await prove();
    expect((await reset(token, NEW, UNKNOWN)).code).toBe('AC_IDENTIFY_CODE_WRONG');
    expect((await reset('x'.repeat(43))).code).toBe('AC_IDENTIFY_CODE_WRONG');
    world().clock.advance(10 * MINUTE);
    const late = await reset(token);
    expect([late.code, messageOf(late)]).toEqual(['AC_IDENTIFY_CODE_WRONG', '验证已过期，请重新获取验证码']);
    const fresh = await prove();
    const answers = await Promise.all([reset(fresh, PASSWORD), reset(fresh, PASSWORD)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is not replaced with a code for another purpose', async () => {
    await send(KNOWN, 1);
    expect((await check(KNOWN, lastCode())).code).toBe('AC_IDENTIFY_CODE_WRONG');
    const client = await world().client.signIn('admin', PASSWORD);
    await client.post(SMS, { type: 5 });
    expect((await check(KNOWN, lastCode())).code).toBe('AC_IDENTIFY_CODE_WRONG');
  });

  it('requires a captcha after several numbers from one address', async () => {
    const codes = [];
    for (let i = 0; i < 12; i++) codes.push((await send(`1390000${String(i).padStart(4, '0')}`)).code ?? 'sent');
    expect(codes).toEqual([
      ...Array<string>(10).fill('sent'),
      'AC_IDENTIFY_CODE_REQUIRED',
      'AC_IDENTIFY_CODE_REQUIRED',
    ]);
    expect((await publicly('GET', '/v2/accounts/mobile/13900009999')).data.captcha_required).toBe(true);
  });

  it('requires a valid mobile number', async () => {
    expect((await send('23800000001')).fields).toEqual(['/mobile']);
    expect((await publicly('GET', '/v2/accounts/mobile/12')).status).toBe(400);
    expect((await publicly('POST', SMS, { type: 4, mobile: KNOWN })).status).toBe(400);
  });

  describe('signing in by short message', () => {
    const enter = (code: string, mobile = KNOWN) => publicly('POST', SIGN_IN, { mobile, code });
    it('opens a session like a password, with a code that is valid once', async () => {
      const old = await world().client.signIn('admin', PASSWORD);
      await send(KNOWN, 1);
      const { status, data } = await enter(lastCode());
      expect([status, data.user_id, data.expires_in]).toEqual([200, 'admin', 7200]);
      expect((await world().client.as({ session: data }).get('/v1/users/info')).status).toBe(200);
      expect((await old.get('/v1/users/info')).code).toBe('AC_AUTH_INVALID_TOKEN');
      expect((await enter(lastCode())).code).toBe('AC_IDENTIFY_CODE_WRONG');
    });
    it('refuses a code after five minutes', async () => {
      await send(KNOWN, 1);
      world().clock.advance(5 * MINUTE + SECOND);
      expect((await enter(lastCode())).code).toBe('AC_IDENTIFY_CODE_WRONG');
    });
  });
});
