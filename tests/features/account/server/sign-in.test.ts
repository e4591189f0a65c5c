import { scryptSync } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../src/platform/errors/app-error.ts';
import { WORK_COST, workInput, workParts, type Work } from '../../../../src/platform/identity/captcha-work.ts';
import type { MemoryState } from '../../../../src/platform/state/server/memory-state.ts';
import { md5, type Answer, type Session } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { HOUR, MINUTE, PASSWORD, anotherProcess, dataOf, messageOf, useWorld } from '../../../support/world.ts';

const SIGN_IN = '/v2/oauth2/tokens/actions/sign_in';

describeApi('signing in', (kind) => {
  const world = useWorld(kind);
  const tryIt = (account: string, password: string, more: object = {}, headers: Record<string, string> = {}) =>
    world().client.publicly('POST', SIGN_IN, { account, password: md5(password), ...more }, headers);
  const times = async (n: number, account: string) => {
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < n; i++) codes.push((await tryIt(account, 'wrong')).code);
    return codes;
  };
  const captchaSession = async () =>
    dataOf<{ session_id: string }>(
      await world().client.publicly('POST', '/v1/accounts/sessions', { session_type: 1, device_id: 'd' }),
    ).session_id;
  /** Searches the number of a task as a browser does. */
  async function solve({ salt, target, limit }: Work): Promise<string> {
    for (let n = 0; n < limit; n++) {
      const { N, r, p, dkLen } = WORK_COST;
      const found = workParts(scryptSync(workInput(n), Buffer.from(salt, 'hex'), dkLen, { N, r, p }));
      if (found.target === target) return found.answer;
    }
    throw new Error('no number fits');
  }
  /** A captcha session with its answer, which is only in the shared state. */
  async function captcha(): Promise<{ session_id: string; verification_code: string }> {
    const { client, services } = world();
    const session_id = await captchaSession();
    const picture = await client.publicly('GET', `/v2/accounts/sessions/${session_id}/verification_code?t=1`);
    expect(picture.status).toBe(200);
    return { session_id, verification_code: (await services.state.get(`captcha:answer:${session_id}`)) ?? 'none' };
  }
  /** Accounts room0, room1 … with the password of the others. */
  const room = (size: number) =>
    world().db.admin((run) =>
      run(
        `insert into accounts (user_id, login_name, login_key, password_hash, real_name, created_at, updated_at)
          select 'room' || n, 'room' || n, 'room' || n, password_hash, real_name, created_at, updated_at
          from accounts, generate_series(0, $1::int - 1) n where user_id = 'plain' on conflict do nothing`,
        [size],
      ),
    );
  const cookieOf = ({ headers }: Answer) => ({ cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? 'none' });
  /** Fails as often as a stranger without a captcha may, and then with captchas, until attempts are delayed. */
  const delay = async (account: string) => {
    await times(3, account);
    for (let i = 0; i < 7; i++) await tryIt(account, 'wrong', await captcha());
  };
  // All earlier counts have expired.
  beforeEach(() => world().clock.advance(25 * HOUR));

  it('returns a token pair with which the caller can sign', async () => {
    const { client, clock } = world();
    const answer = await tryIt('admin', PASSWORD);
    expect(answer.status).toBe(200);
    const { access_token, refresh_token, code, ...rest } = dataOf<Session>(answer);
    expect(rest).toEqual({ user_id: 'admin', expires_in: 7200, server_time: clock.now() });
    for (const secret of [access_token, refresh_token, code]) expect(secret).toMatch(/^[\w-]{43}$/);
    expect((await client.as({ session: dataOf<Session>(answer) }).get('/v1/users/info')).status).toBe(200);
  });

  it.each([
    { tenant: '', device_id: '', session_id: '', verification_code: '' },
    { tenant: null, device_id: null, session_id: null, verification_code: null },
  ])('accepts %j from a client without a captcha', async (none) => {
    expect((await tryIt('admin', PASSWORD, none)).status).toBe(200);
    expect((await tryIt('admin', 'wrong', none)).code).toBe('AC_WRONG_PASSWORD');
    expect(
      (
        await world().client.publicly('POST', '/v1/accounts/sessions', {
          session_type: '',
          device_id: null,
          tenant: '',
        })
      ).status,
    ).toBe(201);
  });

  it.each(['ADMIN', ' admin ', 'ａｄｍｉｎ', '13800000001'])('finds the account by %j', async (name) => {
    expect(dataOf<Session>(await tryIt(name, PASSWORD)).user_id).toBe('admin');
  });

  it('stores neither password nor token in the database', async () => {
    const session = dataOf<Session>(await tryIt('admin', PASSWORD));
    const rows = await world().db.admin(async (run) =>
      JSON.stringify([await run('select * from sessions'), await run('select * from accounts')]),
    );
    for (const secret of [session.access_token, session.refresh_token, session.code, md5(PASSWORD)])
      expect(rows).not.toContain(secret);
    expect(rows).toContain('$argon2id$');
  });

  it('gives the same answer for a wrong password and an unknown name', async () => {
    const [wrong, unknown] = [await tryIt('plain', 'wrong'), await tryIt('stranger', PASSWORD)];
    expect([wrong.status, wrong.code, messageOf(wrong)]).toEqual([401, 'AC_WRONG_PASSWORD', '账号或密码错误']);
    expect([unknown.status, unknown.code, messageOf(unknown)]).toEqual([401, 'AC_WRONG_PASSWORD', '账号或密码错误']);
  });

  it('verifies one hash for an unknown name, as for any other', async () => {
    const { passwords } = world().services;
    const verify = vi.spyOn(passwords, 'verify');
    await tryIt('stranger', 'wrong');
    await tryIt('plain', 'wrong');
    expect(verify.mock.calls.map(([stored, digest]) => [typeof stored, digest])).toEqual([
      ['undefined', md5('wrong')],
      ['string', md5('wrong')],
    ]);
    verify.mockRestore();
  });

  it('neither counts nor verifies an attempt for which there is no room', async () => {
    const { passwords } = world().services;
    const verify = vi.spyOn(passwords, 'verify');
    const inPlace = vi
      .spyOn(passwords, 'inPlace')
      .mockRejectedValue(new AppError('PSY_UNAVAILABLE', { retryInMs: 4200 }));
    for (let i = 0; i < 5; i++) {
      const refused = await tryIt('plain', 'wrong');
      expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([503, 'PSY_UNAVAILABLE', '5']);
    }
    expect(verify).not.toHaveBeenCalled();
    inPlace.mockRestore();
    verify.mockRestore();
    expect((await tryIt('plain', 'wrong')).code).toBe('AC_WRONG_PASSWORD');
    expect((await tryIt('plain', PASSWORD)).status).toBe(200);
  });

  it('lets no attempt wait that lacks a demanded captcha or is delayed', async () => {
    await times(3, 'plain');
    await delay('multi');
    const inPlace = vi.spyOn(world().services.passwords, 'inPlace');
    expect((await tryIt('plain', PASSWORD)).code).toBe('SHOW_VERIFY_CODE');
    expect((await tryIt('multi', PASSWORD)).code).toBe('AC_ACCOUNT_LOCKED');
    expect(inPlace).not.toHaveBeenCalled();
    expect((await tryIt('admin', PASSWORD)).status).toBe(200);
    inPlace.mockRestore();
  });

  it('takes a stranger for one by the address, and a device that the account knows for none', async () => {
    const inPlace = vi.spyOn(world().services.passwords, 'inPlace');
    const device = cookieOf(await tryIt('plain', PASSWORD));
    await tryIt('plain', PASSWORD, {}, device);
    await tryIt('multi', PASSWORD, {}, device);
    expect(inPlace.mock.calls.map(([from]) => from)).toEqual(['127.0.0.1', undefined, '127.0.0.1']);
    inPlace.mockRestore();
  });

  it('refuses a closed account, and says so only after the right password', async () => {
    await world().db.admin((run) => run("update accounts set enabled = false where user_id = 'closed'"));
    expect((await tryIt('closed', 'wrong')).code).toBe('AC_WRONG_PASSWORD');
    const right = await tryIt('closed', PASSWORD);
    expect([right.status, right.code]).toEqual([401, 'AC_ACCOUNT_UN_ENABLE']);
  });

  describe('after wrong passwords', () => {
    it('requires a captcha from the third failure on', async () => {
      expect(await times(3, 'plain')).toEqual(['AC_WRONG_PASSWORD', 'AC_WRONG_PASSWORD', 'SHOW_VERIFY_CODE']);
      const without = await tryIt('plain', PASSWORD);
      expect([without.status, without.code]).toEqual([401, 'SHOW_VERIFY_CODE']);
      expect((await tryIt('plain', PASSWORD, await captcha())).status).toBe(200);
    });

    it('requires it for unknown names too', async () => {
      expect(await times(4, 'stranger')).toEqual([
        'AC_WRONG_PASSWORD',
        'AC_WRONG_PASSWORD',
        'SHOW_VERIFY_CODE',
        'SHOW_VERIFY_CODE',
      ]);
    });

    it('refuses an empty, a wrong and a used captcha code', async () => {
      await times(3, 'plain');
      const solved = await captcha();
      const empty = await tryIt('plain', PASSWORD, { ...solved, verification_code: '' });
      expect([empty.status, empty.code]).toEqual([400, 'AC_IDENTIFY_CODE_REQUIRED']);
      const wrong = await tryIt('plain', PASSWORD, { ...solved, verification_code: 'zzzz0' });
      expect([wrong.status, wrong.code]).toEqual([400, 'AC_IDENTIFY_CODE_WRONG']);
      // A captcha allows one attempt.
      expect((await tryIt('plain', PASSWORD, solved)).code).toBe('AC_IDENTIFY_CODE_WRONG');
    });

    it('ignores the case of a captcha code, and refuses it after five minutes', async () => {
      await times(3, 'plain');
      const late = await captcha();
      world().clock.advance(5 * MINUTE);
      expect((await tryIt('plain', PASSWORD, late)).code).toBe('AC_IDENTIFY_CODE_WRONG');
      const { session_id, verification_code } = await captcha();
      expect(
        (await tryIt('plain', PASSWORD, { session_id, verification_code: ` ${verification_code.toUpperCase()} ` }))
          .status,
      ).toBe(200);
    });

    it('does not count attempts without the demanded captcha', async () => {
      expect(new Set((await times(40, 'plain')).slice(3))).toEqual(new Set(['SHOW_VERIFY_CODE']));
      expect((await tryIt('plain', PASSWORD, await captcha())).status).toBe(200);
    });

    it('delays after the tenth counted failure, ever longer, up to 15 minutes', async () => {
      const { clock } = world();
      await times(3, 'plain');
      for (let i = 0; i < 6; i++)
        expect((await tryIt('plain', 'wrong', await captcha())).code).toBe('SHOW_VERIFY_CODE');
      const waits: number[] = [];
      for (let i = 0; i < 6; i++) {
        const refused = await tryIt('plain', 'wrong', await captcha());
        expect([refused.status, refused.code]).toEqual([429, 'AC_ACCOUNT_LOCKED']);
        waits.push(Number(refused.headers['retry-after']));
        const early = await tryIt('plain', PASSWORD, await captcha());
        expect([early.code, early.headers['retry-after']]).toEqual(['AC_ACCOUNT_LOCKED', String(waits.at(-1))]);
        clock.advance(waits.at(-1)! * 1000);
      }
      expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
      expect((await tryIt('plain', PASSWORD, await captcha())).status).toBe(200);
      expect(await times(1, 'plain')).toEqual(['AC_WRONG_PASSWORD']);
    });

    it('names the wait in the message', async () => {
      await delay('plain');
      expect(messageOf(await tryIt('plain', PASSWORD))).toBe('密码错误次数过多，请 60 秒后再试');
    });

    it('lets devices in that signed in to the account before, while others are delayed', async () => {
      const first = await tryIt('plain', PASSWORD);
      const device = cookieOf(first);
      expect(first.headers['set-cookie']).toEqual([
        expect.stringMatching(/^xinyu-device=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/),
      ]);
      await delay('plain');
      expect((await tryIt('plain', PASSWORD, await captcha())).code).toBe('AC_ACCOUNT_LOCKED');
      expect((await tryIt('plain', PASSWORD, {}, device)).status).toBe(200);
      // The device's success says nothing about the strangers.
      expect((await tryIt('plain', PASSWORD, await captcha())).code).toBe('AC_ACCOUNT_LOCKED');
    });

    it('knows the device of one account as a stranger to another', async () => {
      const device = cookieOf(await tryIt('plain', PASSWORD));
      await delay('multi');
      expect((await tryIt('multi', PASSWORD, await captcha(), device)).code).toBe('AC_ACCOUNT_LOCKED');
    });

    it('counts each of the accounts on a shared device by itself', async () => {
      let device = cookieOf(await tryIt('plain', PASSWORD));
      device = cookieOf(await tryIt('multi', PASSWORD, {}, device));
      await delay('plain');
      await delay('multi');
      for (const name of ['plain', 'multi']) expect((await tryIt(name, PASSWORD, {}, device)).status).toBe(200);
    });

    it('limits a device that signed in before like any other', async () => {
      const device = cookieOf(await tryIt('plain', PASSWORD));
      const codes: (string | undefined)[] = [];
      for (let i = 0; i < 10; i++)
        codes.push((await tryIt('plain', 'wrong', i < 3 ? {} : await captcha(), device)).code);
      expect(codes).toEqual([
        'AC_WRONG_PASSWORD',
        'AC_WRONG_PASSWORD',
        ...Array<string>(7).fill('SHOW_VERIFY_CODE'),
        'AC_ACCOUNT_LOCKED',
      ]);
    });

    it.each([
      ['an invented cookie', () => `xinyu-device=${'a'.repeat(16)}.${'b'.repeat(22)}.${'c'.repeat(22)}`],
      ['a changed cookie', (device: string) => device.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a'))],
      ['a cookie that is no token', () => 'xinyu-device='],
    ])('treats %s as an unknown device', async (_, change) => {
      const device = change(cookieOf(await tryIt('plain', PASSWORD)).cookie);
      await delay('plain');
      expect((await tryIt('plain', PASSWORD, await captcha(), { cookie: device })).code).toBe('AC_ACCOUNT_LOCKED');
    });

    it('does not delay when ten failures are spread over more than 15 minutes', async () => {
      await times(5, 'plain');
      world().clock.advance(15 * MINUTE);
      expect((await times(5, 'plain'))[0]).toBe('AC_WRONG_PASSWORD');
      expect((await tryIt('plain', PASSWORD, await captcha())).status).toBe(200);
    });

    it('counts variants of case and width and the mobile as one account', async () => {
      const names = [
        'admin',
        'ADMIN',
        ' Admin',
        'ａdmin',
        '13800000001',
        'adMin',
        'aDmin',
        'ADmin',
        '１3800000001',
        'admiN',
      ];
      for (const [i, name] of names.entries()) await tryIt(name, 'wrong', i < 3 ? {} : await captcha());
      for (const name of ['admin', 'ADMIN', '13800000001'])
        expect((await tryIt(name, PASSWORD)).code).toBe('AC_ACCOUNT_LOCKED');
    });

    it('does not count concurrent right passwords as failures', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => tryIt('plain', PASSWORD)));
      expect(answers.map((a) => a.status)).toEqual(Array(8).fill(200));
    });

    it('counts failures per account', async () => {
      await delay('plain');
      expect((await tryIt('multi', PASSWORD)).status).toBe(200);
    });

    it('resets the count after a right password', async () => {
      await times(2, 'plain');
      expect((await tryIt('plain', PASSWORD)).status).toBe(200);
      expect(await times(2, 'plain')).toEqual(['AC_WRONG_PASSWORD', 'AC_WRONG_PASSWORD']);
    });

    it('allows at most three concurrent attempts without a captcha, across processes too', async () => {
      const other = await anotherProcess(world());
      const there = (account: string, password: string) =>
        other.client.publicly('POST', SIGN_IN, { account, password: md5(password) });
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? tryIt : there)('plain', 'wrong')),
      );
      await other.close();
      const codes = answers.map((a) => a.code);
      expect(codes.filter((code) => code === 'AC_WRONG_PASSWORD')).toHaveLength(2);
      expect(
        answers.filter((a) => a.code === 'SHOW_VERIFY_CODE' && messageOf(a).startsWith('账号或密码错误')),
      ).toHaveLength(1);
      expect(codes.filter((code) => code === 'SHOW_VERIFY_CODE')).toHaveLength(28);
      expect((await tryIt('plain', PASSWORD, await captcha())).status).toBe(200);
    });

    it('allows at most ten concurrent attempts with captchas, across processes too', async () => {
      const { services } = world();
      const verify = vi.spyOn(services.passwords, 'verify');
      const other = await anotherProcess(world());
      const verifyThere = vi.spyOn(other.services.passwords, 'verify');
      const solved = [];
      for (let i = 0; i < 30; i++) solved.push(await captcha());
      const codes = await Promise.all(
        solved.map(async (one, i) => {
          const body = { account: 'plain', password: md5('wrong'), ...one };
          return (await (i % 2 === 0 ? world() : other).client.publicly('POST', SIGN_IN, body)).code;
        }),
      );
      await other.close();
      const verified = new Set([...verify.mock.calls, ...verifyThere.mock.calls]).size;
      verify.mockRestore();
      verifyThere.mockRestore();
      expect(verified).toBeLessThanOrEqual(11);
      expect(codes.filter((code) => code === 'AC_ACCOUNT_LOCKED').length).toBeGreaterThanOrEqual(19);
    });

    it('are counted for an address when many accounts fail from it, which raises one alarm', async () => {
      const { log, client } = world();
      const alarms = () => log.lines.filter((line) => line.alarm === 'sign-in-address').length;
      const before = alarms();
      for (let i = 0; i < 20; i++) expect((await tryIt(`pupil${i}`, 'wrong')).code).toBe('AC_WRONG_PASSWORD');
      expect(alarms()).toBe(before + 1);
      expect((await tryIt('pupil99', 'wrong')).code).toBe('SHOW_VERIFY_CODE');
      expect((await tryIt('plain', PASSWORD)).code).toBe('SHOW_VERIFY_CODE');
      expect((await tryIt('plain', PASSWORD, await captcha())).status).toBe(200);
      for (let i = 100; i < 110; i++) await tryIt(`pupil${i}`, 'wrong', await captcha());
      expect(alarms()).toBe(before + 1);
      const metrics = await client.raw({
        method: 'GET',
        path: '/metrics',
        headers: { host: client.host },
        body: undefined,
      });
      expect(metrics.text).toMatch(/security_alarms_total\{kind="sign-in-address"\} [1-9]/);
    });

    it('do not suspect an address of which fifty accounts sign in, or one that fails often', async () => {
      await room(50);
      for (let i = 0; i < 50; i++) expect((await tryIt(`room${i}`, PASSWORD)).status).toBe(200);
      await times(40, 'multi');
      expect((await tryIt('plain', PASSWORD)).status).toBe(200);
    });

    it('occupy a bounded number of keys for invented names', async () => {
      const { state } = world().services;
      const size = async () => {
        await state.get('expired keys are dropped');
        return (state as MemoryState).size;
      };
      const before = await size();
      for (let i = 0; i < 100; i++) await tryIt(`invented${i}`, 'wrong');
      // The counts of requests per minute are over.
      world().clock.advance(MINUTE);
      // Twenty names and what is kept of their address; then nothing is counted without a captcha.
      expect((await size()) - before).toBeLessThanOrEqual(2 * 20 + 1);
    });
  });

  it('serves a hundred concurrent sign-ins, and other requests meanwhile', async () => {
    await room(100);
    let through = 0;
    const signingIn = Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const { status } = await tryIt(`room${i}`, PASSWORD);
        through++;
        return status;
      }),
    );
    expect((await world().client.publicly('GET', '/v2/oauth2/server/time')).status).toBe(200);
    expect(through).toBeLessThan(100);
    expect(new Set(await signingIn)).toEqual(new Set([200]));
  });

  it.each([
    ['no password', { account: 'admin' }],
    ['a password as typed', { account: 'admin', password: PASSWORD }],
    ['an empty account', { account: '', password: md5('x') }],
    ['an account that is too long', { account: 'a'.repeat(65), password: md5('x') }],
    ['something else', { account: 'admin', password: md5('x'), role: 4 }],
    ['a list for an account', { account: ['admin'], password: md5('x') }],
  ])('refuses a request with %s', async (_, body) => {
    expect((await world().client.publicly('POST', SIGN_IN, body)).status).toBe(400);
  });

  it('logs who signed in and who was refused, without the input', async () => {
    const { log } = world();
    await tryIt('multi', 'wrong');
    await tryIt('multi', PASSWORD);
    const events = log.lines.filter((line) => line.user_id === 'multi').map((line) => line.msg);
    expect(events).toEqual(expect.arrayContaining(['sign-in refused', 'signed in']));
    for (const typed of [PASSWORD, md5(PASSWORD), md5('wrong')]) expect(log.text).not.toContain(typed);
  });

  describe('a captcha session', () => {
    it('draws a picture that does not contain its answer', async () => {
      const {
        client,
        services: { state },
      } = world();
      const created = await client.publicly('POST', '/v1/accounts/sessions', {});
      expect(created.status).toBe(201);
      const { session_id } = dataOf<{ session_id: string }>(created);
      const picture = await client.publicly('GET', `/v2/accounts/sessions/${session_id}/verification_code`);
      expect(picture.headers['content-type']).toBe('image/png');
      expect(picture.body.subarray(1, 4).toString()).toBe('PNG');
      const answer = (await state.get(`captcha:answer:${session_id}`)) ?? '';
      expect(answer).toMatch(/^[a-z2-9]{4}$/);
      expect(picture.body.toString('latin1').toLowerCase()).not.toMatch(/<svg|<path| d="m/);
    });
    it('gives a task instead of the picture, whose answer takes its place once', async () => {
      const { client, clock } = world();
      const task = async (id: string) =>
        dataOf<Work>(await client.publicly('GET', `/v2/accounts/sessions/${id}/proof_of_work`));
      const solved = async () => {
        const session_id = await captchaSession();
        await client.publicly('GET', `/v2/accounts/sessions/${session_id}/verification_code`);
        return { session_id, verification_code: await solve(await task(session_id)) };
      };
      await times(3, 'plain');
      const first = await solved();
      expect((await tryIt('plain', PASSWORD, first)).status).toBe(200);
      await times(3, 'plain');
      expect((await tryIt('plain', PASSWORD, first)).code).toBe('AC_IDENTIFY_CODE_WRONG');
      const { session_id, verification_code } = await solved();
      const other = await captchaSession();
      const elsewhere = await tryIt('plain', PASSWORD, { session_id: other, verification_code });
      expect(elsewhere.code).toBe('AC_IDENTIFY_CODE_WRONG');
      clock.advance(5 * MINUTE);
      expect((await tryIt('plain', PASSWORD, { session_id, verification_code })).code).toBe('AC_IDENTIFY_CODE_WRONG');
    });
    it('refuses a wrong answer to a task, which uses up the picture too', async () => {
      const { client } = world();
      await times(3, 'plain');
      const { session_id, verification_code } = await captcha();
      const { target } = dataOf<Work>(
        await client.publicly('GET', `/v2/accounts/sessions/${session_id}/proof_of_work`),
      );
      for (const typed of [target, verification_code])
        expect((await tryIt('plain', PASSWORD, { session_id, verification_code: typed })).code).toBe(
          'AC_IDENTIFY_CODE_WRONG',
        );
    });
    it('gives longer tasks to an address that asks for many', async () => {
      const { client } = world();
      const limits: number[] = [];
      for (let i = 0; i < 21; i++) {
        const id = await captchaSession();
        limits.push(dataOf<Work>(await client.publicly('GET', `/v2/accounts/sessions/${id}/proof_of_work`)).limit);
      }
      expect([limits[0], limits[19], limits[20]]).toEqual([96, 96, 192]);
    });
    it('returns 404 when it does not exist or has expired', async () => {
      const { client, clock } = world();
      expect((await client.publicly('GET', '/v2/accounts/sessions/none/verification_code')).status).toBe(404);
      const id = await captchaSession();
      clock.advance(5 * MINUTE);
      expect((await client.publicly('GET', `/v2/accounts/sessions/${id}/verification_code`)).status).toBe(404);
    });
    it('limits the number of pictures', async () => {
      const { client } = world();
      const id = await captchaSession();
      const statuses: number[] = [];
      for (let i = 0; i < 21; i++)
        statuses.push((await client.publicly('GET', `/v2/accounts/sessions/${id}/verification_code`)).status);
      expect(statuses.slice(0, 20).every((s) => s === 200)).toBe(true);
      expect(statuses[20]).toBe(429);
    });
  });
});
