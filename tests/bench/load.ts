import { createHash, createHmac, randomBytes } from 'node:crypto';
import net from 'node:net';
import { canonicalText, formatMacHeader } from '../../src/platform/signing/canonical.ts';

/** Stands for a number in a body to send, a different one in each request. */
export const NUMBER = '{n}';

/** Work of the load generator: one request repeated on several connections, each waiting for its answer. */
export interface LoadJob {
  port: number;
  target: string;
  /** JSON to send with POST, with `NUMBER` where each request differs; absent for GET. */
  content?: string;
  connections: number;
  warmUpMs: number;
  durationMs: number;
  /** Ends the measurement early; bounds the memory that latencies take. */
  maxRequests: number;
  /** Signs each request as the browser would; absent for servers without signatures. */
  identity?: Identity;
}
export interface Identity {
  accessToken: string;
  code: string;
  orgId: string;
  orgType: string;
  roleId: string;
  secondaryToken?: string;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the first measured answer. */
  body: string;
}

const APP_ID = 'portal-web';
const noncePrefix = randomBytes(9).toString('base64url');
let nonces = 0;
/** Starts at another number in each process, because a database keeps the rows of earlier runs. */
let numbers = Date.now() * 1000;

function requestOf({ port, target, content, identity }: LoadJob): string {
  const host = `127.0.0.1:${port}`;
  const method = content === undefined ? 'GET' : 'POST';
  const body = content?.replaceAll(NUMBER, String(++numbers)) ?? '';
  const ofBody =
    content === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  const start = `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\n${ofBody}`;
  if (!identity) return `${start}\r\n${body}`;
  const { accessToken, code, orgId, orgType, roleId } = identity;
  const ts = String(Date.now());
  const bodyHash = body === '' ? '' : createHash('sha256').update(body).digest('base64url');
  const nonce = `${noncePrefix}${String(++nonces).padStart(10, '0')}`;
  const text = canonicalText({
    ts,
    nonce,
    method,
    target,
    host,
    appId: APP_ID,
    orgId,
    orgType,
    roleId,
    secondaryToken: '',
    bodyHash,
  });
  const mac = createHmac('sha256', code).update(text).digest('base64url');
  const authorization = formatMacHeader({ id: accessToken, ts, nonce, bodyHash, mac });
  return `${start}app-id: ${APP_ID}\r\norg-id: ${orgId}\r\norg-type: ${orgType}\r\nrole-id: ${roleId}\r\nauthorization: ${authorization}\r\n\r\n${body}`;
}

/**
 * Start and end of the answer's body in `bytes`, or undefined while it is incomplete. @throws Error unless it is a
 * success of known length
 */
function bodyIn(bytes: Buffer): [number, number] | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const text = bytes.toString('latin1', 0, head);
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (!/^HTTP\/1\.1 20[01] /.test(text) || length === undefined)
    throw new Error(`unexpected answer: ${bytes.toString('utf8', 0, 600)}`);
  const end = head + 4 + Number(length);
  return bytes.length < end ? undefined : [head + 4, end];
}

/** One connection: calls `answered` with the time and body of each answer, until that returns stop. */
function drive(job: LoadJob, answered: (ms: number, body: Buffer) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port: job.port, host: '127.0.0.1', noDelay: true });
    let received = Buffer.alloc(0);
    let sentAt = 0;
    const send = () => {
      const request = requestOf(job);
      sentAt = performance.now();
      socket.write(request);
    };
    const end = (error?: Error) => {
      socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    socket
      .on('connect', send)
      .on('error', end)
      .on('close', () => end(new Error('the server closed the connection')));
    socket.on('data', (chunk) => {
      try {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const body = bodyIn(received);
        if (body === undefined) return;
        const answer = received.subarray(...body);
        received = Buffer.alloc(0);
        if (answered(performance.now() - sentAt, answer)) send();
        else end();
      } catch (error) {
        end(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}

const at = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export async function load(job: LoadJob): Promise<LoadResult> {
  const latencies = new Float64Array(job.maxRequests);
  const start = performance.now();
  const from = start + job.warmUpMs;
  const until = from + job.durationMs;
  let count = 0;
  let body = '';
  let last = from;
  const answered = (ms: number, bytes: Buffer) => {
    const now = performance.now();
    if (now < from) return true;
    if (now > until || count === job.maxRequests) return false;
    latencies[count++] = ms;
    if (count === 1) body = bytes.toString();
    last = now;
    return count < job.maxRequests;
  };
  await Promise.all(Array.from({ length: job.connections }, () => drive(job, answered)));
  const sorted = latencies.subarray(0, count).sort();
  return {
    requests: count,
    perSecond: count / ((last - from) / 1000),
    p50Ms: at(sorted, 0.5),
    p99Ms: at(sorted, 0.99),
    body,
  };
}
