import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smsGateway } from '../../../../src/platform/sms/server/sms-gateway.ts';

const MESSAGE = { mobile: '13900001234', type: 5, text: '验证码 123456，10 分钟内有效' };

describe('the SMS gateway', () => {
  let gateway: Server;
  let url: string;
  let received: { method: string | undefined; headers: IncomingHttpHeaders; body: string }[];
  let answers: { status: number; headers?: Record<string, string>; hang?: boolean };
  beforeAll(async () => {
    gateway = createServer((request, response) => {
      let body = '';
      request
        .on('data', (chunk: Buffer) => {
          body += chunk.toString();
        })
        .on('end', () => {
          received.push({ method: request.method, headers: request.headers, body });
          if (answers.hang) return void request.socket.destroy();
          response.writeHead(answers.status, answers.headers).end('the code was 123456');
        });
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`;
  });
  afterAll(() => {
    gateway.close();
  });
  beforeEach(() => {
    received = [];
    answers = { status: 200 };
  });

  it('gets number, purpose and text as JSON, with the token as bearer', async () => {
    await smsGateway({ url, token: 'token-of-the-gateway' }).send(MESSAGE);
    expect(received).toEqual([
      {
        method: 'POST',
        headers: expect.objectContaining({
          'content-type': 'application/json',
          authorization: 'Bearer token-of-the-gateway',
        }),
        body: expect.any(String),
      },
    ]);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(MESSAGE);
  });

  it('gets no token when none is set, and any 2xx counts as sent', async () => {
    answers = { status: 202 };
    await smsGateway({ url, token: undefined }).send(MESSAGE);
    expect(received[0]?.headers.authorization).toBeUndefined();
  });

  it('that fails in any way is reported with a text that names the fix and repeats no answer', async () => {
    const failing = async (to = url) =>
      smsGateway({ url: to, token: undefined })
        .send(MESSAGE)
        .then(
          () => undefined,
          (error: unknown) => error,
        );
    const refused = { code: 'PSY_UNAVAILABLE', message: '短信没有发送成功，请稍后重试，或改用密码验证' };
    for (const answer of [
      { status: 500 },
      { status: 403 },
      { status: 302, headers: { location: url } },
      { status: 200, hang: true },
    ]) {
      answers = answer;
      const error = await failing();
      expect(error).toMatchObject(refused);
      expect(JSON.stringify([error, String((error as Error).cause)])).not.toContain('123456');
    }
    // A redirect is not followed, because the code would be sent to another host.
    expect(received).toHaveLength(4);
    expect(await failing('http://127.0.0.1:1/send')).toMatchObject(refused);
  });
});
