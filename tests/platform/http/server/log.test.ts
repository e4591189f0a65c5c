import type { Writable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/platform/errors/app-error.ts';
import { createLog, loggable } from '../../../../src/platform/http/server/log.ts';
import { md5, type Client } from '../../../support/client.ts';
import { LogLines, useServer } from '../../../support/server.ts';

describe('the log', () => {
  const server = useServer('embedded');
  let admin: Client;
  beforeAll(async () => {
    admin = (await server().client.signIn('o2001r4')).withRole(2001, 4);
  });
  /** The log output of some work. */
  async function during(work: () => Promise<unknown>): Promise<{ text: string; lines: Record<string, unknown>[] }> {
    const before = server().log.text.length;
    await work();
    const text = server().log.text.slice(before);
    return {
      text,
      lines: text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    };
  }

  it('has a line for each call: caller, route, status and duration', async () => {
    const { lines } = await during(() => admin.get('/v1/portal/classes/01abc?x=1'));
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'request',
        method: 'GET',
        route: '/v1/portal/classes/:id',
        status: 400,
        code: 'PSY_INVALID_INPUT',
        user_id: admin.session.user_id,
        org_id: '2001',
        role_id: 4,
        ms: expect.any(Number),
        request_id: expect.any(String),
        time: expect.stringMatching(/^\d{4}-.*Z$/),
      }),
    ]);
  });

  it('contains the request id of the answer', async () => {
    let id: string | undefined;
    const { lines } = await during(async () => {
      id = (await admin.get('/v1/portal/nowhere')).json.request_id as string;
    });
    expect(lines).toEqual([expect.objectContaining({ request_id: id, route: 'none', status: 404 })]);
  });

  it('contains no token, secret, password, address or body, for any call', async () => {
    const password = md5('Demo-2026!');
    const secrets: string[] = [password, 'Demo-2026!'];
    const { text } = await during(async () => {
      const session = await server().client.signIn('o2001r5');
      const refreshed = await session.publicly('POST', `/v2/oauth2/tokens/actions/${session.session.refresh_token}`);
      const next = session.as({ session: refreshed.data });
      await next
        .withRole(2001, 5)
        .post('/v1/portal/classes', { class_name: '写了什么', period: 3, grade: 7, remark: '我很难过' });
      await next.withRole(2001, 5).get(`/v1/portal/students?child_name=${encodeURIComponent('某学生')}`);
      await next.delete(`/v2/oauth2/tokens/${next.session.access_token}`);
      await server().client.publicly('POST', '/v2/oauth2/tokens/actions/not-a-token-of-anybody-0001');
      await server().client.publicly('GET', '/v2/oauth2/tokens/actions/not-a-token-of-anybody-0002');
      await server().client.publicly('POST', '/v2/oauth2/tokens/actions/%zz-not-a-token-of-anybody-0003');
      await server().client.publicly(
        'POST',
        '/v2/oauth2/tokens/actions/sign_in',
        `{"account":"o2001r4","password":"${password}"`,
        { 'content-type': 'application/json' },
      );
      await server().client.publicly('POST', '/v2/oauth2/tokens/actions/sign_in', {
        account: '想不起来的账号',
        password: md5('我的秘密'),
      });
      for (const s of [session.session, next.session]) secrets.push(s.access_token, s.refresh_token, s.code);
      secrets.push(
        'not-a-token-of-anybody',
        '写了什么',
        '我很难过',
        '某学生',
        encodeURIComponent('某学生'),
        '想不起来的账号',
        md5('我的秘密'),
        'MAC id=',
      );
    });
    expect(text.split('\n').length).toBeGreaterThan(8);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('logs internal errors with the request id, and sends the caller no detail', async () => {
    const { services } = server();
    const healthy = services.access.resolveActor;
    services.access.resolveActor = () => Promise.reject(new Error('a secret of the inside'));
    try {
      let answer: Awaited<ReturnType<Client['get']>> | undefined;
      const { lines } = await during(async () => {
        answer = await admin.get('/v1/users/info');
      });
      expect(answer?.json).toEqual({
        code: 'PSY_INTERNAL',
        message: '服务出现异常',
        request_id: answer?.json.request_id,
      });
      expect(lines[0]).toMatchObject({
        level: 50,
        request_id: answer?.json.request_id,
        route: '/v1/users/info',
        err: { message: 'a secret of the inside', stack: expect.stringContaining('at ') },
      });
    } finally {
      services.access.resolveActor = healthy;
    }
  });

  it('logs the kind of a database error but not the value in it', async () => {
    const error: unknown = await server()
      .db.admin((run) => run("select '我很难过'::int"))
      .catch((e: unknown) => e);
    const logged = JSON.stringify(loggable(new AppError('PSY_INTERNAL', { cause: error })));
    expect(logged).toContain('22P02');
    expect(logged).not.toContain('难过');
  });

  it('is written completely when an error refers to itself', () => {
    const lines = new LogLines();
    const error: Error & { cause?: unknown } = new Error('round');
    error.cause = error;
    createLog('info', lines as Writable).error({ err: error }, 'x');
    expect(lines.lines).toHaveLength(1);
  });
});
