import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { BENCH_ORG, LARGE } from './bench-tenant.ts';
import { send } from './client.ts';
import type { BenchDatabase } from './databases.ts';
import type { Identity } from './load.ts';
import { signIn, startProduct, type Product } from './product.ts';
import { ITEMS, RUNNING, screeningTenant, type Taker } from './screening-tenant.ts';
import { openSheet, putAnswer } from './screening.ts';

const SITTINGS = 300;
const PAGES = 600;
const CONCURRENCY = 16;
const STUDENTS = 100_000;
const SCORED_LIMIT_MS = 120_000;

/** Processor time of one unit of work, in milliseconds. */
export interface Cost {
  serverMs: number;
  databaseMs: number;
}

/** What work costs, from the processor time of the processes and the size of the database. */
export interface Capacity {
  studentBytes: number;
  /** A sitting with all that it leaves: answers, results, entries of the log. */
  sittingBytes: number;
  answersOfSitting: number;
  /** Sign-in excluded: from the list of screenings to the scored sheet. */
  sitting: Cost;
  /** A page of 20 students of the large school, with their number. */
  page: Cost;
  idleMiB: number;
  loadedMiB: number;
}

type Ask = (text: string) => Promise<Record<string, unknown>>;

/** Linux counts in hundredths of a second; a connection that has ended counts nothing. */
function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** Processor time of the connections of the product. */
async function databaseMs(ask: Ask): Promise<number> {
  const { pids } = await ask(
    "select array_agg(pid) as pids from pg_stat_activity where datname = current_database() and usename like '%\\_login'",
  );
  return Array.isArray(pids) ? pids.reduce((sum: number, pid) => sum + cpuMs(Number(pid)), 0) : NaN;
}

async function many<T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = list.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const one of left) await work(one);
    }),
  );
}

const QUIET_MS = 2000;
const SETTLED_LIMIT_MS = 300_000;

/** Waits until the work is done that follows a start, such as the encryption of values that are stored as plain text. */
async function settled(product: Product, ask: Ask): Promise<void> {
  const used = async () => (product.cpuMs() ?? NaN) + (await databaseMs(ask));
  const until = performance.now() + SETTLED_LIMIT_MS;
  for (let before = await used(); ;) {
    await wait(QUIET_MS);
    const now = await used();
    if (now - before < QUIET_MS / 20) return;
    if (performance.now() > until) throw new Error('the server does not come to rest');
    before = now;
  }
}

async function costOf(product: Product, ask: Ask, times: number, work: () => Promise<void>): Promise<Cost> {
  const before = { server: product.cpuMs() ?? NaN, database: await databaseMs(ask) };
  await work();
  return {
    serverMs: ((product.cpuMs() ?? NaN) - before.server) / times,
    databaseMs: ((await databaseMs(ask)) - before.database) / times,
  };
}

async function sit(port: number, taker: Taker): Promise<void> {
  const { identity, sheet } = taker;
  await (await send(port, identity, 'GET', '/v1/portal/my/exams')).arrayBuffer();
  await openSheet(port, identity, sheet);
  for (const [i, item] of ITEMS.entries()) await putAnswer(port, taker, item, i === 8 ? 0 : i % 3);
  const submit = `/v1/portal/child_exams/${sheet}/submit`;
  await (await send(port, identity, 'POST', submit, { incomplete: false })).arrayBuffer();
}

async function allScored(ask: Ask): Promise<void> {
  const until = performance.now() + SCORED_LIMIT_MS;
  for (;;) {
    const { n } = await ask(
      `select count(*)::int as n from exam_sheets where org_id = '${BENCH_ORG}' and exam_id = '${RUNNING}' and scored_at is not null`,
    );
    if (Number(n) >= SITTINGS) return;
    if (performance.now() > until) throw new Error(`only ${String(n)} sheets were scored`);
    await wait(200);
  }
}

const readPage = async (port: number, reader: Identity) =>
  (await send(port, reader, 'GET', '/v1/portal/students?page=1&size=20')).arrayBuffer();

/** Measures sittings and pages by the processor time that they take, which other work on the machine hardly changes. */
export async function measureCapacity(database: BenchDatabase): Promise<Capacity> {
  const owner = await openDatabase(database.owner);
  const ask: Ask = async (text) => (await owner.admin((run) => run(text)))[0] ?? {};
  const bytes = async () => Number((await ask('select pg_database_size(current_database()) as bytes'))['bytes']);
  try {
    const studentBytes = (await bytes()) / STUDENTS;
    const { takers } = await screeningTenant(database, SITTINGS);
    const product = await startProduct(database.env);
    try {
      const idleMiB = product.memory() ?? NaN;
      const reader = await signIn(product.port, LARGE);
      const pages = Array.from({ length: PAGES }, () => reader);
      await many(pages.slice(0, CONCURRENCY), (one) => readPage(product.port, one));
      await settled(product, ask);
      const page = await costOf(product, ask, PAGES, () => many(pages, (one) => readPage(product.port, one)));
      const before = await bytes();
      const sitting = await costOf(product, ask, SITTINGS, async () => {
        await many(takers.slice(0, SITTINGS), (taker) => sit(product.port, taker));
        await allScored(ask);
      });
      const sittingBytes = ((await bytes()) - before) / SITTINGS;
      const loadedMiB = product.memory() ?? NaN;
      return { studentBytes, sittingBytes, answersOfSitting: ITEMS.length, sitting, page, idleMiB, loadedMiB };
    } finally {
      await product.stop();
    }
  } finally {
    await owner.close();
  }
}
