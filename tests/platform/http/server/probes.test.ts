import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../../../src/platform/db/server/errors.ts';
import { Outbox } from '../../../../src/platform/sms/server/sms.ts';
import { startServer, useServer, TestClock } from '../../../support/server.ts';

describe('operating endpoints', () => {
  const clock = new TestClock();
  const outbox = new Outbox(clock);
  let stopping = false;
  const server = useServer('embedded', {
    seed: false,
    app: { outbox, metricsToken: 'a token of the tests', isStopping: () => stopping },
  });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    server().client.raw({ method, path, headers: { host: server().client.host, ...headers }, body: undefined });

  it('health reports that the process answers', async () => {
    expect((await get('/healthz')).json).toEqual({ status: 'ok' });
    expect((await get('/healthz', {}, 'HEAD')).status).toBe(200);
  });

  it('readiness follows the database, without loading it', async () => {
    const { db, clock: time } = server();
    const healthy = db.ping;
    let asked = 0;
    db.ping = () => {
      asked++;
      return Promise.reject(new DatabaseUnavailable('gone'));
    };
    try {
      time.advance(1000);
      for (let i = 0; i < 5; i++)
        expect([(await get('/readyz')).status, (await get('/readyz')).code]).toEqual([503, 'PSY_UNAVAILABLE']);
      expect(asked).toBe(1);
      expect((await get('/healthz')).status).toBe(200);
    } finally {
      db.ping = healthy;
    }
    time.advance(1000);
    expect((await get('/readyz')).json).toEqual({ status: 'ready' });
  });

  it('readiness ends when the process is about to stop', async () => {
    stopping = true;
    expect((await get('/readyz')).status).toBe(503);
    stopping = false;
    expect((await get('/readyz')).status).toBe(200);
  });

  it('metrics count by route, method and status, and never by address', async () => {
    await server().client.publicly('POST', '/v2/oauth2/tokens/actions/not-a-token-of-anybody');
    await get('/somewhere/else');
    const { text, headers } = await get('/metrics');
    expect(text).toContain(
      'http_request_duration_seconds_count{route="/v2/oauth2/tokens/actions/:refresh_token",method="POST",status="401"} 1',
    );
    expect(text).toContain('route="none",method="GET",status="404"');
    expect(text).not.toMatch(/not-a-token|somewhere/);
    expect(headers['content-type']).toContain('text/plain');
  });

  it('metrics are open to this machine or with the token', async () => {
    const handedOn = { 'x-forwarded-for': '203.0.113.7' };
    expect((await get('/metrics', handedOn)).status).toBe(403);
    expect((await get('/metrics', { ...handedOn, authorization: 'Bearer another token' })).status).toBe(403);
    expect((await get('/metrics', { ...handedOn, authorization: 'Bearer a token of the tests' })).status).toBe(200);
  });

  it('the outbox shows the unsent messages of a demonstration, newest first', async () => {
    await outbox.send({ mobile: '19900000001', type: 5, text: '验证码 123456' });
    await outbox.send({ mobile: '19900000002', type: 5, text: '验证码 654321' });
    expect((await get('/dev/outbox')).data).toEqual({
      total: 2,
      items: [
        expect.objectContaining({ mobile: '19900000002' }),
        expect.objectContaining({ text: '验证码 123456', at: '2026-11-20T08:00:00.000Z' }),
      ],
    });
  });

  it('the outbox does not exist otherwise', async () => {
    const production = await startServer(server().db, {}, server().clock);
    try {
      expect((await production.client.publicly('GET', '/dev/outbox')).status).toBe(404);
    } finally {
      await production.close();
    }
  });
});
