import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '../../src/app/server/config/load.ts';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { createPasswords } from '../../src/platform/identity/server/passwords.ts';
import { passwordDigest } from '../../src/platform/signing/mac.ts';
import { BENCH_ORG, LARGE, ORDINARY } from './bench-tenant.ts';
import { start, type Child } from './children.ts';
import type { BenchDatabase } from './databases.ts';
import type { Identity, LoadJob, LoadResult } from './load.ts';
import { signIn, signInOn, startProduct, type Product } from './product.ts';
import type { SignInJob, SignInQuestion, SignInResult } from './sign-in-load.ts';

/** Sign-ins a second, with so many at once. */
export interface SignInRate {
  connections: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the product's process for one; undefined where it is not known. */
  cpuMs?: number;
}

/** What other people's requests meet in one state of the server: medians of all rounds. */
export type Others = Pick<LoadResult, 'perSecond' | 'p50Ms' | 'p99Ms'>;

/** Requests of other people without a storm, during one, and during as many requests that need no hash. */
export interface Storm {
  what: string;
  calm: Others;
  storm: Others;
  plain: Others;
  /** How much longer one request takes in a storm, and among as many plain requests; medians of the rounds. */
  slower: number;
  slowerByPlain: number;
  /** Refused sign-ins a second, and how long one waits. */
  refused: Pick<SignInResult, 'perSecond' | 'p50Ms' | 'p99Ms' | 'statuses' | 'ownCores'>;
  /** Sign-ins with a right password on a device that the account knows, one in each round of the storm. */
  known: { p50Ms: number; maxMs: number };
}

export interface SignInFindings {
  cost: { memoryKiB: number; passes: number; parallelism: number; hashMs: number };
  rates: SignInRate[];
  storms: Storm[];
}

const ACCOUNTS = 30_000;
const RATE_MS = 3000;
const STORM_CONNECTIONS = 64;
const OTHERS_CONNECTIONS = 8;
/** Many short rounds: other work of the machine comes and goes. */
const ROUNDS = 9;
/** Longer than a storm is served like other sign-ins. */
const WARM_UP_MS = 800;
const DURATION_MS = 800;
/** Devices that take turns: an account may sign in thirty times a minute. */
const DEVICES = 5;
const HASHES = 9;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** The configured cost, and the time of one hash on this machine. */
async function costOf(): Promise<SignInFindings['cost']> {
  const { memoryCost, timeCost } = loadConfig().argon2;
  const passwords = await createPasswords({ memoryCost, timeCost });
  const taken: number[] = [];
  for (let i = 0; i < HASHES; i++) {
    const from = performance.now();
    await passwords.hash(passwordDigest('Wrong-2026!'));
    taken.push(performance.now() - from);
  }
  return { memoryKiB: memoryCost, passes: timeCost, parallelism: 1, hashMs: median(taken) };
}

/** Accounts of students of the large school; all have the demo's password. */
async function loginsOf(database: BenchDatabase): Promise<string[]> {
  const db = await openDatabase(database.owner);
  try {
    const rows = await db.admin(async (run) => {
      await run("select set_config('app.org_id', $1, false)", [BENCH_ORG]);
      return run(
        'select a.login_name from students s join accounts a on a.user_id = s.user_id where s.org_id = $1 order by a.login_name limit $2::int',
        [BENCH_ORG, ACCOUNTS],
      );
    });
    return rows.map(({ login_name }) => String(login_name));
  } finally {
    await db.close();
  }
}

/** An account, and the cookie of a device on which it has signed in. */
interface KnownDevice {
  login: string;
  device: string;
}

/** What runs while storms are measured. */
interface Running {
  port: number;
  /** The processes that send other people's requests, and sign-ins. */
  loading: Child;
  signing: Child;
  logins: readonly string[];
  known: readonly KnownDevice[];
}

async function begun<T>(child: Child, job: SignInJob, work: () => Promise<T>): Promise<[T, SignInResult]> {
  await child.ask({ ask: 'begin', job } satisfies SignInQuestion);
  let done: T;
  try {
    done = await work();
  } catch (error) {
    await child.ask({ ask: 'end' } satisfies SignInQuestion);
    throw error;
  }
  return [done, await child.ask<SignInResult>({ ask: 'end' } satisfies SignInQuestion)];
}

async function rateOf(child: Child, product: Product, logins: readonly string[], connections: number) {
  const job: SignInJob = { port: product.port, connections, send: 'right', logins };
  await begun(child, job, () => wait(500));
  const before = product.cpuMs();
  const [, { perSecond, p50Ms, p99Ms, statuses }] = await begun(child, job, () => wait(RATE_MS));
  const spent = product.cpuMs();
  const count = Object.values(statuses).reduce((sum, n) => sum + n, 0);
  if ((statuses['200'] ?? 0) !== count) throw new Error(`sign-ins were refused: ${JSON.stringify(statuses)}`);
  return {
    connections,
    perSecond,
    p50Ms,
    p99Ms,
    ...(before !== undefined && spent !== undefined && { cpuMs: (spent - before) / count }),
  };
}

/** How long one sign-in on a device takes that the account knows. */
async function onDevice(port: number, { login, device }: KnownDevice): Promise<number> {
  const from = performance.now();
  await signInOn(port, { ...LARGE, login }, device);
  return performance.now() - from;
}

/**
 * Measures requests of other people in turn without and with a storm of wrong passwords, and with as many plain
 * requests, so that other work of the machine affects all three.
 */
async function stormOn(
  { port, loading, signing, logins, known }: Running,
  { what, target, identity }: { what: string; target: string; identity?: Identity },
): Promise<Storm> {
  const job: LoadJob = {
    port,
    target,
    connections: OTHERS_CONNECTIONS,
    warmUpMs: WARM_UP_MS,
    durationMs: DURATION_MS,
    maxRequests: 100_000,
    ...(identity && { identity }),
  };
  const load = () => loading.ask<LoadResult>(job);
  const wrong: SignInJob = { port, connections: STORM_CONNECTIONS, send: 'wrong', logins };
  const rounds: { calm: LoadResult; storm: LoadResult; plain: LoadResult; refused: SignInResult; knownMs: number }[] =
    [];
  for (let round = 0; round < ROUNDS; round++) {
    const calm = await load();
    const device = known[round % known.length];
    if (!device) break;
    const [[storm, knownMs], refused] = await begun(signing, wrong, () =>
      Promise.all([load(), wait(WARM_UP_MS).then(() => onDevice(port, device))]),
    );
    const [plain] = await begun(
      signing,
      { ...wrong, send: 'plain', connections: OTHERS_CONNECTIONS, perSecond: refused.perSecond },
      load,
    );
    rounds.push({ calm, storm, plain, refused, knownMs });
  }
  const of = (pick: 'calm' | 'storm' | 'plain'): Others => ({
    perSecond: median(rounds.map((one) => one[pick].perSecond)),
    p50Ms: median(rounds.map((one) => one[pick].p50Ms)),
    p99Ms: median(rounds.map((one) => one[pick].p99Ms)),
  });
  const slower = (pick: 'storm' | 'plain') => median(rounds.map((one) => one.calm.perSecond / one[pick].perSecond - 1));
  const ofRefused = (pick: 'perSecond' | 'p50Ms' | 'p99Ms' | 'ownCores') =>
    median(rounds.map(({ refused }) => refused[pick]));
  const statuses: Record<string, number> = {};
  for (const { refused } of rounds)
    for (const [status, n] of Object.entries(refused.statuses)) statuses[status] = (statuses[status] ?? 0) + n;
  return {
    what,
    calm: of('calm'),
    storm: of('storm'),
    plain: of('plain'),
    slower: slower('storm'),
    slowerByPlain: slower('plain'),
    refused: {
      perSecond: ofRefused('perSecond'),
      p50Ms: ofRefused('p50Ms'),
      p99Ms: ofRefused('p99Ms'),
      ownCores: ofRefused('ownCores'),
      statuses,
    },
    known: {
      p50Ms: median(rounds.map(({ knownMs }) => knownMs)),
      maxMs: Math.max(...rounds.map(({ knownMs }) => knownMs)),
    },
  };
}

/** Sign-ins a second, and what a storm of wrong passwords does to other people's requests. */
export async function signIns(
  entry: string,
  database: BenchDatabase,
  say: (text: string) => void,
): Promise<SignInFindings> {
  const logins = await loginsOf(database);
  const product = await startProduct(database.env);
  const { port } = product;
  const [signing, loading] = [start(entry, 'sign-in'), start(entry, 'load')];
  try {
    const cost = await costOf();
    say('每秒登录数');
    const rates: SignInRate[] = [];
    for (const connections of [1, 16]) rates.push(await rateOf(signing, product, logins, connections));
    say('错误密码的风暴');
    const known: KnownDevice[] = [];
    for (const login of logins.slice(-DEVICES))
      known.push({ login, device: (await signInOn(port, { ...LARGE, login })).device });
    const [ordinary, large] = [await signIn(port, ORDINARY), await signIn(port, LARGE)];
    const storms: Storm[] = [];
    for (const one of [
      { what: '班级（72 个）', target: '/v1/portal/classes?page=1&size=10', identity: ordinary },
      { what: '一名学生（共 100,000 人）', target: `/v1/portal/students/k${BENCH_ORG}-0001`, identity: large },
      { what: '登录页（未登录）', target: '/login' },
    ])
      storms.push(await stormOn({ port, loading, signing, logins, known }, one));
    return { cost, rates, storms };
  } finally {
    await Promise.all([signing.stop(), loading.stop()]);
    await product.stop();
  }
}
