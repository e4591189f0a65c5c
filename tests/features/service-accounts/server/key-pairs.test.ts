import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, SignJWT, type JWK } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const ACCOUNTS = '/v1/portal/service_accounts';
const SIGN_IN = '/v2/oauth2/tokens/actions/service_sign_in';
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const ed25519 = () => generateKeyPairSync('ed25519');
const p256 = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const jwk = (key: KeyObject): JWK => key.export({ format: 'jwk' });

interface Made {
  service_id: string;
  client_id: string;
  client_secret?: string;
  public_key?: { key_id: string; kind: string };
}

describeApi('service accounts with key pairs', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  let jti = 0;
  beforeAll(async () => {
    admin = await (await server().client.signIn('o2001r4')).withRole(2001, 4).verified();
  });
  const body = (public_key?: string) => ({
    name: '教务系统',
    rights: [{ area: 'org-manage/student', act: 'open' }],
    networks: [],
    valid_days: 30,
    ...(public_key !== undefined && { public_key }),
  });
  const make = async (public_key?: string): Promise<Made> => {
    const answer = await admin.post(ACCOUNTS, body(public_key));
    expect(answer.status, answer.text).toBe(201);
    return answer.data;
  };
  const itemOf = async ({ service_id }: Made) =>
    (await admin.get(ACCOUNTS)).data.items.find((one: Made) => one.service_id === service_id);
  /** An assertion of RFC 7523, changed in places. */
  const assertion = (
    { client_id }: Made,
    key: KeyObject,
    { alg = key.asymmetricKeyType === 'ec' ? 'ES256' : 'EdDSA', ...claims }: Record<string, unknown> = {},
  ) =>
    new SignJWT({
      iss: client_id,
      sub: client_id,
      aud: `${server().url}${SIGN_IN}`,
      exp: Math.floor(server().clock.now() / 1000) + 60,
      jti: `j${++jti}`,
      ...claims,
    })
      .setProtectedHeader({ alg: String(alg) })
      .sign(key);
  const prove = (made: Made, client_assertion: string, more: object = {}) =>
    server().client.publicly('POST', SIGN_IN, {
      grant_type: 'client_credentials',
      client_id: made.client_id,
      client_assertion_type: TYPE,
      client_assertion,
      ...more,
    });

  it.each([
    ['Ed25519', ed25519()],
    ['P-256', p256()],
  ])('sign in with the private key of %s, and call like every system', async (crv, { publicKey, privateKey }) => {
    for (const typed of [pem(publicKey), JSON.stringify(jwk(publicKey))]) {
      const made = await make(typed);
      const key_id = await calculateJwkThumbprint(jwk(publicKey));
      expect(made).not.toHaveProperty('client_secret');
      expect(made.public_key).toEqual({ key_id, kind: crv });
      expect(await itemOf(made)).toMatchObject({ state: 'active', public_key: { key_id, kind: crv } });
      const answer = await prove(made, await assertion(made, privateKey));
      expect(answer.status, answer.text).toBe(200);
      const system = server().client.as({ session: answer.data, org: { orgId: '2001', orgType: '2', roleId: '' } });
      expect((await system.get('/v1/portal/students?size=1')).status).toBe(200);
      expect((await system.get('/v1/portal/classes?size=1')).code).toBe('AC_FORBIDDEN');
    }
  });

  it('are refused for every other assertion, and for one that came before', async () => {
    const { publicKey, privateKey } = ed25519();
    const made = await make(pem(publicKey));
    const now = Math.floor(server().clock.now() / 1000);
    const good = await assertion(made, privateKey);
    expect((await prove(made, good)).status).toBe(200);
    const secret = await make();
    const plain = [
      { alg: 'none' },
      { iss: made.client_id, sub: made.client_id, aud: server().url, exp: now + 60, jti: 'n' },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const asSecret = new TextEncoder().encode(JSON.stringify(jwk(publicKey)));
    const hmac = await new SignJWT({
      iss: made.client_id,
      sub: made.client_id,
      aud: server().url,
      exp: now + 60,
      jti: 'h',
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(asSecret);
    const { crv, kty, x } = jwk(publicKey);
    const refused = [
      await prove(made, good),
      await prove(made, await assertion(made, ed25519().privateKey)),
      await prove(made, await assertion(made, privateKey, { aud: 'https://elsewhere.example' })),
      await prove(made, await assertion(made, privateKey, { iss: secret.client_id })),
      await prove(made, await assertion(made, privateKey, { sub: secret.client_id })),
      await prove(made, await assertion(made, privateKey, { exp: now - 120 })),
      await prove(made, await assertion(made, privateKey, { exp: now + 3600 })),
      await prove(made, await assertion(made, privateKey, { exp: undefined })),
      await prove(made, await assertion(made, privateKey, { jti: undefined })),
      await prove(made, `${plain}.`),
      await prove(made, hmac),
      await prove(secret, await assertion(secret, privateKey)),
      // A public key is no secret, nor is anything that follows from it.
      ...(await Promise.all(
        [made.public_key?.key_id ?? '', JSON.stringify({ crv, kty, x })].map((client_secret) =>
          server().client.publicly('POST', SIGN_IN, {
            grant_type: 'client_credentials',
            client_id: made.client_id,
            client_secret,
          }),
        ),
      )),
      await prove(secret, await assertion(made, privateKey), { client_secret: secret.client_secret }),
    ];
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'AC_SERVICE_REFUSED'));
  });

  it('are given no private key, and no key of another kind', async () => {
    const { publicKey, privateKey } = ed25519();
    const said = async (typed: string) => {
      const { status, json } = await admin.post(ACCOUNTS, body(typed));
      return [status, json.details?.[0].field, String(json.details?.[0].message).slice(0, 4)];
    };
    const isPrivate = [400, '/public_key', '这是私钥'];
    expect(await said(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toEqual(isPrivate);
    expect(await said(JSON.stringify(jwk(privateKey)))).toEqual(isPrivate);
    for (const typed of [
      pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey),
      pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey),
      pem(generateKeyPairSync('x25519').publicKey),
      JSON.stringify({ kty: 'oct', k: 'AAAA' }),
      pem(publicKey).replace('MCow', 'AAAA'),
      '[]',
      'a secret',
    ])
      expect([typed, ...(await said(typed))]).toEqual([typed, 400, '/public_key', '请粘贴 ']);
  });

  it('are rotated with an overlap, from and to secrets, and revoked', async () => {
    const [first, second] = [ed25519(), p256()];
    const made = await make(pem(first.publicKey));
    const rotate = (overlap_hours: number, public_key?: string) =>
      admin.post(`${ACCOUNTS}/${made.service_id}/rotate`, { overlap_hours, ...(public_key && { public_key }) });
    expect((await rotate(24, pem(second.publicKey))).data.public_key.kind).toBe('P-256');
    const statuses = async () => [
      (await prove(made, await assertion(made, first.privateKey))).status,
      (await prove(made, await assertion(made, second.privateKey))).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    expect(await itemOf(made)).toMatchObject({
      public_key: { kind: 'P-256' },
      former_secret_until: expect.any(String) as string,
    });
    const { client_secret } = (await rotate(0)).data;
    expect(await statuses()).toEqual([401, 401]);
    expect(await itemOf(made)).not.toHaveProperty('public_key');
    const bySecret = { client_assertion: undefined, client_assertion_type: undefined, client_secret };
    expect((await prove(made, '', bySecret)).status).toBe(200);
    // A key that was given up stays given up.
    expect((await rotate(0, pem(first.publicKey))).fields).toEqual(['/public_key']);
    const third = ed25519();
    expect((await rotate(0, pem(third.publicKey))).status).toBe(200);
    const byThird = async () => (await prove(made, await assertion(made, third.privateKey))).status;
    expect([await byThird(), (await prove(made, '', bySecret)).status]).toEqual([200, 401]);
    expect((await admin.post(`${ACCOUNTS}/${made.service_id}/revoke`)).status).toBe(200);
    expect(await byThird()).toBe(401);
    const log = (await admin.get('/v1/portal/audits/logs/list?size=5&resource=service_account&sort=-at')).text;
    expect(log).not.toContain(String(client_secret));
  });
});
