import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrgContext, SessionLimit } from '../../../../src/platform/context/server/context.ts';
import { implement } from '../../../../src/platform/context/server/context.ts';
import { endpoint, type Access, type EndpointSpec } from '../../../../src/platform/contract/endpoint.ts';
import { md5, type Client } from '../../../support/client.ts';
import { useServer } from '../../../support/server.ts';
import { MINUTE, PASSWORD, populate } from '../../../support/world.ts';

const WINDOW = { address: Infinity, account: 3 };
const org = (area: string): Access => ({ auth: 'org', area, act: 'open' });
const SHEET = 'screening/answer';
const call = (name: string, access: Access, more: Partial<EndpointSpec> = {}): EndpointSpec =>
  endpoint({ name: `test.${name}`, method: 'GET', path: `/v1/test/${name}`, summary: 'x', access, ...more });
const row = (name: string) => ({ path: `/v1/test/${name}/:id`, limited: { row: 'id' } }) as const;

const calls: readonly EndpointSpec[] = [
  call('open', org('directory')),
  call('passive', org('directory'), { passive: true }),
  call('sheet', org(SHEET), row('sheet')),
  call('result', org('screening/result'), row('result')),
  call('account', { auth: 'account' }, row('account')),
  call('unlimited', org(SHEET), { path: '/v1/test/unlimited/:id' }),
  call('itself', { auth: 'account' }, { limited: 'session' }),
  call('person', { auth: 'account' }),
  call('stream', org('directory'), { kind: 'stream' }),
  call('vouched', { auth: 'account' }, { whenVouchedFor: true }),
  call('initial', { auth: 'account' }, { withInitialPassword: true }),
  call('optional', { auth: 'optional' }),
  call('proved', { auth: 'account' }, { verified: true }),
  call('reads', org('directory')),
  call('changes', org('directory'), { method: 'PUT' }),
  call('file', org('directory'), { kind: 'blob' }),
  call('lease', org('directory')),
];

const served: string[] = [];

describe('admission', () => {
  const server = useServer('embedded', {
    seed: false,
    calls: calls.map((one) =>
      implement(one, async (ctx) => {
        if (one.name === 'test.lease') await (ctx as OrgContext).transaction(async () => undefined);
        served.push(one.name);
      }),
    ),
    app: { limits: { system: WINDOW, 'test.optional': { address: 2 } } },
  });
  beforeAll(() => populate(server()));
  const from = { device: 'a test', address: '127.0.0.1' };
  const soon = () => server().clock.now() + 60 * MINUTE;
  const outcome = async (client: Client, path: string) => {
    const { status, code } = await client.get(`/v1/test/${path}`);
    return code ?? status;
  };

  it('notes that a session is used by a person, and not that a page asks by itself', async () => {
    const client = (await server().client.signIn('admin', PASSWORD)).withRole('S1', 4);
    const seen = async () => (await server().services.sessions.list('admin'))[0]?.seenAt;
    const before = await seen();
    server().clock.advance(2 * MINUTE);
    expect([await outcome(client, 'passive'), await seen()]).toEqual([200, before]);
    expect([await outcome(client, 'open'), await seen()]).toEqual([200, expect.not.stringMatching(String(before))]);
    server().clock.advance(2 * MINUTE);
    const { sessions } = server().services;
    const touch = sessions.touch;
    sessions.touch = () => Promise.reject(new Error('no database'));
    expect(await outcome(client, 'open')).toBe(200);
    sessions.touch = touch;
  });

  it('keeps the nonce before a request changes anything and before any answer, and reads meanwhile', async () => {
    const client = (await server().client.signIn('admin', PASSWORD)).withRole('S1', 4);
    const { state } = server().services;
    const waits: (() => void)[] = [];
    const isKept = () => new Promise<void>((resolve) => waits.push(resolve));
    vi.spyOn(state, 'claimEarly').mockImplementation(async (...claim) => {
      let kept: Promise<void> | undefined;
      return (await state.claim(...claim)) ? () => (kept ??= isKept()) : undefined;
    });
    const whileHeld = async (send: () => Promise<{ status: number }>) => {
      served.length = 0;
      const answers: number[] = [];
      const answered = send().then(({ status }) => answers.push(status));
      await vi.waitFor(() => expect(waits).toHaveLength(1));
      const before = { served: [...served], answers: [...answers] };
      for (const end of waits.splice(0)) end();
      await answered;
      return { before, served: [...served], answers };
    };
    const held = { served: [], answers: [] };
    expect(await whileHeld(() => client.get('/v1/test/reads'))).toEqual({
      before: { served: ['test.reads'], answers: [] },
      served: ['test.reads'],
      answers: [200],
    });
    expect(await whileHeld(() => client.put('/v1/test/changes'))).toEqual({
      before: held,
      served: ['test.changes'],
      answers: [200],
    });
    expect(await whileHeld(() => client.get('/v1/test/lease'))).toMatchObject({ before: held, served: ['test.lease'] });
    expect(await whileHeld(() => client.get('/v1/test/file'))).toMatchObject({ before: held, served: ['test.file'] });
    expect(await whileHeld(() => client.get('/v1/test/sheet/own'))).toMatchObject({ before: held, answers: [403] });
  });

  it('holds a limited session to the calls that name its area and its row', async () => {
    const limit: SessionLimit = { orgId: 'S1', identity: 1, childId: 'chS1-1', area: SHEET, rowId: 'own' };
    const session = await server().services.sessions.openLimited(limit, soon(), 'web', from);
    const at = (id: string) => server().client.as({ session }).withoutRole(id);
    const client = at('S1');
    const paths = ['sheet/own', 'sheet/other', 'result/own', 'account/own', 'unlimited/own', 'person', 'itself'];
    expect(await Promise.all(paths.map((path) => outcome(client, path)))).toEqual([
      200,
      ...Array<string>(5).fill('AC_FORBIDDEN'),
      200,
    ]);
    expect(await outcome(at('S2'), 'sheet/own')).toBe('AC_ORG_ROLE_FORBIDDEN');
    expect(await outcome(client.withRole('S1', 4), 'sheet/own')).toBe('AC_ORG_ROLE_FORBIDDEN');
    const student = (await server().client.signIn('student', PASSWORD)).withoutRole('S1');
    expect(await outcome(student, 'unlimited/any')).toBe(200);
  });

  describe('of a system', () => {
    const enter = async (networks: string[], roleId = '') => {
      const grant = {
        orgId: 'S1',
        responsible: 'admin',
        roleId: 4,
        rights: ['directory open'],
        networks,
        until: new Date(soon()).toISOString(),
      };
      const session = await server().services.sessions.openService('plain', grant, soon(), from);
      const orgType = '2';
      return server().client.as({ session: { ...session, refresh_token: '' }, org: { orgId: 'S1', orgType, roleId } });
    };

    it('is from its networks, and to no call that is made for people', async () => {
      server().clock.advance(MINUTE);
      expect(await outcome(await enter(['10.0.0.0/8']), 'itself')).toBe('AC_FORBIDDEN');
      const inside = await enter(['127.0.0.0/8', '::1/128']);
      const paths = ['person', 'stream', 'vouched', 'itself', 'sheet/own'];
      expect(await Promise.all(paths.map((path) => outcome(inside, path)))).toEqual([
        ...Array<string>(3).fill('AC_FORBIDDEN'),
        200,
        'AC_FORBIDDEN',
      ]);
      expect(await outcome(await enter([], '4'), 'open')).toBe('AC_ORG_ROLE_FORBIDDEN');
    });

    it('is counted, whatever it calls', async () => {
      server().clock.advance(MINUTE);
      const [one, other] = [await enter([]), await enter([])];
      const answers = [];
      for (const client of [one, other, one, other]) answers.push(await outcome(client, 'itself'));
      expect(answers).toEqual([200, 200, 200, 'AC_TOO_MANY_REQUESTS']);
    });
  });

  it('of somebody whom an organisation vouches for is to this organisation, as staff', async () => {
    const session = await server().services.sessions.open('multi', 'web', from, { orgId: 'S2' });
    const client = server().client.as({ session });
    expect(await Promise.all(['person', 'vouched'].map((path) => outcome(client, path)))).toEqual([
      'PSY_ACCOUNT_CLOSED_HERE',
      200,
    ]);
    expect(await outcome(client.withRole('S2', 4), 'open')).toBe(200);
    expect(await outcome(client.withRole('S1', 8), 'open')).toBe('AC_ORG_ROLE_FORBIDDEN');
    // They did not use the password: whose it is does not matter.
    await server().db.admin((run) => run("update accounts set password_initial = true where user_id = 'multi'"));
    server().clock.advance(2 * MINUTE);
    expect(await outcome(client.withRole('S2', 4), 'open')).toBe(200);
  });

  it('of an initial password is to what replaces it', async () => {
    const client = await server().client.signIn('mixed', PASSWORD);
    expect(await outcome(client, 'person')).toBe(200);
    await server().db.admin((run) => run("update accounts set password_initial = true where user_id = 'mixed'"));
    server().clock.advance(2 * MINUTE);
    expect(await Promise.all(['person', 'initial'].map((path) => outcome(client, path)))).toEqual([
      'PSY_PASSWORD_INITIAL',
      200,
    ]);
  });

  it('without a signature is only to calls that ask for none, and is counted', async () => {
    const publicly = async (path: string) => (await server().client.publicly('GET', `/v1/test/${path}`)).code ?? 200;
    expect(await publicly('person')).toBe('AC_AUTH_INVALID_TOKEN');
    expect([await publicly('optional'), await publicly('optional'), await publicly('optional')]).toEqual([
      200,
      200,
      'AC_TOO_MANY_REQUESTS',
    ]);
    const signed = await server().client.signIn('plain', PASSWORD);
    expect(await outcome(signed, 'optional')).toBe(200);
    const forged = { ...signed.session, code: 'another' };
    expect(await outcome(signed.as({ session: forged }), 'optional')).toBe('AC_AUTH_INVALID_SIGNATURE');
  });

  it('with a second proof is also to calls of an account, before an organisation was chosen', async () => {
    const client = await server().client.signIn('admin', PASSWORD);
    expect(await outcome(client, 'proved')).toBe('PSY_INVALID_SECONDARY_TOKEN');
    const answer = await client.post('/v2/accounts/secondaries/password/check', { password: md5(PASSWORD) });
    expect(await outcome(client.as({ secondaryToken: answer.data.secondary_token }), 'proved')).toBe(200);
  });

  it('of an account names an organisation wholly or not at all', async () => {
    const client = await server().client.signIn('admin', PASSWORD);
    expect(await outcome(client, 'person')).toBe(200);
    for (const part of [
      { orgId: 'S1', orgType: '', roleId: '' },
      { orgId: '', orgType: '2', roleId: '' },
      { orgId: '', orgType: '', roleId: '4' },
    ])
      expect([part, await outcome(client.as({ org: part }), 'person')]).toEqual([part, 'AC_ORG_ROLE_FORBIDDEN']);
  });
});
