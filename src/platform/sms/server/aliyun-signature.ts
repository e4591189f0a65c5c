import { createHash, createHmac } from 'node:crypto';

const ALGORITHM = 'ACS3-HMAC-SHA256';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** As RFC 3986 wants it: letters, digits, `-`, `_`, `.` and `~` stay. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Parameters sorted and encoded, as they are signed and sent. */
export const canonicalQuery = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .toSorted()
    .map((name) => `${encoded(name)}=${encoded(parameters[name] ?? '')}`)
    .join('&');

export interface AliyunRequest {
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  /** ISO 8601 in UTC, whole seconds. */
  date: string;
  nonce: string;
}

/**
 * Headers of a signed `POST /` without a body (Alibaba Cloud, request signature version 3). The provider publishes an
 * example with its signature, which a test repeats.
 */
export function signedHeaders(
  { host, action, version, query, date, nonce }: AliyunRequest,
  { keyId, secret }: { keyId: string; secret: string },
): Record<string, string> {
  const bodyHash = sha256('');
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).toSorted();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = ['POST', '/', canonicalQuery(query), lines, signed, bodyHash].join('\n');
  const signature = createHmac('sha256', secret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex');
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${keyId},SignedHeaders=${signed},Signature=${signature}`,
  };
}
