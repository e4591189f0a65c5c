import { beforeAll, beforeEach, expect, it } from 'vitest';
import { NOTHING_OUTSIDE } from '../../../../src/platform/outside-identity/server/outside.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { MINUTE, PASSWORD, useWorld } from '../../../support/world.ts';
import { Browser } from './browser.ts';
import { ForgingServer } from './forging-server.ts';
import { CLIENT } from './identity-server.ts';

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

describeApi('back-channel logout of an identity server', (kind) => {
  const world = useWorld(kind);
  let idp: ForgingServer;
  let jti = 0;
  beforeAll(async () => {
    idp = await ForgingServer.start();
    return () => idp.close();
  });
  beforeEach(async () => {
    world().services.outside = { ...NOTHING_OUTSIDE, internalAddresses: true, timeoutMs: 2000 };
    world().clock.advance(11 * MINUTE);
    const admin = await (await world().client.signIn('admin', PASSWORD)).withRole('S1', 4).verified(PASSWORD);
    const settings = { enabled: true, login_claim: 'preferred_username', title: '统一认证' };
    const secret = { client_id: CLIENT.client_id, secret: CLIENT.client_secret };
    await admin.put('/v1/portal/sign_in_providers/sso', { ...settings, ...secret, issuer: idp.issuer });
    idp.login = 'plain';
  });

  const signIn = async (appId: 'portal-web' | 'portal-mobile', sid: string): Promise<Client> => {
    const client = world().client.as({ appId });
    const browser = new Browser(client);
    idp.sid = sid;
    const { data } = await browser.signIn('sso', idp.agree((await browser.goOut('sso', { tenant: 'S1' })).data.url));
    return client.as({ session: data });
  };
  const isIn = async (client: Client) => (await client.get('/v1/users/info')).status === 200;
  const claims = (more: object = {}) => ({
    iat: Math.floor(world().clock.now() / 1000),
    exp: Math.floor(world().clock.now() / 1000) + 120,
    jti: `jti-${++jti}`,
    events: EVENTS,
    sub: '1',
    ...more,
  });
  const send = async (token: string, orgId = 'S1') => {
    const answer = await world().client.fromServer(
      'POST',
      `/v2/oauth2/third/sso/${orgId}/backchannel_logout`,
      new URLSearchParams({ logout_token: token }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    return answer.status;
  };

  it('ends the sessions of the person that the server vouched for, also after a refresh, and no other ones', async () => {
    const [desktop, phone] = [await signIn('portal-web', 'one'), await signIn('portal-mobile', 'two')];
    const admin = await world().client.signIn('admin', PASSWORD);
    expect(await send(idp.logoutToken(claims()))).toBe(200);
    expect([await isIn(desktop), await isIn(phone), await isIn(admin)]).toEqual([false, false, true]);
    const own = await world().client.signIn('plain', PASSWORD);
    expect(await send(idp.logoutToken(claims()))).toBe(200);
    expect(await isIn(own)).toBe(true);
    const log = await world().db.admin((run) =>
      run("select user_id from audit_logs where org_id = 'S1' and act = 'sign_out' and resource = 'account'", []),
    );
    expect(log).toEqual([{ user_id: 'plain' }]);
  });

  it('ends the one session that a token names, with or without the person', async () => {
    const [desktop, phone] = [await signIn('portal-web', 'three'), await signIn('portal-mobile', 'four')];
    const pair = (await phone.publicly('POST', `/v2/oauth2/tokens/actions/${phone.session?.refresh_token ?? ''}`)).data;
    const refreshed = phone.as({ session: pair });
    expect(await isIn(refreshed)).toBe(true);
    expect(await send(idp.logoutToken(claims({ sub: undefined, sid: 'four' })))).toBe(200);
    expect([await isIn(desktop), await isIn(refreshed)]).toEqual([true, false]);
    expect(await send(idp.logoutToken(claims({ sub: 'another person', sid: 'three' })))).toBe(200);
    expect(await isIn(desktop)).toBe(true);
    expect(await send(idp.logoutToken(claims({ sid: 'three' })))).toBe(200);
    expect(await isIn(desktop)).toBe(false);
  });

  it('is refused for every other token, and for one that came before', async () => {
    const past = Math.floor(world().clock.now() / 1000) - 3600;
    const used = idp.logoutToken(claims({ sub: 'nobody' }));
    expect(await send(used)).toBe(200);
    const session = await signIn('portal-web', 'five');
    const refused = [
      used,
      idp.logoutToken(claims(), { foreign: true }),
      idp.logoutToken(claims(), { alg: 'none' }),
      idp.logoutToken(claims(), { typ: 'at+jwt' }),
      idp.logoutToken(claims({ iss: 'https://elsewhere.example' })),
      idp.logoutToken(claims({ aud: 'another client' })),
      idp.logoutToken(claims({ events: undefined })),
      idp.logoutToken(claims({ events: { 'http://schemas.openid.net/event/another': {} } })),
      idp.logoutToken(claims({ nonce: 'of an ID token' })),
      idp.logoutToken(claims({ sub: undefined })),
      idp.logoutToken(claims({ jti: undefined })),
      idp.logoutToken(claims({ iat: undefined })),
      idp.logoutToken(claims({ iat: past, exp: past + 60 })),
      idp.logoutToken(claims({ iat: past, exp: undefined })),
      'nonsense',
      '',
    ];
    const statuses: number[] = [];
    for (const token of refused) statuses.push(await send(token));
    expect(statuses).toEqual(refused.map(() => 400));
    expect(await send(idp.logoutToken(claims()), 'S2')).toBe(400);
    expect(await isIn(session)).toBe(true);
  });
});
