import net from 'node:net';
import { DEMO_PASSWORD } from '../../src/app/server/demo/logins.ts';
import { passwordDigest } from '../../src/platform/signing/mac.ts';
import { serveParent } from './children.ts';

/** Work of the process that signs in. */
export interface SignInJob {
  port: number;
  connections: number;
  /**
   * `right` signs in with the right password, `wrong` with a wrong one, of which every second for a name that nobody
   * has; `plain` asks for the server's time.
   */
  send: 'right' | 'wrong' | 'plain';
  /** Names of the accounts; each request takes the next one. */
  logins: readonly string[];
  /** Requests a second at most; absent: as many as are answered. */
  perSecond?: number;
}

export interface SignInResult {
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Answers that refuse without a hash are not among these. */
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the process itself, as a share of one core. */
  ownCores: number;
}

/** Begins a job, which lasts until the next question; `end` has its result as answer. */
export type SignInQuestion = { ask: 'begin'; job: SignInJob } | { ask: 'end' };

/** Requests from one address: fewer than those after which an address needs a captcha. */
const PER_ADDRESS = 12;

let requests = 0;
let addresses = 0;

/** Linux answers on every address of 127.0.0.0/8; elsewhere all requests come from one. */
function nextAddress(): { localAddress?: string } {
  const n = addresses++ % 2 ** 22;
  return process.platform === 'linux' ? { localAddress: `127.${64 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}` } : {};
}

function requestOf({ port, send, logins }: SignInJob): string {
  const head = (line: string) => `${line} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\napp-id: portal-web\r\n`;
  if (send === 'plain') return `${head('GET /v2/oauth2/server/time')}\r\n`;
  const n = requests++;
  const login = logins[n % logins.length] ?? '';
  const content = JSON.stringify({
    account: send === 'wrong' && n % 2 === 1 ? `nobody-${process.pid}-${n}` : login,
    password: passwordDigest(send === 'right' ? DEMO_PASSWORD : 'Wrong-2026!'),
  });
  return `${head('POST /v2/oauth2/tokens/actions/sign_in')}content-type: application/json\r\ncontent-length: ${content.length}\r\n\r\n${content}`;
}

/** The status of an answer that has arrived whole; undefined before. */
function statusIn(text: string): string | undefined {
  const head = text.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (head < 0 || text.length < head + 4 + Number(length ?? 0)) return undefined;
  return text.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3);
}

/** Sends one request and waits for its answer. @throws Error where the server closes the connection instead */
function exchange(socket: net.Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const stop = () => {
      socket.off('data', hear);
      socket.off('close', fail);
    };
    const fail = () => {
      stop();
      reject(new Error('the server closed the connection'));
    };
    const hear = (piece: string) => {
      const status = statusIn((text += piece));
      if (status === undefined) return;
      stop();
      resolve(status);
    };
    socket.on('data', hear).once('close', fail);
    socket.write(request);
  });
}

/** The requests that one address sends on one connection. */
async function drive(job: SignInJob, turn: () => Promise<boolean>, answered: (status: string, ms: number) => void) {
  const socket = net.connect({ port: job.port, host: '127.0.0.1', noDelay: true, ...nextAddress() });
  // Followed by `close`.
  socket.setEncoding('latin1').on('error', () => undefined);
  try {
    // The server closes a connection that was idle for some seconds.
    for (let n = 0; n < PER_ADDRESS && (await turn()) && socket.writable; n++) {
      const from = performance.now();
      answered(await exchange(socket, requestOf(job)), performance.now() - from);
    }
  } finally {
    socket.destroy();
  }
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN;

function begin(job: SignInJob): () => Promise<SignInResult> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const statuses: Record<string, number> = {};
  const taken: number[] = [];
  const over = new AbortController();
  let sent = 0;
  const turn = async (): Promise<boolean> => {
    const n = sent++;
    const due = job.perSecond === undefined ? 0 : started + (n * 1000) / job.perSecond - performance.now();
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
    return !over.signal.aborted;
  };
  const answered = (status: string, ms: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    taken.push(ms);
  };
  const repeat = async () => {
    while (!over.signal.aborted) await drive(job, turn, answered);
  };
  const running = Promise.all(Array.from({ length: job.connections }, repeat));
  return async () => {
    over.abort();
    const lasted = performance.now() - started;
    const count = taken.length;
    const { user, system } = process.cpuUsage(cpu);
    await running;
    const sorted = taken.sort((a, b) => a - b);
    return {
      statuses,
      perSecond: count / (lasted / 1000),
      p50Ms: at(sorted, 0.5),
      p99Ms: at(sorted, 0.99),
      ownCores: (user + system) / 1000 / lasted,
    };
  };
}

/** A process of its own: what it takes of the processor is not the product's. */
export function signInLoad(): void {
  let end: (() => Promise<SignInResult>) | undefined;
  serveParent(async (question: SignInQuestion): Promise<unknown> => {
    if (question.ask === 'begin') {
      end = begin(question.job);
      return undefined;
    }
    return end?.();
  });
}
