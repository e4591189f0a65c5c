import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../support/client.ts';
import { useServer } from '../../../support/server.ts';

const web = mkdtempSync(path.join(os.tmpdir(), 'xinyu-web-'));
const script = 'export const a = 1;\n'.repeat(200);
mkdirSync(path.join(web, 'assets'));
mkdirSync(path.join(web, '.vite'));
writeFileSync(
  path.join(web, 'index.html'),
  '<!doctype html><html><head><title>心育</title></head><body></body></html>',
);
writeFileSync(path.join(web, 'icon.svg'), '<svg/>');
writeFileSync(path.join(web, 'IE-under9.html'), '<html><body>old</body></html>');
writeFileSync(path.join(web, '.vite/manifest.json'), '{}');
writeFileSync(path.join(web, 'assets/main-abc.js'), script);
writeFileSync(path.join(web, 'assets/main-abc.js.br'), brotliCompressSync(script));
writeFileSync(path.join(web, 'assets/main-abc.js.gz'), gzipSync(script));
writeFileSync(path.join(web, 'assets/small-abc.css'), 'a{}');
afterAll(() => rmSync(web, { recursive: true }));

describe('the portal', () => {
  const server = useServer('embedded', { seed: false, app: { webFolder: web, trustProxy: ['loopback'] } });
  const get = (address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    server().client.raw({
      method,
      path: address,
      headers: { host: server().client.host, ...headers },
      body: undefined,
    });
  const policyOf = (answer: Answer) =>
    Object.fromEntries(
      String(answer.headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
    );

  it('is one page at all its addresses', async () => {
    for (const address of ['/', '/login', '/org-manage/class?page=2', '/exam/12/topic']) {
      const answer = await get(address);
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(answer.text).toContain('<title>心育</title>');
    }
    expect((await get('/login', {}, 'HEAD')).status).toBe(200);
  });

  it('is not sent to old browsers, which get a page of their own', async () => {
    const answer = await get('/IE-under9');
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<html><body>old</body></html>',
    ]);
  });

  it('is not sent for paths of the API, a missing file or another method', async () => {
    for (const address of [
      '/v1/portal/nowhere',
      '/v9',
      '/assets/gone-abc.js',
      '/gone.png',
      '/dev/outbox',
      '/index.html',
      '/.vite/manifest.json',
      '/assets/../index.html',
      '/assets/%2e%2e/index.html',
      '/assets/..%2findex.html',
      '/assets/',
      '/assets/main-abc.js/..',
    ]) {
      const answer = await get(address);
      expect([address, answer.status, answer.code]).toEqual([address, 404, 'PSY_NOT_FOUND']);
    }
    expect((await get('/login', {}, 'POST')).status).toBe(404);
  });

  it('runs only its own scripts, with no eval and nothing inline, and cannot be framed', async () => {
    const policy = policyOf(await get('/'));
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'connect-src': ["'self'"],
    });
    expect(JSON.stringify([policy['script-src'], policy['default-src'], policy['style-src']])).not.toMatch(
      /unsafe|https?:|\*/,
    );
  });

  it('gives each page its own nonce for style sheets added at run time', async () => {
    const [one, two] = [await get('/'), await get('/')];
    const nonceIn = (answer: Answer) => /<head><meta property="csp-nonce" nonce="([\w-]{22})">/.exec(answer.text)?.[1];
    expect(policyOf(one)['style-src']).toEqual(["'self'", `'nonce-${nonceIn(one)}'`]);
    expect(nonceIn(one)).not.toBe(nonceIn(two));
  });

  it('requires TLS only when it was requested over TLS', async () => {
    expect((await get('/')).headers).not.toHaveProperty('strict-transport-security');
    expect((await get('/', { 'x-forwarded-proto': 'https' })).headers['strict-transport-security']).toBe(
      'max-age=31536000',
    );
  });

  it('sends the other headers that protect it', async () => {
    expect((await get('/')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it('serves hashed files with unlimited caching, compressed as the browser accepts', async () => {
    const plain = await get('/assets/main-abc.js');
    expect([plain.text, plain.headers['content-encoding'], plain.headers['cache-control']]).toEqual([
      script,
      undefined,
      'public, max-age=31536000, immutable',
    ]);
    expect(plain.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    const brotli = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
    expect([brotli.headers['content-encoding'], brotliDecompressSync(brotli.body).toString()]).toEqual(['br', script]);
    expect((await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    expect((await get('/assets/small-abc.css', { 'accept-encoding': 'br' })).text).toBe('a{}');
  });

  it('serves other files with revalidation', async () => {
    const icon = await get('/icon.svg');
    expect([icon.status, icon.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect((await get('/icon.svg', { 'if-none-match': String(icon.headers.etag) })).status).toBe(304);
  });
});
