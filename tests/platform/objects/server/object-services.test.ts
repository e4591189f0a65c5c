import http from 'node:http';
import type { AddressInfo } from 'node:net';
import OSS from 'ali-oss';
import { Client as MinioClient, PostPolicy } from 'minio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { oss } from '../../../../src/platform/objects/server/oss.ts';
import { s3 } from '../../../../src/platform/objects/server/s3.ts';
import { serviceStore } from '../../../../src/platform/objects/server/service.ts';
import { ObjectTooLarge, StoreUnavailable } from '../../../../src/platform/objects/server/store.ts';
import { TestClock, useServer } from '../../../support/server.ts';
import { png } from '../../media/server/samples.ts';
import { postForm, storeSecret } from '../../media/server/support.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const account = {
  url: 'https://media.oss-cn-hangzhou.aliyuncs.com',
  bucket: 'media',
  accessId: 'LTAI5tSample',
  secret: 'a secret key of a bucket',
  region: 'cn-north-1',
};
const terms = { key: 'incoming/2001/01abc-xyz', contentType: 'image/jpeg', maxBytes: 5_242_880, until: NOW + 900_000 };
const requests = [
  { method: 'GET', key: terms.key, contentType: '' },
  { method: 'PUT', key: terms.key, contentType: 'application/octet-stream' },
  { method: 'DELETE', key: terms.key, contentType: '' },
] as const;

const ossClient = () =>
  new OSS({
    accessKeyId: account.accessId,
    accessKeySecret: account.secret,
    bucket: account.bucket,
    region: 'oss-cn-hangzhou',
    secure: true,
  });
const minioClient = () =>
  new MinioClient({
    endPoint: 's3.example.cn',
    useSSL: true,
    accessKey: account.accessId,
    secretKey: account.secret,
    region: account.region,
    pathStyle: true,
  });

/** The clients read the system clock. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an OSS service', () => {
  it('gets forms that its own client library signs identically, byte by byte', () => {
    const { policy, signature, access_id, fields } = oss.form(account, terms, NOW);
    const theirs = ossClient().calculatePostSignature(Buffer.from(policy, 'base64').toString());
    expect(theirs).toEqual({ OSSAccessKeyId: access_id, policy, Signature: signature });
    expect(fields).toMatchObject(theirs);
    expect(JSON.parse(Buffer.from(policy, 'base64').toString())).toEqual({
      expiration: '2026-11-21T08:15:00.000Z',
      conditions: [
        { bucket: 'media' },
        ['eq', '$key', terms.key],
        ['eq', '$content-type', 'image/jpeg'],
        ['content-length-range', 1, 5_242_880],
      ],
    });
  });

  it('gets addresses that its own client library signs identically', () => {
    for (const { method, key, contentType } of requests) {
      const theirs = new URL(
        ossClient().signatureUrl(key, { method, expires: 60, ...(contentType && { 'Content-Type': contentType }) }),
      );
      const ours = new URL(oss.presign(account, { method, key, contentType }, NOW, 60));
      expect([method, ours.origin, ours.pathname, Object.fromEntries(ours.searchParams)]).toEqual([
        method,
        theirs.origin,
        theirs.pathname,
        Object.fromEntries(theirs.searchParams),
      ]);
    }
  });
});

describe('an S3 service', () => {
  const there = { ...account, url: 'https://s3.example.cn/media' };

  it('gets forms that a client library signs identically, byte by byte', async () => {
    const policy = new PostPolicy();
    policy.setExpires(new Date(terms.until));
    policy.setBucket(account.bucket);
    policy.setKey(terms.key);
    policy.setContentType(terms.contentType);
    policy.setContentLengthRange(1, terms.maxBytes);
    const { formData, postURL } = await minioClient().presignedPostPolicy(policy);
    // The bucket is already in the address; the form may also name it.
    const { bucket, ...theirs } = formData;
    const ours = s3.form(there, terms, NOW);
    expect([bucket, ours.fields]).toEqual(['media', theirs]);
    expect([ours.host, ours.access_id, ours.policy, ours.signature]).toEqual([
      postURL,
      theirs['x-amz-credential'],
      theirs['policy'],
      theirs['x-amz-signature'],
    ]);
  });

  it('gets addresses that a client library signs identically', async () => {
    for (const { method, key, contentType } of requests) {
      const theirs = await minioClient().presignedUrl(method, account.bucket, key, 60, {}, new Date(NOW));
      expect(s3.presign(there, { method, key, contentType }, NOW, 60)).toBe(theirs);
    }
  });
});

describe('a configured service', () => {
  const objects = new Map<string, Buffer>();
  let status = 0;
  let origin = '';
  const clock = new TestClock();
  clock.time = NOW;
  /** Serves objects for addresses that the service's own client library would have signed. */
  const service = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const key = url.pathname.slice('/media/'.length);
    const signed = ossClient().signatureUrl(key, {
      method: request.method as 'GET',
      expires: 60,
      ...(request.headers['content-type'] && { 'Content-Type': request.headers['content-type'] }),
    });
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const answer = (code: number, body?: Buffer) => {
          response.statusCode = code;
          response.end(body);
        };
        if (status !== 0) return answer(status);
        if (url.searchParams.get('Signature') !== new URL(signed).searchParams.get('Signature')) return answer(403);
        const held = objects.get(key);
        if (request.method === 'PUT') {
          objects.set(key, Buffer.concat(chunks));
          return answer(200);
        }
        if (request.method === 'DELETE') {
          objects.delete(key);
          return answer(204);
        }
        return held ? answer(200, held) : answer(404);
      });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      service.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    service.closeAllConnections();
    service.close();
  });
  const store = () => serviceStore({ ...account, url: `${origin}/media/`, dialect: 'oss' }, clock);

  it('stores, returns and removes objects', async () => {
    expect(await store().read('media/2001/a', 100)).toBeUndefined();
    await store().write('media/2001/a', Buffer.from('sealed'), 'application/octet-stream');
    expect(String(await store().read('media/2001/a', 100))).toBe('sealed');
    await expect(store().read('media/2001/a', 5)).rejects.toThrow(ObjectTooLarge);
    await store().remove('media/2001/a');
    await store().remove('media/2001/a');
    expect(await store().read('media/2001/a', 100)).toBeUndefined();
    expect(store().origin).toBe(origin);
  });

  it('that refuses or is unavailable is reported as such, without the signed address', async () => {
    status = 403;
    const refused = await store()
      .write('media/2001/b', Buffer.from('x'), 'text/plain')
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnavailable);
    expect(String(refused)).not.toContain('Signature');
    status = 0;
    const nowhere = serviceStore({ ...account, url: 'http://127.0.0.1:9/media', dialect: 'oss' }, clock);
    await expect(nowhere.read('a', 1)).rejects.toThrow(StoreUnavailable);
  });
});

describe('the embedded store as such a service', () => {
  const server = useServer('embedded', { seed: false });
  it('accepts the forms of the client', async () => {
    const client = serviceStore(
      {
        url: `${server().url}/objects`,
        bucket: 'xinyu',
        accessId: 'embedded',
        secret: storeSecret(server()),
        region: '',
        dialect: 'oss',
      },
      server().clock,
    );
    const form = client.sign({
      key: 'incoming/x/y',
      contentType: 'image/png',
      maxBytes: 1000,
      until: server().clock.now() + 60_000,
    });
    expect((await postForm(form.host, form.fields, png())).status).toBe(204);
    expect((await server().services.objects.read('incoming/x/y', 1000))?.equals(png())).toBe(true);
    const other = serviceStore(
      {
        url: `${server().url}/objects`,
        bucket: 'another',
        accessId: 'embedded',
        secret: storeSecret(server()),
        region: '',
        dialect: 'oss',
      },
      server().clock,
    );
    const wrong = other.sign({
      key: 'incoming/x/z',
      contentType: 'image/png',
      maxBytes: 1000,
      until: server().clock.now() + 60_000,
    });
    expect((await postForm(wrong.host, wrong.fields, png())).status).toBe(403);
  });
});
