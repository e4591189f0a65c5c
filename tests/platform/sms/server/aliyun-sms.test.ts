import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../../../src/platform/sms/server/aliyun-signature.ts';
import { aliyunSms } from '../../../../src/platform/sms/server/aliyun-sms.ts';
import { TestClock } from '../../../support/server.ts';

const CODE = { mobile: '13900001234', type: 5, text: '您的验证码是 123456', code: '123456' };
const KEY = { keyId: 'LTAI5tSample0001', secret: 'kR3vYw9sLq2z' };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Signs what arrived as the provider's documents say, apart from the code that sends. */
function signatureOf({ method, url = '', headers }: IncomingMessage): string {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const query = url.slice(url.indexOf('?') + 1);
  const canonical = [method, '/', query, lines.join(''), names, sha256('')].join('\n');
  return createHmac('sha256', KEY.secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
}

describe('signatures for Alibaba Cloud', () => {
  it("repeat the provider's published example", () => {
    const request = {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      date: '2023-10-26T10:22:32Z',
      nonce: '3156853299f313e23d1673dc12e1703d',
    };
    expect(signedHeaders(request, { keyId: 'YourAccessKeyId', secret: 'YourAccessKeySecret' }).authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
        'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
        'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
  });
});

describe('Alibaba Cloud SMS', () => {
  let service: Server;
  let endpoint: string;
  let received: IncomingMessage[];
  let answer: (response: ServerResponse) => void;
  const json = (status: number, body: object) => (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  beforeAll(async () => {
    service = createServer((request, response) => {
      received.push(request.resume());
      answer(response);
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    service.closeAllConnections();
    service.close();
  });
  beforeEach(() => {
    received = [];
    answer = json(200, { Code: 'OK', Message: 'OK', BizId: '9006195^0', RequestId: 'F655A8D5' });
  });

  const clock = new TestClock();
  const sms = (to = endpoint) =>
    aliyunSms(
      {
        ...KEY,
        endpoint: to,
        signName: '青禾 心育*',
        templates: new Map([
          [5, 'SMS_154950905'],
          [6, 'SMS_154950906'],
        ]),
      },
      clock,
    );
  const failing = async (message: Parameters<ReturnType<typeof sms>['send']>[0] = CODE, to = endpoint) =>
    sms(to)
      .send(message)
      .then(
        () => undefined,
        (error: unknown) => error,
      );

  it('gets number, sign name, template and code, signed', async () => {
    await sms().send(CODE);
    const [request] = received;
    if (!request) throw new Error('nothing arrived');
    const { searchParams } = new URL(request.url ?? '', endpoint);
    expect(Object.fromEntries(searchParams)).toEqual({
      PhoneNumbers: '13900001234',
      SignName: '青禾 心育*',
      TemplateCode: 'SMS_154950905',
      TemplateParam: '{"code":"123456"}',
    });
    expect(request.method).toBe('POST');
    expect(request.headers).toMatchObject({
      'x-acs-action': 'SendSms',
      'x-acs-version': '2017-05-25',
      'x-acs-date': new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
    });
    expect(request.headers.authorization).toContain(`Signature=${signatureOf(request)}`);
  });

  it('gets no parameters for a message without a code, and a new nonce for each message', async () => {
    await sms().send({ mobile: CODE.mobile, type: 6, text: '有一条预警等待您处理' });
    await sms().send(CODE);
    expect(received[0]?.url).not.toContain('TemplateParam');
    expect(new Set(received.map(({ headers }) => headers['x-acs-signature-nonce'])).size).toBe(2);
  });

  it('that refuses by its own limits is reported as too many messages', async () => {
    answer = json(200, { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发分钟级流控Permits:1' });
    expect(await failing()).toMatchObject({
      code: 'AC_TOO_MANY_REQUESTS',
      message: '这个手机号收到的短信过多，请稍后再试',
    });
  });

  it('that fails in any other way is reported with its code, without what was sent', async () => {
    const refused = { code: 'PSY_UNAVAILABLE', message: '短信没有发送成功，请稍后重试，或改用密码验证' };
    const answers: Record<string, (response: ServerResponse) => void> = {
      'isv.OUT_OF_SERVICE': json(200, { Code: 'isv.OUT_OF_SERVICE', Message: 'code 123456 was not sent' }),
      SignatureDoesNotMatch: json(400, { Code: 'SignatureDoesNotMatch', Message: '123456' }),
      'HTTP 502': (response) => response.writeHead(502).end('<html>123456</html>'),
      'too much': (response) => response.writeHead(200).end('x'.repeat(1_000_000)),
      'fetch failed': (response) => response.destroy(),
    };
    for (const [words, given] of Object.entries(answers)) {
      answer = given;
      const error = await failing();
      expect(error, words).toMatchObject(refused);
      const cause = String((error as Error).cause);
      expect(cause).toContain(words);
      expect(cause).not.toContain('123456');
    }
    expect(await failing({ ...CODE, type: 1 })).toMatchObject(refused);
    expect(await failing(CODE, 'http://127.0.0.1:1')).toMatchObject(refused);
  });

  it('is not followed to another host', async () => {
    answer = (response) => response.writeHead(302, { location: `${endpoint}/elsewhere` }).end();
    expect(await failing()).toMatchObject({ code: 'PSY_UNAVAILABLE' });
    expect(received).toHaveLength(1);
  });
});
