import type { BareAnswer } from './bare-server.ts';
import { BENCH_ORG, LARGE, ORDINARY, type Actor } from './bench-tenant.ts';
import { runLoad, start, type Child } from './children.ts';
import type { BenchDatabase } from './databases.ts';
import { NUMBER, type Identity, type LoadJob, type LoadResult } from './load.ts';
import type { ListSql, PlainQuestion } from './plain-server.ts';
import { signIn, startProduct, type Product } from './product.ts';

/** A measured call: the first page of a list, as the portal requests it, one row, or a new row. */
export interface List {
  title: string;
  target: string;
  table: string;
  actor: Actor;
  /** What to post for a new row; absent for a read. */
  create?: { content: string; unique: readonly string[] };
}

const classes = { target: '/v1/portal/classes?page=1&size=10', table: 'classes' };
const students = { target: '/v1/portal/students?page=1&size=10', table: 'students' };
const oneStudent = { target: `/v1/portal/students/k${BENCH_ORG}-0001`, table: 'students' };
const newStudent = {
  target: '/v1/portal/students',
  table: 'students',
  create: {
    content: JSON.stringify({
      child_name: '张晓明',
      student_no: `N${NUMBER}`,
      sex: 1,
      born_on: '2013-05-20',
      id_card: '110101201305201234',
      mobile: '13900001234',
      address: '青禾市人民路 1 号',
    }),
    /** Columns whose values differ from row to row. */
    unique: ['child_id', 'student_id', 'student_no'],
  },
};
/** All rows of a database with more than 100,000 students; row-level security leaves those of one school. */
export const LISTS: readonly List[] = [
  { title: '班级（72 个）', ...classes, actor: ORDINARY },
  { title: '学生（1,620 人）', ...students, actor: ORDINARY },
  { title: '学生（100,000 人）', ...students, actor: LARGE },
  // Its read is logged.
  { title: '一名学生（共 100,000 人）', ...oneStudent, actor: LARGE },
  // Its entry in the log and the row are one commit.
  { title: '新建学生（共 100,000 人）', ...newStudent, actor: LARGE },
];

export const CONNECTIONS = [1, 16] as const;

/** The compared servers: a bare route; the same SQL with and without row-level security; the product. */
export const SERVERS = ['bare', 'plain', 'direct', 'product'] as const;
export type Server = (typeof SERVERS)[number];

const WARM_UP_MS = 400;
const DURATION_MS = 1500;
const MAX_REQUESTS = 100_000;
const ROUNDS = 3;

export interface Run extends LoadResult {
  list: string;
  connections: number;
  server: Server;
}

export const jobOf = (
  { create }: List,
  port: number,
  target: string,
  connections: number,
  identity?: Identity,
): LoadJob => ({
  port,
  target,
  ...(create && { content: create.content }),
  connections,
  identity,
  warmUpMs: WARM_UP_MS,
  durationMs: DURATION_MS,
  maxRequests: MAX_REQUESTS,
});

/** Facts of a list after one request to the product: its answer and the sent statements. */
export interface Known {
  list: List;
  answer: BareAnswer;
  sql: ListSql;
}

/** All servers for one list, each with its address. */
async function beginAll(
  entry: string,
  database: BenchDatabase,
  product: Product,
  { list, answer, sql }: Known,
): Promise<{ jobs: Record<Server, [number, string, Identity?]>; children: Child[] }> {
  const [bare, plain, direct] = [start(entry, 'bare'), start(entry, 'plain'), start(entry, 'plain')];
  const ask = (child: Child, way: PlainQuestion['way']) =>
    child.ask<number>({ database: database[way], sql, way } satisfies PlainQuestion);
  return {
    children: [bare, plain, direct],
    jobs: {
      bare: [await bare.ask<number>(answer), '/list'],
      plain: [await ask(plain, 'plain'), '/list'],
      direct: [await ask(direct, 'direct'), '/list'],
      product: [product.port, list.target, await signIn(product.port, list.actor)],
    },
  };
}

/**
 * Measures each server in turn, several times over, so that other work of the machine affects all of them. The best
 * time of each counts, because other work only slows it down.
 */
async function compare(entry: string, database: BenchDatabase, product: Product, known: Known): Promise<Run[]> {
  const { jobs, children } = await beginAll(entry, database, product, known);
  const best = new Map<string, Run>();
  try {
    for (const connections of CONNECTIONS) {
      for (let round = 0; round < ROUNDS; round++) {
        for (const server of SERVERS) {
          const [port, target, identity] = jobs[server];
          const run: Run = {
            list: known.list.title,
            connections,
            server,
            ...(await runLoad(entry, jobOf(known.list, port, target, connections, identity))),
          };
          const key = `${server} ${connections}`;
          if (run.perSecond > (best.get(key)?.perSecond ?? 0)) best.set(key, run);
        }
      }
    }
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
  return [...best.values()];
}

/** Requests per second of all servers and lists, and the memory of the product afterwards. */
export async function throughput(
  entry: string,
  database: BenchDatabase,
  known: readonly Known[],
): Promise<{ runs: Run[]; loadedMiB?: number }> {
  const product = await startProduct(database.env);
  try {
    const runs: Run[] = [];
    for (const one of known) runs.push(...(await compare(entry, database, product, one)));
    return { runs, loadedMiB: product.memory() };
  } finally {
    await product.stop();
  }
}
