import { afterEach, describe, expect, it } from 'vitest';
import { siteOf } from '../../../../src/platform/identity/server/passkeys.ts';
import { dataOf, rowsOf } from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { SoftAuthenticator, type Ceremony } from './soft-authenticator.ts';

const OWN = '/v2/accounts/passkeys';
const PROPOSALS = `${OWN}/proposals`;
const CHALLENGES = '/v2/accounts/secondaries/passkey/challenges';
const CHECK = '/v2/accounts/secondaries/passkey/check';
const START = '/v2/oauth2/tokens/actions/passkey_challenge';
const SIGN_IN = '/v2/oauth2/tokens/actions/passkey_sign_in';
const BATCHES = '/v3/portal/users/reset_password/batch';
const MINUTE = 60_000;
const INVALID = [400, 'AC_PASSKEY_INVALID'];

interface Started extends Ceremony {
  attempt: string;
}

describeApi('passkeys', (kind) => {
  const server = useServer(kind);
  const sign = async (role: number) => (await server().client.signIn(`o2001r${role}`)).withRole(2001, role);
  const origin = () => `http://${server().client.host}`;
  const outcome = ({ status, code }: Answer) => [status, code];
  const propose = async (client: Client) => {
    const answer = await client.post(PROPOSALS);
    expect(answer.status, answer.text).toBe(201);
    return { ...dataOf<Ceremony & { user_handle: string; exclude: { id: string }[] }>(answer), origin: origin() };
  };
  const enrol = async (client: Client, name = '办公室电脑') => {
    const verified = await client.verified();
    const device = new SoftAuthenticator();
    const answer = await verified.post(OWN, { name, credential: device.create(await propose(verified)) });
    expect(answer.status, answer.text).toBe(201);
    return { device, verified, id: dataOf<{ passkey_id: string }>(answer).passkey_id };
  };
  const publicly = (path: string, body?: object, headers?: Record<string, string>) =>
    server().client.publicly('POST', path, body, headers);
  const start = async (): Promise<Started> => ({ ...dataOf<Started>(await publicly(START)), origin: origin() });
  const enter = (attempt: string, credential: object) => publicly(SIGN_IN, { attempt, credential });
  const challenge = async (client: Client) => ({
    ...dataOf<Ceremony & { allow: { id: string }[] }>(await client.post(CHALLENGES)),
    origin: origin(),
  });

  afterEach(() => rowsOf(server(), 'delete from passkeys'));

  describe('are enrolled', () => {
    it('with a second proof, several for one person, named, renamed and removed', async () => {
      const person = await sign(5);
      expect(outcome(await person.post(PROPOSALS))).toEqual([403, 'PSY_INVALID_SECONDARY_TOKEN']);
      const { device, verified, id } = await enrol(person);
      server().clock.advance(1);
      const { id: other } = await enrol(verified, '手机');
      const { exclude } = await propose(verified);
      expect(exclude.map((one) => one.id)).toContain(device.id);
      expect((await person.put(`${OWN}/${id}`, { name: '教室电脑' })).status).toBe(200);
      const listed = dataOf<{ items: { passkey_id: string }[] }>(await person.get(OWN)).items;
      expect(listed).toEqual([
        expect.objectContaining({ passkey_id: id, name: '教室电脑', is_here: true }),
        expect.objectContaining({ passkey_id: other, name: '手机', is_here: true }),
      ]);
      expect(outcome(await person.delete(`${OWN}/${id}`))).toEqual([403, 'PSY_INVALID_SECONDARY_TOKEN']);
      const stranger = await (await sign(8)).verified();
      expect((await stranger.delete(`${OWN}/${id}`)).status).toBe(404);
      expect((await stranger.put(`${OWN}/${id}`, { name: '我的' })).status).toBe(404);
      expect((await verified.delete(`${OWN}/${id}`)).status).toBe(200);
      const left = dataOf<{ items: { passkey_id: string; name: string }[] }>(await person.get(OWN)).items;
      expect(left).toEqual([expect.objectContaining({ passkey_id: other, name: '手机' })]);
      const started = await start();
      expect(outcome(await enter(started.attempt, device.use(started)))).toEqual(INVALID);
      const logs = await rowsOf(server(), "select act from audit_logs where act like '%passkey' order by at");
      expect(logs.map((log) => log['act'])).toEqual(['enrol_passkey', 'enrol_passkey', 'remove_passkey']);
    });

    it('only as an answer to the own open challenge, from this site, by a verified person', async () => {
      const verified = await (await sign(5)).verified();
      const send = async (credential: object) => outcome(await verified.post(OWN, { name: '甲', credential }));
      const device = new SoftAuthenticator();
      const late = device.create(await propose(verified));
      server().clock.advance(6 * MINUTE);
      expect(await send(late)).toEqual(INVALID);
      for (const faults of [
        { origin: 'https://evil.example' },
        { rpId: 'evil.example' },
        // Present, but not verified.
        { flags: 0x41 },
      ])
        expect([faults, await send(device.create(await propose(verified), faults))]).toEqual([faults, INVALID]);
      const replaced = device.create(await propose(verified));
      await propose(verified);
      expect(await send(replaced)).toEqual(INVALID);
      const others = device.create(await propose(await (await sign(8)).verified()));
      expect(await send(others)).toEqual(INVALID);
      const right = device.create(await propose(verified));
      expect(await send(right)).toEqual([201, undefined]);
      expect(await send(right)).toEqual(INVALID);
      expect(await send(device.create(await propose(verified)))).toEqual([409, 'PSY_CONFLICT']);
    });
  });

  describe('sign in', () => {
    it('their holder, without a name or password, once for each challenge', async () => {
      const { device } = await enrol(await sign(5));
      const started = await start();
      const credential = device.use(started);
      const answer = await enter(started.attempt, credential);
      expect(answer.status, answer.text).toBe(200);
      const client = server().client.as({ session: answer.data }).withRole(2001, 5);
      expect((await client.get('/v1/users/info')).data.login_name).toBe('o2001r5');
      expect(outcome(await enter(started.attempt, credential))).toEqual(INVALID);
    });

    it('nobody with another challenge, site, browser, holder, key, kind of answer or a counter that goes back', async () => {
      const { device } = await enrol(await sign(5));
      const refused: unknown[] = [];
      const attempt = async (use: (started: Started) => object | Promise<object>) => {
        const started = await start();
        refused.push(outcome(await enter(started.attempt, await use(started))));
      };
      await attempt(async () => device.use(await start()));
      await attempt((started) => device.use(started, { origin: 'https://evil.example' }));
      await attempt((started) => device.use(started, { rpId: 'evil.example' }));
      await attempt((started) => device.use(started, { flags: 0x01 }));
      await attempt((started) => device.use(started, { type: 'webauthn.create' }));
      await attempt((started) => device.use(started, { handle: 'c29tZWJvZHkgZWxzZQ' }));
      await attempt((started) => ({ ...device.use(started), user_handle: null }));
      await attempt((started) => ({ ...new SoftAuthenticator().use(started), id: device.id }));
      await attempt((started) => new SoftAuthenticator().use(started));
      const started = await start();
      const elsewhere = { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' };
      refused.push(
        outcome(await publicly(SIGN_IN, { attempt: started.attempt, credential: device.use(started) }, elsewhere)),
      );
      const expired = await start();
      server().clock.advance(6 * MINUTE);
      refused.push(outcome(await enter(expired.attempt, device.use(expired))));
      expect(refused).toEqual(refused.map(() => INVALID));
      const right = await start();
      expect((await enter(right.attempt, device.use(right, { counter: 50 }))).status).toBe(200);
      const cloned = await start();
      expect(outcome(await enter(cloned.attempt, device.use(cloned, { counter: 50 })))).toEqual(INVALID);
    });

    it('only one of two at once, and nobody whose account is disabled', async () => {
      const { device } = await enrol(await sign(5));
      const [one, two] = [await start(), await start()];
      const answers = await Promise.all([
        enter(one.attempt, device.use(one, { counter: 9 })),
        enter(two.attempt, device.use(two, { counter: 9 })),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      const setEnabled = (enabled: boolean) =>
        rowsOf(server(), `update accounts set enabled = ${enabled} where login_name = 'o2001r5'`);
      await setEnabled(false);
      const started = await start();
      expect((await enter(started.attempt, device.use(started))).code).toBe('AC_ACCOUNT_UN_ENABLE');
      await setEnabled(true);
    });

    it('no more once an administrator has reset the password or the devices', async () => {
      const { device } = await enrol(await sign(7));
      const userId = String((await rowsOf(server(), 'select user_id from passkeys'))[0]?.['user_id']);
      const admin = await (await sign(4)).verified();
      expect((await admin.delete(`/v1/portal/teachers/${userId}/authenticator`)).status).toBe(200);
      const started = await start();
      expect(outcome(await enter(started.attempt, device.use(started)))).toEqual(INVALID);
      const again = await enrol(await sign(7));
      expect((await admin.post(`/v1/portal/users/${userId}/reset_passwords`)).status).toBe(200);
      const next = await start();
      expect(outcome(await enter(next.attempt, again.device.use(next)))).toEqual(INVALID);
    });
  });

  describe('are a second proof', () => {
    it('of their holder, in this session and for one challenge', async () => {
      const person = await sign(5);
      const { device } = await enrol(person);
      expect((await challenge(person)).allow).toEqual([expect.objectContaining({ id: device.id })]);
      const credential = device.use(await challenge(person));
      const answer = await person.post(CHECK, { credential });
      expect(answer.status, answer.text).toBe(200);
      expect(outcome(await person.post(CHECK, { credential }))).toEqual(INVALID);
      const { secondary_token } = dataOf<{ secondary_token: string }>(answer);
      expect((await person.get(BATCHES)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
      expect((await person.as({ secondaryToken: secondary_token }).get(BATCHES)).status).toBe(200);
      const other = await sign(8);
      expect(outcome(await other.post(CHECK, { credential: device.use(await challenge(other)) }))).toEqual(INVALID);
      const signIn = await start();
      expect(outcome(await person.post(CHECK, { credential: device.use(signIn) }))).toEqual(INVALID);
    });

    it('not for a role that must use an authenticator app', async () => {
      const person = await sign(5);
      const { device } = await enrol(person);
      const config = async (authenticator_roles: number[]) => {
        const admin = await (await sign(4)).verified();
        expect((await admin.put('/v1/portal/securities/config', { authenticator_roles })).status).toBe(200);
      };
      const credential = device.use(await challenge(person));
      const proof = dataOf<{ secondary_token: string }>(await person.post(CHECK, { credential })).secondary_token;
      await config([5]);
      expect((await person.as({ secondaryToken: proof }).get(BATCHES)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
      const next = device.use(await challenge(person));
      expect((await person.post(CHECK, { credential: next })).code).toBe('PSY_AUTHENTICATOR_REQUIRED');
      await config([]);
    });
  });

  it('belong to the host and not to its port', () => {
    expect(siteOf('https://portal.example:8443')).toEqual({
      origin: 'https://portal.example:8443',
      rpId: 'portal.example',
    });
  });
});
