import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { useServer } from '../../../support/server.ts';

const TIME = '/v2/oauth2/server/time';

describe('the host of a request', () => {
  const server = useServer('embedded');
  const ask = (host: string, path = TIME, headers: Record<string, string> = {}) =>
    server().client.raw({
      method: 'GET',
      path,
      headers: { host, 'app-id': 'portal-web', ...headers },
      body: undefined,
    });
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = net.connect(server().port, '127.0.0.1', () => socket.write(text));
      socket
        .setEncoding('utf8')
        .on('data', (chunk: string) => (answer += chunk))
        .on('error', reject)
        .on('close', () => resolve(answer));
    });

  it.each(['127.0.0.1', 'localhost:8100', '[::1]:8100', 'school.localhost', 'portal.example', 'Portal.Example:443'])(
    'may be %s',
    async (host) => {
      expect((await ask(host)).status).toBe(200);
    },
  );

  it.each(['evil.example', '10.0.0.7', 'portal.example.evil.example', 'localhost.evil.example', '127.0.0.1.evil.cn'])(
    'may not be %s',
    async (host) => {
      const refused = await ask(host);
      expect([refused.status, refused.code]).toEqual([421, 'PSY_WRONG_HOST']);
      expect(refused.json.request_id).toBe(refused.headers['x-request-id']);
    },
  );

  it('may be that of a site, as soon as the school has set it', async () => {
    expect((await ask('xinli.school.example')).status).toBe(421);
    await server().db.admin((run) => run("update sites set host = 'xinli.school.example' where org_id = '2001'"));
    expect((await ask('xinli.school.example')).status).toBe(200);
    expect((await ask('other.school.example')).status).toBe(421);
  });

  it('is not looked up without end where it is invented', async () => {
    await server().db.admin((run) => run("update sites set host = 'known.school.example' where org_id = '2001'"));
    expect((await ask('known.school.example')).status).toBe(200);
    for (let i = 0; i < 250; i++) expect((await ask(`h${i}.evil.example`)).status).toBe(421);
    expect((await ask('known.school.example')).status).toBe(200);
    server().clock.advance(1000);
  });

  it('is explained to a browser as text', async () => {
    const refused = await ask('evil.example', '/login', { accept: 'text/html,*/*' });
    expect([refused.status, refused.headers['content-type']]).toEqual([421, 'text/plain; charset=utf-8']);
    expect(refused.text).toContain('允许的域名');
    expect(refused.text).not.toContain('evil');
  });

  it.each(['/healthz', '/readyz', '/metrics'])('may be any for %s', async (path) => {
    expect((await ask('10.0.0.7:8100', path)).status).toBe(200);
  });

  it('is missing where an old client names none', async () => {
    expect(await raw(`GET ${TIME} HTTP/1.0\r\napp-id: portal-web\r\n\r\n`)).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('is named once', async () => {
    const answer = await raw(
      `GET ${TIME} HTTP/1.1\r\nhost: portal.example\r\nhost: evil.example\r\napp-id: portal-web\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('Host');
  });
});
