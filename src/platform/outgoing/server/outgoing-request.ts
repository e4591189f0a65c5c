import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** Largest answer in bytes. */
const ANSWER_MAX = 1024 * 1024;

export interface OutgoingLimits {
  /** From the first byte sent to the last one received. */
  timeoutMs: number;
  /** Whether servers inside the own network, and servers without TLS, may be asked. */
  internalAddresses: boolean;
}

/** An address that this server must not be led to. */
export class InternalAddress extends Error {
  constructor() {
    super('the address is not one of the public internet');
    this.name = 'InternalAddress';
  }
}

/**
 * Resolves a name and refuses it when one of its addresses is internal. The connection goes to an address that was
 * checked here, so that a second answer of the name server changes nothing.
 */
const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(new InternalAddress(), []);
    if (options.all) return done(null, addresses);
    const [first] = addresses;
    return done(null, first?.address ?? '', first?.family);
  });

interface Outgoing {
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/**
 * Asks a server whose address a person typed. Follows no redirect.
 *
 * @throws InternalAddress; Error when it does not answer in time, or with more than 1 MiB
 */
export function outgoingRequest(
  address: string,
  { method, headers, body }: Outgoing,
  { timeoutMs, internalAddresses }: OutgoingLimits,
): Promise<Response> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAllowed = internalAddresses || (url.protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host)));
  if (!isAllowed || !/^https?:$/.test(url.protocol)) return Promise.reject(new InternalAddress());
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method,
        headers,
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(!internalAddresses && { lookup: publicLookup }),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        answer
          .on('data', (part: Buffer) => {
            size += part.length;
            if (size > ANSWER_MAX) request.destroy(new Error(`the answer has more than ${ANSWER_MAX} bytes`));
            else parts.push(part);
          })
          .on('error', reject)
          .on('end', () => resolve(responseOf(answer, Buffer.concat(parts))));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const NO_BODY: readonly number[] = [204, 205, 304];

function responseOf({ statusCode = 502, headers }: http.IncomingMessage, body: Buffer): Response {
  const known = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') known.set(name, value);
  return new Response(NO_BODY.includes(statusCode) ? null : new Uint8Array(body), {
    status: statusCode,
    headers: known,
  });
}
