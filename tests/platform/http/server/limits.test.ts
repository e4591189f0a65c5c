import { describe, expect, it } from 'vitest';
import { publicLimits } from '../../../../src/platform/http/server/limits.ts';
import { md5 } from '../../../support/client.ts';
import { startServer, useServer } from '../../../support/server.ts';

const SIGN_IN = '/v2/oauth2/tokens/actions/sign_in';

describe('public calls', () => {
  const server = useServer('embedded', {
    seed: false,
    app: {
      limits: { 'account.sign-in': { address: 6, account: 3 }, 'account.server-time': { address: 4 } },
      trustProxy: ['loopback'],
    },
  });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const signIn = (account: string, address: string) =>
    server().client.publicly('POST', SIGN_IN, { account, password: md5('wrong') }, from(address));

  it('are limited by address, each endpoint separately', async () => {
    const time = () => server().client.publicly('GET', '/v2/oauth2/server/time', undefined, from('10.0.0.1'));
    for (let i = 0; i < 4; i++) expect((await time()).status).toBe(200);
    const refused = await time();
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([429, 'AC_TOO_MANY_REQUESTS', '60']);
    expect((await server().client.publicly('GET', '/v2/oauth2/server/time', undefined, from('10.0.0.2'))).status).toBe(
      200,
    );
    expect((await signIn('nobody', '10.0.0.1')).status).toBe(401);
    server().clock.advance(60_000);
    expect((await time()).status).toBe(200);
  });

  it('are limited by account, from any address and in any spelling', async () => {
    for (const [i, name] of ['somebody', ' SomeBody', 'SOMEBODY'].entries())
      expect((await signIn(name, `10.0.1.${i}`)).status).toBe(401);
    expect((await signIn('somebody', '10.0.1.9')).code).toBe('AC_TOO_MANY_REQUESTS');
    expect((await signIn('somebody else', '10.0.1.9')).status).toBe(401);
  });

  it('are limited by account for each device that signed in before, which others cannot use up', async () => {
    const { cipher } = server().services;
    const cookie = (id: string) => `xinyu-device=${id}.${cipher.keyFor(`device\n${id}`).slice(0, 22)}`;
    const onDevice = (id: string) =>
      server().client.publicly(
        'POST',
        SIGN_IN,
        { account: 'owner', password: md5('wrong') },
        { ...from('10.0.5.1'), cookie: cookie(id) },
      );
    for (let i = 0; i < 4; i++) await signIn('owner', `10.0.4.${i}`);
    expect((await signIn('owner', '10.0.4.9')).code).toBe('AC_TOO_MANY_REQUESTS');
    for (let i = 0; i < 3; i++) expect((await onDevice('abcdefghijklmnop')).status).toBe(401);
    expect((await onDevice('abcdefghijklmnop')).code).toBe('AC_TOO_MANY_REQUESTS');
  });

  it('are counted together by processes with shared state', async () => {
    const other = await startServer(
      server().db,
      {
        services: { state: server().services.state },
        app: { limits: { 'account.server-time': { address: 4 } }, trustProxy: ['loopback'] },
      },
      server().clock,
    );
    try {
      const ask = (port: number) =>
        server().client.as({ port }).publicly('GET', '/v2/oauth2/server/time', undefined, from('10.0.2.1'));
      for (const port of [server().port, other.port, server().port, other.port])
        expect((await ask(port)).status).toBe(200);
      expect((await ask(server().port)).status).toBe(429);
    } finally {
      await other.app.close();
    }
  });

  it('ignore untrusted proxies', async () => {
    const open = await startServer(
      server().db,
      { app: { limits: { 'account.server-time': { address: 1 } } } },
      server().clock,
    );
    try {
      const ask = (address: string) =>
        server().client.as({ port: open.port }).publicly('GET', '/v2/oauth2/server/time', undefined, from(address));
      expect([(await ask('10.0.3.1')).status, (await ask('10.0.3.2')).status]).toEqual([200, 429]);
    } finally {
      await open.close();
    }
  });

  it('allow a whole school to sign in within a minute', () => {
    expect(publicLimits['account.sign-in']?.address).toBeGreaterThanOrEqual(500);
  });
});
