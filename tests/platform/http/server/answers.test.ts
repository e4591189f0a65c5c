import { once } from 'node:events';
import net from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../src/platform/errors/catalogue.ts';
import type { Client } from '../../../support/client.ts';
import { useServer } from '../../../support/server.ts';

const CLASSES = '/v1/portal/classes';

describe('answers', () => {
  const server = useServer('embedded', { app: { bodyLimit: 64 * 1024 } });
  let admin: Client;
  let teacher: Client;
  beforeAll(async () => {
    admin = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    teacher = (await server().client.signIn('o2001r7')).withRole(2001, 7);
  });

  describe('have one envelope', () => {
    it('for a row, a list and a created row', async () => {
      const list = await admin.get(`${CLASSES}?size=1`);
      expect(Object.keys(list.json)).toEqual(['data']);
      expect(list.data).toEqual({
        total: 36,
        items: [expect.objectContaining({ class_id: expect.any(String), grade: expect.any(Number) })],
      });
      const created = await admin.post(CLASSES, { class_name: '信封班', period: 3, grade: 7 });
      expect([created.status, created.data.class_name]).toEqual([201, '信封班']);
      const one = await admin.get(`${CLASSES}/${created.data.class_id}`);
      expect([one.status, one.data]).toEqual([200, created.data]);
    });

    it('omit fields without a value', async () => {
      const { data } = await admin.post(CLASSES, { class_name: '无备注班', period: 3, grade: 7, remark: null });
      expect(data).not.toHaveProperty('remark');
      expect(JSON.stringify(data)).not.toContain('null');
    });

    it('contain the request id for every failure', async () => {
      const answer = await teacher.get(CLASSES);
      expect(answer.json).toEqual({
        code: 'AC_FORBIDDEN',
        message: errorOf('AC_FORBIDDEN').text,
        request_id: answer.headers['x-request-id'],
      });
      expect((await teacher.get(CLASSES)).json.request_id).not.toBe(answer.json.request_id);
    });
  });

  it('are never cached, sniffed or loaded by another site', async () => {
    for (const answer of [await admin.get(CLASSES), await teacher.get(CLASSES), await admin.get('/v1/nowhere')]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-type': 'application/json; charset=utf-8',
      });
    }
  });

  describe('refuse missing rights before invalid content', () => {
    it.each([
      ['malformed JSON', '{', 'application/json'],
      ['another type', 'x', 'text/plain'],
      ['an empty body', undefined, undefined],
      ['wrong fields', '{"class_name":1}', 'application/json'],
    ])('%s', async (_, body, type) => {
      const answer = await teacher.post(CLASSES, body, { headers: type ? { 'content-type': type } : {} });
      expect([answer.status, answer.code]).toEqual([403, 'AC_FORBIDDEN']);
    });
  });

  describe('report all errors together', () => {
    it('of a body', async () => {
      const answer = await admin.post(CLASSES, {
        class_name: '',
        period: 'three',
        grade: 99,
        nonsense: 1,
        class_id: 'mine',
      });
      expect([answer.status, answer.code]).toEqual([400, 'PSY_INVALID_INPUT']);
      expect([...answer.fields].sort()).toEqual(['/class_id', '/class_name', '/grade', '/nonsense', '/period']);
      expect(answer.json.details.every(({ message }: { message: string }) => /[\u4e00-\u9fff]/.test(message))).toBe(
        true,
      );
    });

    it('of rows in a batch, each at its row', async () => {
      const good = { class_name: '批量一班', period: 3, grade: 7 };
      const answer = await admin.post(`${CLASSES}/actions/batch_create`, {
        items: [good, { ...good, grade: 99, x: 1 }, {}],
      });
      expect([...answer.fields].sort()).toEqual([
        '/items/1/grade',
        '/items/1/x',
        '/items/2/class_name',
        '/items/2/grade',
        '/items/2/period',
      ]);
    });

    it('of a query', async () => {
      expect([...(await admin.get(`${CLASSES}?page=0&size=201&sort=nonsense&colour=red`)).fields].sort()).toEqual([
        '/colour',
        '/page',
        '/size',
        '/sort',
      ]);
    });

    it('of path, query and body together', async () => {
      const answer = await admin.put('/v1/portal/users/preferences/a%20b?x=1', { value: 1, y: 2 });
      expect([...answer.fields].sort()).toEqual(['/key', '/value', '/x', '/y']);
    });

    it('of a sign-in', async () => {
      const answer = await server().client.publicly('POST', '/v2/oauth2/tokens/actions/sign_in', {
        password: 'short',
        colour: 'red',
      });
      expect([...answer.fields].sort()).toEqual(['/account', '/colour', '/password']);
    });
  });

  describe('refuse an unreadable body', () => {
    const json = { 'content-type': 'application/json' };
    it.each<[string, string | Buffer | undefined, Record<string, string>, number, string]>([
      ['malformed', '{"class_name":', json, 400, 'PSY_MALFORMED_BODY'],
      ['cut short', '"', json, 400, 'PSY_MALFORMED_BODY'],
      ['not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), json, 400, 'PSY_MALFORMED_BODY'],
      ['too deep', `{"class_name":${'['.repeat(40)}${']'.repeat(40)}}`, json, 400, 'PSY_MALFORMED_BODY'],
      ['deep beyond any stack', '['.repeat(60_000), json, 400, 'PSY_MALFORMED_BODY'],
      ['with __proto__', '{"__proto__":{"role":4}}', json, 400, 'PSY_MALFORMED_BODY'],
      ['with a poisoned constructor', '{"constructor":{"prototype":{"x":1}}}', json, 400, 'PSY_MALFORMED_BODY'],
      [
        'of another type',
        'class_name=x',
        { 'content-type': 'application/x-www-form-urlencoded' },
        415,
        'PSY_UNSUPPORTED_MEDIA_TYPE',
      ],
      ['of no type', '{}', {}, 415, 'PSY_UNSUPPORTED_MEDIA_TYPE'],
      ['of a type out of form', '{}', { 'content-type': 'application/json-patch' }, 415, 'PSY_UNSUPPORTED_MEDIA_TYPE'],
      ['compressed', '{}', { ...json, 'content-encoding': 'gzip' }, 415, 'PSY_UNSUPPORTED_MEDIA_TYPE'],
      ['larger than allowed', JSON.stringify({ class_name: 'x'.repeat(70_000) }), json, 413, 'PSY_BODY_TOO_LARGE'],
      ['missing', undefined, {}, 400, 'PSY_INVALID_INPUT'],
      ['of another kind', '[]', json, 400, 'PSY_INVALID_INPUT'],
      ['null', 'null', json, 400, 'PSY_INVALID_INPUT'],
      ['with NUL', '{"class_name":"a\\u0000b","period":3,"grade":7}', json, 400, 'PSY_INVALID_INPUT'],
      ['with half a character', '{"class_name":"a\\ud800b","period":3,"grade":7}', json, 400, 'PSY_INVALID_INPUT'],
    ])('%s', async (_, body, headers, status, code) => {
      const answer = await admin.post(CLASSES, body, { headers });
      expect([answer.status, answer.code]).toEqual([status, code]);
    });

    it('that is larger than allowed and has no length header', async () => {
      const body = Buffer.from(JSON.stringify({ class_name: 'x'.repeat(70_000) }));
      const answer = await admin.post(CLASSES, body, {
        tamper: ({ headers: { 'content-length': _, ...headers }, ...rest }) => ({
          ...rest,
          headers: { ...headers, 'transfer-encoding': 'chunked', 'content-type': 'application/json' },
        }),
      });
      expect([answer.status, answer.code]).toEqual([413, 'PSY_BODY_TOO_LARGE']);
    });

    it('that is larger than this endpoint allows, although others allow it', async () => {
      const value = { a: 'x'.repeat(20_000) };
      expect((await admin.put('/v1/portal/users/preferences/wide', { value })).code).toBe('PSY_BODY_TOO_LARGE');
    });

    it('but accept JSON escapes and a content type with parameters', async () => {
      const answer = await admin.post(CLASSES, '{"class_name":"\\ud83d\\ude00班","period":3,"grade":7}', {
        headers: { 'content-type': 'Application/JSON; charset=UTF-8' },
      });
      expect([answer.status, answer.data?.class_name]).toEqual([201, '😀班']);
    });

    it('and accept none where none is declared', async () => {
      expect((await admin.get(CLASSES, { body: { size: 1 } })).fields).toEqual(['/size']);
      expect((await admin.delete(`${CLASSES}/none`, { body: [1] })).status).toBe(400);
      expect((await admin.delete(`${CLASSES}/none`, { body: {} })).status).toBe(404);
    });
  });

  describe('refuse an unknown address', () => {
    it.each([
      ['GET', '/v1/portal/nowhere', 404, 'PSY_NOT_FOUND'],
      ['POST', '/', 404, 'PSY_NOT_FOUND'],
      ['PATCH', CLASSES, 405, 'PSY_METHOD_NOT_ALLOWED'],
      ['HEAD', CLASSES, 405, undefined],
      ['OPTIONS', '/v2/oauth2/tokens/actions/sign_in', 405, 'PSY_METHOD_NOT_ALLOWED'],
      ['GET', `${CLASSES}/%zz`, 400, 'PSY_MALFORMED_BODY'],
      ['GET', `${CLASSES}/../students`, 404, 'PSY_NOT_FOUND'],
    ])('%s %s', async (method, path, status, code) => {
      const answer = await server().client.publicly(method, path);
      expect([answer.status, answer.code]).toEqual([status, code]);
    });

    it('with a path segment longer than any valid one', async () => {
      expect(
        (await server().client.publicly('GET', `/v2/accounts/sessions/${'a'.repeat(15_000)}/verification_code`)).code,
      ).toBe('PSY_NOT_FOUND');
    });

    it('with the allowed methods', async () => {
      expect((await server().client.publicly('PATCH', CLASSES)).headers.allow).toBe('GET, POST');
    });

    it('with characters that are not allowed', async () => {
      expect((await admin.get(`${CLASSES}?class_name=%00`)).code).toBe('PSY_INVALID_INPUT');
      expect((await admin.get(`${CLASSES}?class_name=\u00e4`)).status).toBe(400);
    });
  });

  describe('to malformed requests', () => {
    async function talk(text: string): Promise<{ status: number; code: string }> {
      const socket = net.connect(server().port, '127.0.0.1');
      socket.write(text);
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      await once(socket, 'close');
      return {
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
        code: String(/"code":"([A-Z_]+)"/.exec(answer)?.[1]),
      };
    }
    it('have the same envelope', async () => {
      expect(await talk('nonsense\r\n\r\n')).toEqual({ status: 400, code: 'PSY_MALFORMED_BODY' });
      expect(await talk(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toEqual({
        status: 431,
        code: 'PSY_HEADERS_TOO_LARGE',
      });
    });
  });

  it('have an ETag where they seldom change, and are 304 for a client with the same version', async () => {
    const first = await admin.get('/v1/portal/schemas');
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    const again = await admin.get('/v1/portal/schemas', {
      headers: { 'if-none-match': `"x", W/${String(first.headers.etag)}` },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await admin.get('/v1/portal/schemas', { headers: { 'if-none-match': '"x"' } })).text).toBe(first.text);
    const college = await (
      await server().client.signIn('o2003r4')
    )
      .withRole(2003, 4)
      .get('/v1/portal/schemas', { headers: { 'if-none-match': String(first.headers.etag) } });
    expect(college.status).toBe(200);
  });

  it('name files in any script, and prevent scripts in them', async () => {
    const answer = await admin.get(`${CLASSES}/export`);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename\*=UTF-8''%E7%8F%AD%E7%BA%A7_[\d-]+\.xlsx$/,
    );
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(answer.body.subarray(0, 2).toString()).toBe('PK');
  });

  it('survive a client that disconnects in the middle of its body', async () => {
    const socket = net.connect(server().port, '127.0.0.1');
    socket.write(
      'POST /v2/oauth2/tokens/actions/sign_in HTTP/1.1\r\nhost: x\r\napp-id: portal-web\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"account":',
      () => socket.destroy(),
    );
    await once(socket, 'close');
    expect((await admin.get('/v1/users/info')).status).toBe(200);
  });
});
