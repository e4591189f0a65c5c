import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkAuthenticator } from '../../../../src/platform/identity/server/authenticator.ts';
import { moveAuthenticators } from '../../../../src/platform/identity/server/move-authenticators.ts';
import { dataOf, rowsOf, type Listed } from '../../../platform/resources/server/support.ts';
import { md5, type Answer, type Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { anotherProcess } from '../../../support/world.ts';

const OWN = '/v2/accounts/authenticator';
const PROPOSALS = `${OWN}/proposals`;
const CHECK = '/v2/accounts/secondaries/authenticator/check';
const PASSWORD_CHECK = '/v2/accounts/secondaries/password/check';
const CONFIG = '/v1/portal/securities/config';
const BATCHES = '/v3/portal/users/reset_password/batch';
const PASSWORD = md5('Demo-2026!');
const PERIOD = 30_000;

interface Enrolled {
  secondary_token: string;
  recovery_codes: string[];
}

describeApi('an authenticator app', (kind) => {
  const server = useServer(kind);
  let person: Client;
  const sign = async (role: number) => (await server().client.signIn(`o2001r${role}`)).withRole(2001, role);
  const codeOf = (secret: string, later = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server().clock.now() + later });
  const propose = async (client = person) =>
    dataOf<{ secret: string; uri: string }>(await client.post(PROPOSALS, { password: PASSWORD }));
  const enrol = async (client = person) => {
    const { secret } = await propose(client);
    const answer = await client.post(OWN, { code: codeOf(secret) });
    expect(answer.status).toBe(201);
    return { secret, ...dataOf<Enrolled>(answer) };
  };
  const check = (code: string, client = person) => client.post(CHECK, { code });
  const outcome = ({ status, code }: Answer) => [status, code];
  const proved = (answer: Answer, client = person) =>
    client.as({ secondaryToken: dataOf<Enrolled>(answer).secondary_token });
  const demand = async (authenticator_roles: number[]) => {
    const admin = await (await sign(4)).verified();
    expect((await admin.put(CONFIG, { authenticator_roles })).status).toBe(200);
  };
  const WRONG = [400, 'AC_IDENTIFY_CODE_WRONG'];
  const UNPROVED = [403, 'PSY_INVALID_SECONDARY_TOKEN'];

  beforeEach(async () => {
    // Earlier attempts have expired, and so have codes of the same period.
    server().clock.advance(20 * 60_000);
    person = await sign(5);
  });
  afterEach(() => rowsOf(server(), 'delete from authenticators'));

  it('is enrolled with the password and its first code, which is a proof too', async () => {
    expect(dataOf(await person.get(OWN))).toEqual({ enrolled: false, required: false, recovery_codes_left: 0 });
    expect(outcome(await person.post(PROPOSALS, { password: md5('wrong') }))).toEqual([401, 'AC_WRONG_PASSWORD']);
    const { secret, uri } = await propose();
    expect(uri).toMatch(/^otpauth:\/\/totp\/%E5%BF%83%E8%82%B2:o2001r5\?/);
    expect(outcome(await person.post(OWN, { code: '000000' }))).toEqual(WRONG);
    const answer = await person.post(OWN, { code: codeOf(secret) });
    expect(new Set(dataOf<Enrolled>(answer).recovery_codes).size).toBe(10);
    expect((await proved(answer).get(BATCHES)).status).toBe(200);
    expect(dataOf(await person.get(OWN))).toMatchObject({ enrolled: true, recovery_codes_left: 10 });
    expect(outcome(await person.post(PROPOSALS, { password: PASSWORD }))).toEqual([409, 'PSY_CONFLICT']);
    expect(outcome(await person.post(OWN, { code: codeOf(secret) }))).toEqual(WRONG);
  });

  it('verifies nothing where there is none, or where it cannot be read', async () => {
    const parts = server().services;
    const userId = String(
      (await rowsOf(server(), "select user_id from accounts where login_name = 'o2001r5'"))[0]?.['user_id'],
    );
    expect(await checkAuthenticator(parts, userId, '000000')).toBe(false);
    const { secret, recovery_codes } = await enrol();
    server().clock.advance(2 * PERIOD);
    await rowsOf(server(), "update authenticators set secret = 'unreadable'");
    for (const code of [codeOf(secret), recovery_codes[0] ?? '']) expect(outcome(await check(code))).toEqual(WRONG);
    expect(await checkAuthenticator(parts, userId, codeOf(secret))).toBe(false);
  });

  it('verifies by each code once, and by none of an earlier time', async () => {
    const { secret } = await enrol();
    // The code of the enrolment is used.
    expect(outcome(await check(codeOf(secret)))).toEqual(WRONG);
    server().clock.advance(2 * PERIOD);
    const code = codeOf(secret);
    const answers = await Promise.all([check(code), check(code), check(code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcome(await check(codeOf(secret, -PERIOD)))).toEqual(WRONG);
  });

  it('accepts a clock that is half a minute off, and no more', async () => {
    const { secret } = await enrol();
    server().clock.advance(5 * PERIOD);
    expect(outcome(await check(codeOf(secret, -2 * PERIOD)))).toEqual(WRONG);
    expect(outcome(await check(codeOf(secret, 2 * PERIOD)))).toEqual(WRONG);
    expect((await check(codeOf(secret, PERIOD))).status).toBe(200);
  });

  it('is replaced by a recovery code, each once, in any spelling', async () => {
    const { recovery_codes } = await enrol();
    const [first = '', second = ''] = recovery_codes;
    expect((await proved(await check(first)).get(BATCHES)).status).toBe(200);
    expect(outcome(await check(first))).toEqual(WRONG);
    expect((await check(` ${second.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect(dataOf(await person.get(OWN))).toMatchObject({ recovery_codes_left: 8 });
  });

  it('is closed after five wrong codes, also for the right one', async () => {
    const { secret } = await enrol();
    server().clock.advance(2 * PERIOD);
    for (let i = 0; i < 4; i++) {
      expect(outcome(await check(`00000${i}`))).toEqual(WRONG);
      // A right password gives no further attempts.
      await person.verified();
    }
    const LOCKED = [429, 'AC_ACCOUNT_LOCKED'];
    expect([outcome(await check('000004')), outcome(await check(codeOf(secret)))]).toEqual([LOCKED, LOCKED]);
  });

  it('is stored encrypted, its recovery codes as hashes, and none of it is logged', async () => {
    const { secret, recovery_codes } = await enrol();
    const stored = JSON.stringify([
      await rowsOf(server(), 'select * from authenticators'),
      await rowsOf(server(), 'select row_to_json(l)::text as entry from audit_logs l'),
      server().log.text,
    ]);
    for (const text of [secret, ...recovery_codes, ...recovery_codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });

  describe('under a new APP_SECRET', () => {
    /** The same person after the operator changed it: everybody signs in again. */
    const afterChange = async () => {
      const other = await anotherProcess(server(), { secret: 'another secret of the tests, as long as the usual one' });
      onTestFinished(() => other.close());
      return (await other.client.signIn('o2001r5')).withRole(2001, 5);
    };

    it('goes on, with its codes and its recovery codes', async () => {
      const { secret, recovery_codes } = await enrol();
      server().clock.advance(2 * PERIOD);
      const client = await afterChange();
      expect(dataOf(await client.get(OWN))).toMatchObject({ enrolled: true, recovery_codes_left: 10 });
      expect((await check(codeOf(secret), client)).status).toBe(200);
      expect((await check(recovery_codes[0] ?? '', client)).status).toBe(200);
    });

    it('goes on where an earlier version had stored it, once a start has moved it', async () => {
      const { secret } = await enrol();
      const { cipher } = server().services;
      const [row] = await rowsOf(server(), 'select user_id from authenticators');
      const former = cipher.encrypt(`authenticator of ${String(row?.['user_id'])}`, secret);
      await rowsOf(server(), 'update authenticators set secret = $1', former);
      server().clock.advance(2 * PERIOD);
      expect((await check(codeOf(secret))).status).toBe(200);
      expect([await moveAuthenticators(server().services), await moveAuthenticators(server().services)]).toEqual([
        1, 0,
      ]);
      server().clock.advance(2 * PERIOD);
      expect((await check(codeOf(secret), await afterChange())).status).toBe(200);
    });

    it('cannot be read where it was stored under another one, and can be enrolled again', async () => {
      await enrol();
      await rowsOf(server(), "update authenticators set secret = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'");
      expect(await moveAuthenticators(server().services)).toBe(0);
      expect(dataOf(await person.get(OWN))).toMatchObject({ enrolled: false });
      server().clock.advance(2 * PERIOD);
      await enrol();
    });
  });

  it('is removed with a second proof only, which is logged', async () => {
    await enrol();
    expect(outcome(await person.delete(OWN))).toEqual(UNPROVED);
    expect((await (await person.verified()).delete(OWN)).status).toBe(200);
    expect(dataOf(await person.get(OWN))).toMatchObject({ enrolled: false });
    const logs = await rowsOf(
      server(),
      "select act from audit_logs where row_id = 'u-o2001r5' order by at desc limit 2",
    );
    expect(logs.map(({ act }) => act).toSorted()).toEqual(['enrol_authenticator', 'remove_authenticator']);
  });

  it('is required from the roles that the organisation names, at once and by no other proof', async () => {
    const before = await person.verified();
    expect((await before.get(BATCHES)).status).toBe(200);
    await demand([5]);
    try {
      expect(outcome(await before.get(BATCHES))).toEqual(UNPROVED);
      expect(outcome(await person.post(PASSWORD_CHECK, { password: PASSWORD }))).toEqual([
        403,
        'PSY_AUTHENTICATOR_REQUIRED',
      ]);
      expect(dataOf(await person.get(OWN))).toMatchObject({ enrolled: false, required: true });
      const { secondary_token } = await enrol();
      expect((await person.as({ secondaryToken: secondary_token }).get(BATCHES)).status).toBe(200);
    } finally {
      await demand([]);
    }
    expect((await (await person.verified()).get(BATCHES)).status).toBe(200);
  });

  it('can be required from the roles of the organisation only', async () => {
    const admin = await (await sign(4)).verified();
    const refused = await admin.put(CONFIG, { authenticator_roles: [5, 1] });
    expect([refused.status, refused.fields]).toEqual([400, ['/authenticator_roles/1']]);
    expect(dataOf(await admin.get(CONFIG))).toMatchObject({ authenticator_roles: [] });
  });

  it('is reset by an administrator with a second proof, which is logged', async () => {
    await enrol();
    const plain = await sign(4);
    const path = '/v1/portal/teachers/u-o2001r5/authenticator';
    expect(outcome(await plain.delete(path))).toEqual(UNPROVED);
    const admin = await plain.verified();
    expect((await admin.delete(path)).status).toBe(200);
    expect(dataOf(await person.get(OWN))).toMatchObject({ enrolled: false });
    expect((await admin.delete(path)).status).toBe(404);
    const { items } = dataOf<Listed>(await admin.get('/v1/portal/audits/logs/list?act=reset_authenticator'));
    expect(items).toMatchObject([{ act: 'reset_authenticator', row_id: 'u-o2001r5' }]);
    // A deputy cannot change the account of the role above.
    const deputy = await person.verified();
    expect(outcome(await deputy.delete('/v1/portal/teachers/u-o2001r4/authenticator'))).toEqual([403, 'AC_FORBIDDEN']);
  });
});
