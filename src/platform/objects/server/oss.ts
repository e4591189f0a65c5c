import { createHmac } from 'node:crypto';
import { isoTime } from '../../runtime/server/clock.ts';
import { encodePolicy } from './post-policy.ts';
import type { PostForm, PostTerms } from './store.ts';

/** The signing account, bucket and address. */
export interface Account {
  url: string;
  bucket: string;
  accessId: string;
  secret: string;
  region: string;
}

/** How a service expects forms and requests to be signed. */
export interface Dialect {
  form(account: Account, terms: PostTerms, now: number): PostForm;
  /** A signed address, valid for any number of requests until it expires. @param seconds from now on */
  presign(
    account: Account,
    request: { method: 'GET' | 'PUT' | 'DELETE'; key: string; contentType: string },
    now: number,
    seconds: number,
  ): string;
}

const sign = (secret: string, text: string) => createHmac('sha1', secret).update(text).digest('base64');
const CREATED = '204';

/**
 * OSS, signature version 1: what ali-oss calls `calculatePostSignature` and `signatureUrl`. The embedded store speaks
 * it too.
 */
export const oss: Dialect = {
  form({ url, bucket, accessId, secret }, { key, contentType, maxBytes, until }) {
    const policy = encodePolicy({
      expiration: isoTime(until),
      conditions: [
        { bucket },
        ['eq', '$key', key],
        ['eq', '$content-type', contentType],
        ['content-length-range', 1, maxBytes],
      ],
    });
    const signature = sign(secret, policy);
    return {
      host: url,
      access_id: accessId,
      policy,
      signature,
      fields: {
        key,
        OSSAccessKeyId: accessId,
        policy,
        Signature: signature,
        success_action_status: CREATED,
        'Content-Type': contentType,
      },
    };
  },

  presign({ url, bucket, accessId, secret }, { method, key, contentType }, now, seconds) {
    const expires = Math.floor(now / 1000) + seconds;
    const signature = sign(secret, `${method}\n\n${contentType}\n${expires}\n/${bucket}/${key}`);
    return `${url}/${key}?${new URLSearchParams({ OSSAccessKeyId: accessId, Expires: String(expires), Signature: signature }).toString()}`;
  },
};
