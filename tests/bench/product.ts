import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../../src/app/server/demo/logins.ts';
import type { TokenPair } from '../../src/platform/identity/contract.ts';
import { root } from '../../src/platform/runtime/server/root.ts';
import { passwordDigest } from '../../src/platform/signing/mac.ts';
import type { Actor } from './bench-tenant.ts';
import type { Identity } from './load.ts';

/** The product as `npm run serve` runs it. */
export interface Product {
  port: number;
  /** Milliseconds from the start of the process until it reported to be ready. */
  readyMs: number;
  /** Resident memory now, in MiB; undefined on systems that do not report it. */
  memory(): number | undefined;
  /** Processor time of the process until now, in milliseconds; undefined on systems other than Linux. */
  cpuMs(): number | undefined;
  stop(): Promise<void>;
}

const READY_LIMIT_MS = 60_000;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function ready(port: number, child: ChildProcess): Promise<void> {
  const limit = performance.now() + READY_LIMIT_MS;
  while (child.exitCode === null && performance.now() < limit) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(5);
  }
  child.kill();
  throw new Error('the product did not become ready');
}

function residentMiB(pid: number | undefined): number | undefined {
  try {
    const kib =
      process.platform === 'linux'
        ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return Number(kib) / 1024;
  } catch {
    return undefined;
  }
}

/** Linux counts in hundredths of a second. */
function processorMs(pid: number | undefined): number | undefined {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return ((user ?? NaN) + (system ?? NaN)) * 10;
  } catch {
    return undefined;
  }
}

/** Starts it and waits until it is ready. */
export async function startProduct(env: NodeJS.ProcessEnv): Promise<Product> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], {
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await ready(port, child);
  return {
    port,
    readyMs: performance.now() - started,
    memory: () => residentMiB(child.pid),
    cpuMs: () => processorMs(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A sign-in with the demo's password. @param device The cookie of a device that signed in before */
export async function signInOn(
  port: number,
  { login, ...actor }: Actor,
  device?: string,
): Promise<{ identity: Identity; device: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}/v2/oauth2/tokens/actions/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'app-id': 'portal-web', ...(device && { cookie: device }) },
    body: JSON.stringify({ account: login, password: passwordDigest(DEMO_PASSWORD) }),
  });
  if (!answer.ok) throw new Error(`sign-in failed: ${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: TokenPair };
  return {
    identity: { accessToken: data.access_token, code: data.code, ...actor },
    device: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
  };
}

export const signIn = async (port: number, actor: Actor): Promise<Identity> => (await signInOn(port, actor)).identity;
