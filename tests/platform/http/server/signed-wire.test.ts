import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { macHeader, newNonce, type Answer, type Client, type Outgoing, type Signed } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { startServer, TestClock, useServer } from '../../../support/server.ts';

const MINUTE = 60_000;
const INFO = '/v1/users/info';
const CLASSES = '/v1/portal/classes';

const newClass = { class_name: '签名测试班', period: 3, grade: 7 };

describeApi('the signed wire', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  beforeAll(async () => {
    admin = (await server().client.signIn('o2001r4')).withRole(2001, 4);
  });

  const header =
    (change: (text: string) => string) =>
    (request: Outgoing): Outgoing => ({
      ...request,
      headers: { ...request.headers, authorization: change(String(request.headers['authorization'])) },
    });
  const refused = (answer: Answer) => [answer.status, answer.code];

  it('answers a signed request', async () => {
    const answer = await admin.get(`${CLASSES}?class_name=%E5%88%9D&size=2&sort=-grade`);
    expect(answer.status).toBe(200);
    expect(answer.data.items).toHaveLength(2);
  });

  it('answers a request with a signed body', async () => {
    const spaced = `{ "class_name" : "\\u7b7e名测试一班",\n\t"period": 3, "grade": 7 }`;
    const answer = await admin.post(CLASSES, spaced, { headers: { 'content-type': 'application/json' } });
    expect(answer.data?.class_name).toBe('签名测试一班');
    expect(answer.status).toBe(201);
  });

  describe('refuses as an invalid token', () => {
    it.each([
      ['no header', () => undefined],
      ['an empty one', () => ''],
      ['another scheme', () => 'Bearer abcdefghijklmnopqrst'],
      ['an unknown token', (text: string) => text.replace(/id="[^"]+"/, `id="${'A'.repeat(43)}"`)],
    ])('%s', async (_, change) => {
      const answer = await admin.get(INFO, {
        tamper: ({ headers: { authorization, ...headers }, ...rest }) => {
          const changed = change(String(authorization));
          return { ...rest, headers: changed === undefined ? headers : { ...headers, authorization: changed } };
        },
      });
      expect(refused(answer)).toEqual([401, 'AC_AUTH_INVALID_TOKEN']);
    });

    it('the token of a session that was signed out', async () => {
      const gone = await server().client.signIn('o2001r5');
      expect((await gone.delete(`/v2/oauth2/tokens/${gone.session.access_token}`)).status).toBe(200);
      expect(refused(await gone.get(INFO))).toEqual([401, 'AC_AUTH_INVALID_TOKEN']);
    });
  });

  it('refuses an expired token with its own code', async () => {
    const clock = new TestClock();
    clock.time = server().clock.time + 121 * MINUTE;
    const later = await startServer(server().db, {}, clock);
    try {
      const answer = await admin.as({ port: later.port, now: clock.now }).get(INFO);
      expect(refused(answer)).toEqual([401, 'AC_AUTH_TOKEN_EXPIRED']);
    } finally {
      await later.close();
    }
  });

  describe('refuses as an invalid signature', () => {
    const cases: [string, (request: Outgoing) => Outgoing][] = [
      ['another mac', header((text) => text.replace(/mac="(.)/, (_, c: string) => `mac="${c === 'A' ? 'B' : 'A'}`))],
      [
        'a mac under another secret',
        header(() =>
          macHeader(
            { access_token: admin.session.access_token, code: 'another secret' },
            partsOf('GET', `${CLASSES}?size=1`),
          ),
        ),
      ],
      ['an altered ts', header((text) => text.replace(/ts="(\d+)"/, (_, ts: string) => `ts="${Number(ts) + 1}"`))],
      ['an altered nonce', header((text) => text.replace(/nonce="[^"]+"/, `nonce="${newNonce()}"`))],
      ['an altered path', (r) => ({ ...r, path: r.path.replace('classes', 'students') })],
      ['an altered query', (r) => ({ ...r, path: r.path.replace('size=1', 'size=2') })],
      ['a query in another order', (r) => ({ ...r, path: `${CLASSES}?page=1&size=1` })],
      ['a query spelled otherwise', (r) => ({ ...r, path: r.path.replace('size=1', 'size=%31') })],
      ['another method', (r) => ({ ...r, method: 'POST' })],
      ['another host', (r) => ({ ...r, headers: { ...r.headers, host: 'portal.example' } })],
      ['another app', (r) => ({ ...r, headers: { ...r.headers, 'app-id': 'portal-mobile' } })],
      ['another organisation', (r) => ({ ...r, headers: { ...r.headers, 'org-id': '2002' } })],
      ['another kind of organisation', (r) => ({ ...r, headers: { ...r.headers, 'org-type': '1' } })],
      ['another role', (r) => ({ ...r, headers: { ...r.headers, 'role-id': '5' } })],
      ['a role left out', ({ headers: { 'role-id': _, ...headers }, ...r }) => ({ ...r, headers })],
      ['a secondary token slipped in', (r) => ({ ...r, headers: { ...r.headers, 'secondary-token': 'x' } })],
      [
        'a body slipped in',
        (r) => ({
          ...r,
          body: Buffer.from('{}'),
          headers: { ...r.headers, 'content-type': 'application/json', 'content-length': '2' },
        }),
      ],
      ['a bodyhash slipped in', header((text) => text.replace('bodyhash=""', `bodyhash="${'A'.repeat(43)}"`))],
      ['a nonce of 15 characters', header((text) => text.replace(/nonce="[^"]+"/, `nonce="${'a'.repeat(15)}"`))],
      ['a nonce of 65 characters', header((text) => text.replace(/nonce="[^"]+"/, `nonce="${'a'.repeat(65)}"`))],
      ['a nonce with other characters', header((text) => text.replace(/nonce="[^"]+"/, `nonce="${'a'.repeat(16)}+"`))],
      ['a header with a part more', header((text) => `${text},x="y"`)],
      [
        'a header with its parts in another order',
        header((text) => text.replace(/(ts="[^"]+"),(nonce="[^"]+")/, '$2,$1')),
      ],
      ['a header without its mac', header((text) => text.replace(/,mac="[^"]+"/, ''))],
    ];
    const partsOf = (method: string, path: string): Signed => ({
      ts: String(server().clock.now()),
      nonce: newNonce(),
      method,
      path,
      host: admin.host,
      appId: 'portal-web',
      orgId: '2001',
      orgType: '2',
      roleId: '4',
      secondaryToken: '',
      body: undefined,
    });
    it.each(cases)('%s', async (_, tamper) => {
      expect(refused(await admin.get(`${CLASSES}?size=1`, { tamper }))).toEqual([401, 'AC_AUTH_INVALID_SIGNATURE']);
    });

    it('an altered body, and writes nothing', async () => {
      const before = (await admin.get(CLASSES)).data.total;
      const tamper = (r: Outgoing): Outgoing => ({
        ...r,
        body: Buffer.from(String(r.body).replace('签名测试班', '替换测试班')),
      });
      expect(refused(await admin.post(CLASSES, newClass, { tamper }))).toEqual([401, 'AC_AUTH_INVALID_SIGNATURE']);
      expect(
        refused(
          await admin.post(CLASSES, newClass, {
            tamper: (r) => ({ ...r, body: undefined, headers: { ...r.headers, 'content-length': '0' } }),
          }),
        ),
      ).toEqual([401, 'AC_AUTH_INVALID_SIGNATURE']);
      expect((await admin.get(CLASSES)).data.total).toBe(before);
    });
  });

  describe('refuses as an invalid nonce', () => {
    it.each([[-5 * MINUTE - 1], [5 * MINUTE + 1], [-60 * MINUTE], [24 * 60 * MINUTE]])(
      'a ts that is %d ms off',
      async (off) => {
        expect(refused(await admin.get(INFO, { sign: { ts: String(server().clock.now() + off) } }))).toEqual([
          401,
          'AC_NONCE_INVALID',
        ]);
      },
    );

    it.each([[-5 * MINUTE], [5 * MINUTE], [0]])('but not a ts that is %d ms off', async (off) => {
      expect((await admin.get(INFO, { sign: { ts: String(server().clock.now() + off) } })).status).toBe(200);
    });

    it('a repeated request', async () => {
      let sent: Outgoing | undefined;
      expect((await admin.get(INFO, { tamper: (request) => (sent = request) })).status).toBe(200);
      expect(refused(await admin.raw(sent as Outgoing))).toEqual([401, 'AC_NONCE_INVALID']);
    });

    it('a repeated nonce of another call, while its window lasts', async () => {
      const nonce = newNonce();
      const { clock } = server();
      const ts = clock.now() + 5 * MINUTE;
      expect((await admin.get(INFO, { sign: { nonce, ts: String(ts) } })).status).toBe(200);
      for (const step of [0, 5 * MINUTE, 5 * MINUTE]) {
        clock.advance(step);
        expect(
          refused(await admin.get(CLASSES, { sign: { nonce, ts: String(Math.max(ts, clock.now() - 5 * MINUTE)) } })),
        ).toEqual([401, 'AC_NONCE_INVALID']);
      }
      clock.advance(1 + 1);
      expect((await admin.get(CLASSES, { sign: { nonce } })).status).toBe(200);
    });

    it('all but one of twenty concurrent requests with the same nonce', async () => {
      const nonce = newNonce();
      const answers = await Promise.all(Array.from({ length: 20 }, () => admin.get(INFO, { sign: { nonce } })));
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    });

    it('but not the nonce of another session', async () => {
      const nonce = newNonce();
      const other = await server().client.signIn('o2001r8');
      expect((await admin.get(INFO, { sign: { nonce } })).status).toBe(200);
      expect((await other.get(INFO, { sign: { nonce } })).status).toBe(200);
    });
  });

  describe('checks in the order of the contract', () => {
    let sent: Outgoing;
    beforeEach(async () => {
      await admin.get(INFO, { tamper: (request) => (sent = request) });
    });

    it('token before signature', async () => {
      const wrong = header((text) => text.replace(/(id|mac)="[^"]+"/g, `$1="${'A'.repeat(43)}"`))(sent);
      expect((await admin.raw(wrong)).code).toBe('AC_AUTH_INVALID_TOKEN');
    });

    it('signature before time and nonce: an invalid signature uses no nonce up', async () => {
      const nonce = newNonce();
      const forged = await admin.get(INFO, {
        sign: { nonce },
        tamper: header((text) => text.replace(/mac="[^"]+"/, `mac="${'A'.repeat(43)}"`)),
      });
      expect(forged.code).toBe('AC_AUTH_INVALID_SIGNATURE');
      expect((await admin.get(INFO, { sign: { nonce } })).status).toBe(200);
      const old = await admin.get(INFO, {
        sign: { ts: '1' },
        tamper: header((text) => text.replace(/mac="[^"]+"/, `mac="${'A'.repeat(43)}"`)),
      });
      expect(old.code).toBe('AC_AUTH_INVALID_SIGNATURE');
    });

    it('nonce before role, role before right, right before content', async () => {
      const stranger = admin.withRole(2002, 4);
      expect((await stranger.post(CLASSES, '{', { sign: { ts: '1' } })).code).toBe('AC_NONCE_INVALID');
      expect((await stranger.post(CLASSES, '{')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
      const teacher = (await server().client.signIn('o2001r7')).withRole(2001, 7);
      expect((await teacher.post(CLASSES, '{')).code).toBe('AC_FORBIDDEN');
      expect((await admin.post(CLASSES, '{', { headers: { 'content-type': 'application/json' } })).code).toBe(
        'PSY_MALFORMED_BODY',
      );
    });
  });

  describe('refuses an organisation or role that the caller does not hold', () => {
    it.each([
      ['another tenant', 2002, 4, 2],
      ['a role not held', 2001, 5, 2],
      ['another kind of organisation', 2001, 4, 1],
      ['an organisation that is not there', 9999, 4, 2],
      ['a role out of form', 2001, NaN, 2],
    ])('%s', async (_, org, role, type) => {
      const claim = admin.withRole(org, role, type);
      expect(refused(await claim.get(CLASSES))).toEqual([403, 'AC_ORG_ROLE_FORBIDDEN']);
      expect(refused(await claim.get(INFO))).toEqual([403, 'AC_ORG_ROLE_FORBIDDEN']);
    });

    it('no organisation, except for account endpoints', async () => {
      const account = admin.as({ org: undefined });
      expect((await account.get(INFO)).status).toBe(200);
      expect(refused(await account.get(CLASSES))).toEqual([403, 'AC_ORG_ROLE_FORBIDDEN']);
      expect(refused(await account.get('/v1/portal/rbac/pages'))).toEqual([403, 'AC_ORG_ROLE_FORBIDDEN']);
    });
  });

  it('knows two apps', async () => {
    expect((await admin.as({ appId: 'portal-mobile' }).get(INFO)).status).toBe(200);
    expect(refused(await admin.as({ appId: 'another-app' }).get(INFO))).toEqual([400, 'PSY_INVALID_INPUT']);
    expect(
      refused(await admin.publicly('GET', '/v2/oauth2/server/time', undefined, { 'app-id': 'another-app' })),
    ).toEqual([400, 'PSY_INVALID_INPUT']);
  });
});
