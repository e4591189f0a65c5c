import { createHash, createHmac } from 'node:crypto';
import { isoTime } from '../../runtime/server/clock.ts';
import type { Account, Dialect } from './oss.ts';
import { encodePolicy } from './post-policy.ts';

const ALGORITHM = 'AWS4-HMAC-SHA256';
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** `20261121T080000Z` */
const stampOf = (now: number): string => `${isoTime(now).slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const scopeOf = (stamp: string, region: string) => `${stamp.slice(0, 8)}/${region}/s3/aws4_request`;

function signature({ secret, region }: Account, stamp: string, text: string): string {
  const key = [stamp.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

/** S3, signature version 4, as S3-compatible services (MinIO, Ceph, COS, OBS …) take it. */
export const s3: Dialect = {
  form(account, { key, contentType, maxBytes, until }, now) {
    const stamp = stampOf(now);
    const credential = `${account.accessId}/${scopeOf(stamp, account.region)}`;
    const policy = encodePolicy({
      conditions: [
        ['eq', '$bucket', account.bucket],
        ['eq', '$key', key],
        ['eq', '$Content-Type', contentType],
        ['content-length-range', 1, maxBytes],
        ['eq', '$x-amz-date', stamp],
        ['eq', '$x-amz-algorithm', ALGORITHM],
        ['eq', '$x-amz-credential', credential],
      ],
      expiration: isoTime(until),
    });
    const signed = signature(account, stamp, policy);
    return {
      host: account.url,
      access_id: credential,
      policy,
      signature: signed,
      fields: {
        key,
        'Content-Type': contentType,
        'x-amz-date': stamp,
        'x-amz-algorithm': ALGORITHM,
        'x-amz-credential': credential,
        policy,
        'x-amz-signature': signed,
      },
    };
  },

  presign(account, { method, key }, now, seconds) {
    const stamp = stampOf(now);
    const { host, pathname } = new URL(`${account.url}/${key}`);
    const scope = scopeOf(stamp, account.region);
    const query = [
      ['X-Amz-Algorithm', ALGORITHM],
      ['X-Amz-Credential', `${account.accessId}/${scope}`],
      ['X-Amz-Date', stamp],
      ['X-Amz-Expires', String(seconds)],
      ['X-Amz-SignedHeaders', 'host'],
    ]
      .map(([name = '', value = '']) => `${name}=${encode(value)}`)
      .join('&');
    const request = [
      method,
      pathname
        .split('/')
        .map((part) => encode(decodeURIComponent(part)))
        .join('/'),
      query,
      `host:${host}`,
      '',
      'host',
      'UNSIGNED-PAYLOAD',
    ].join('\n');
    const text = [ALGORITHM, stamp, scope, createHash('sha256').update(request).digest('hex')].join('\n');
    return `${account.url}/${key}?${query}&X-Amz-Signature=${signature(account, stamp, text)}`;
  },
};
