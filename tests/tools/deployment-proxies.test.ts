import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UPLOAD_MAX } from '../../src/platform/imports/contract.ts';
import { deployed, hasProgram, newCertificate } from '../support/deployment.ts';
import { freePort } from '../support/free-port.ts';

const MEGABYTE = 1024 * 1024;
const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-proxy-'));

/** What stands in for a process of the portal: it says what it got. */
class Upstream {
  readonly server = http.createServer(
    (request, response) => void this.#answer(request, response).catch(() => response.destroy()),
  );
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close().closeAllConnections();
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
      return;
    }
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    response.writeHead(200, { 'content-type': 'application/json', 'strict-transport-security': 'max-age=1' });
    response.end(JSON.stringify({ name: this.name, bytes, headers: request.headers }));
  }
}

interface Seen {
  name: string;
  bytes: number;
  headers: IncomingHttpHeaders;
}
interface Proxied {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  seen(): Seen;
}

interface Proxy {
  /** Checks the file as an operator does. @returns what it printed */
  check(): string;
  command: readonly [program: string, ...args: string[]];
  env?: Record<string, string>;
}

/** The same file with addresses of this test. */
function nginx(port: number, upstreams: readonly number[]): Proxy {
  const own = deployed('nginx.conf')
    .replaceAll('/etc/xinyu/tls/', `${folder}/`)
    .replace('listen 80;', `listen unix:${folder}/plain.sock;`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('127.0.0.1:8201', `127.0.0.1:${upstreams[0]}`)
    .replace('127.0.0.1:8202', `127.0.0.1:${upstreams[1]}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path tmp;`);
  mkdirSync(path.join(folder, 'nginx'), { recursive: true });
  writeFileSync(
    path.join(folder, 'nginx/nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; pid nginx.pid; error_log stderr; events {}
    http { access_log off; ${temporary.join(' ')} ${own} }`,
  );
  const args = ['-p', path.join(folder, 'nginx'), '-c', 'nginx.conf'];
  return {
    check: () => execFileSync('sh', ['-c', 'nginx "$@" 2>&1', 'sh', '-t', ...args], { encoding: 'utf8' }),
    command: ['nginx', ...args],
  };
}

function caddy(port: number, upstreams: readonly number[]): Proxy {
  const file = path.join(folder, 'Caddyfile');
  const own = deployed('Caddyfile')
    .replace('{\n\tservers', '{\n\tauto_https disable_redirects\n\tadmin off\n\tservers')
    .replaceAll(/# tls \/etc\/xinyu\/tls\/(\w+)\.crt .*$/gm, `tls "${folder}/xinyu.crt" "${folder}/xinyu.key"`);
  writeFileSync(file, own);
  const env = {
    HOME: folder,
    PORTAL_HOST: `https://xinyu.example.cn:${port}`,
    STORE_HOST: `https://files.example.cn:${port}`,
    PORTALS: upstreams.map((one) => `127.0.0.1:${one}`).join(' '),
    STORE: `127.0.0.1:${upstreams[0]}`,
  };
  return {
    check: () =>
      execFileSync('sh', ['-c', 'caddy validate --adapter caddyfile --config "$1" 2>&1', 'sh', file], {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      }),
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    env,
  };
}

const PROXIES = [
  { program: 'nginx', flag: '-v', make: nginx, valid: 'test is successful' },
  { program: 'caddy', flag: 'version', make: caddy, valid: 'Valid configuration' },
];

describe.each(PROXIES)('the example of $program', ({ program, flag, make, valid }) => {
  const isInstalled = hasProgram(program, flag);
  if (!isInstalled) console.warn(`${program} 没有安装，跳过它的测试（apt-get install ${program}）`);
  describe.skipIf(!isInstalled)('as a proxy', () => {
    const [one, two] = [new Upstream('one'), new Upstream('two')];
    let port = 0;
    let proxy: Proxy;
    let stop = async () => {};
    const host = () => `xinyu.example.cn:${port}`;
    const send = (method: string, at: string, body?: Buffer, headers: Record<string, string> = {}) =>
      new Promise<Proxied>((resolve, reject) => {
        const request = https.request(
          {
            host: '127.0.0.1',
            port,
            method,
            path: at,
            ca: readFileSync(path.join(folder, 'xinyu.crt')),
            servername: 'xinyu.example.cn',
            agent: false,
            headers: { host: host(), ...(body && { 'content-length': body.length }), ...headers },
          },
          (response) => {
            let text = '';
            const end = () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text,
                seen: () => JSON.parse(text) as Seen,
              });
            response.setEncoding('utf8').on('data', (chunk: string) => {
              text += chunk;
              // A stream of events has no end.
              if (at === '/events') {
                end();
                request.destroy();
              }
            });
            response.on('end', end).on('error', reject);
          },
        );
        request.on('error', reject).end(body);
      });

    beforeAll(async () => {
      newCertificate('xinyu.example.cn', path.join(folder, 'xinyu'));
      port = await freePort();
      proxy = make(port, [await one.listen(), await two.listen()]);
      const [command, ...args] = proxy.command;
      const child = spawn(command, args, { env: { ...process.env, ...proxy.env }, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const ended = once(child, 'exit');
      stop = async () => {
        child.kill('SIGTERM');
        await ended;
      };
      await vi
        .waitFor(async () => expect((await send('GET', '/')).status).toBe(200), { timeout: 20_000 })
        .catch((cause: unknown) => Promise.reject(new Error(output, { cause })));
    });
    afterAll(async () => {
      one.close();
      two.close();
      await stop();
    });

    it('is valid', () => {
      expect(proxy.check()).toContain(valid);
    });

    it('passes the host unchanged, names the browser itself, and adds HSTS', async () => {
      const answer = await send('POST', '/v1/any?a=%2F', Buffer.from('x'), { 'x-forwarded-for': '203.0.113.9' });
      expect(answer.seen().headers).toMatchObject({
        host: host(),
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      });
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    });

    it('passes an event on while its stream is open', async () => {
      expect((await send('GET', '/events')).text).toBe('data: first\n\n');
    });

    it('lets the largest file pass, and refuses more', async () => {
      expect((await send('POST', '/v1/upload', Buffer.alloc(UPLOAD_MAX + 10_000))).seen().bytes).toBe(
        UPLOAD_MAX + 10_000,
      );
      const refused = await send('POST', '/v1/upload', Buffer.alloc(23 * MEGABYTE)).then(
        ({ status }) => status,
        // It may close the connection before everything is sent.
        (error: NodeJS.ErrnoException) => error.code,
      );
      // Caddy before 2.7 answers 502.
      expect([413, 502, 'EPIPE', 'ECONNRESET']).toContain(refused);
    });

    it('shows no metrics and probes to the outside', async () => {
      for (const at of ['/metrics', '/readyz', '/healthz']) expect((await send('GET', at)).status).toBe(404);
    });

    it('gives the requests of a process that is away to the other one after some seconds, also those that write', async () => {
      one.close();
      const write = () => send('POST', '/v1/any', Buffer.from('x'));
      await vi.waitFor(async () => expect((await write()).status).toBe(200), { timeout: 10_000 });
      const names = new Set<string>();
      for (let i = 0; i < 10; i++) names.add((await write()).seen().name);
      expect([...names]).toEqual(['two']);
    });
  });
});
