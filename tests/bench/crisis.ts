import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../../src/app/server/demo/logins.ts';
import { passwordDigest } from '../../src/platform/signing/mac.ts';
import { LARGE, type Actor } from './bench-tenant.ts';
import { send } from './client.ts';
import { crisisTenant, NOTIFIED, type CrisisTenant } from './crisis-tenant.ts';
import type { BenchDatabase } from './databases.ts';
import { homeTenant, STAFF } from './home-tenant.ts';
import type { Identity } from './load.ts';
import { signIn, startProduct } from './product.ts';
import { quantile } from './sheets.ts';

/** Repeated durations of one action, and the target; milliseconds. */
export interface Timed {
  what: string;
  times: number;
  p50Ms: number;
  p99Ms: number;
  goalMs: number;
  /** Processor time of the product's process for one, where it was measured. */
  cpuMs?: number;
}

const NOTICE_GOAL_MS = 1000;
const LIST_GOAL_MS = 200;
const STATISTICS_GOAL_MS = 1000;
const HOME_GOAL_MS = 60;
const TIMES = 100;
/** Very slow actions are measured less often. */
const LIMIT_MS = 10_000;
const BURST = 16;
const BURSTS = 8;
const ONE_BY_ONE = 100;
const HEARD_LIMIT_MS = 30_000;

export const summed = (what: string, goalMs: number, taken: number[]): Timed => {
  const sorted = taken.sort((a, b) => a - b);
  return { what, times: sorted.length, p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99), goalMs };
};

/** When each notice arrived, by its subject. */
export type ReceivedEvent = Map<string, number[]>;

/** Reads a stream of events until it ends. */
export async function hear(
  port: number,
  identity: Identity,
  signal: AbortSignal,
  arrivals: ReceivedEvent,
): Promise<() => Promise<void>> {
  const { body } = await send(port, identity, 'GET', '/v1/portal/notices/stream', undefined, signal);
  if (!body) throw new Error('no stream came');
  const reading = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      const at = performance.now();
      const blocks = (text + decoder.decode(piece, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const id = /^data: .*"subject_id":"([^"]+)"/m.exec(block)?.[1];
        if (id !== undefined) arrivals.set(id, [...(arrivals.get(id) ?? []), at]);
      }
    }
  })().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return () => reading;
}

/** Time from a report until each recipient receives its notice, while all staff are connected. */
async function notices(port: number, { staff, children }: CrisisTenant): Promise<Timed[]> {
  const reporter = await signIn(port, LARGE);
  const over = new AbortController();
  const arrivals: ReceivedEvent = new Map();
  const streams = await Promise.all(staff.map((identity) => hear(port, identity, over.signal, arrivals)));
  let next = 0;
  const report = async (): Promise<number[]> => {
    const child_id = children[(next++ * 7) % children.length];
    const from = performance.now();
    const answer = await send(port, reporter, 'POST', '/v1/portal/psychology_warns/artificials', {
      child_id,
      category_ids: ['emotion'],
      warn_content: '经常无故哭泣；长期失眠',
      source_type: 1,
    });
    const {
      data: { warn_id: id },
    } = (await answer.json()) as { data: { warn_id: string } };
    while ((arrivals.get(id)?.length ?? 0) < NOTIFIED && performance.now() - from < HEARD_LIMIT_MS) await wait(2);
    const times = arrivals.get(id) ?? [];
    if (times.length !== NOTIFIED) throw new Error(`${times.length} arrivals of a report instead of ${NOTIFIED}`);
    return times.map((at) => at - from);
  };
  try {
    await report();
    const alone: number[] = [];
    for (let i = 0; i < ONE_BY_ONE; i++) alone.push(...(await report()));
    const together: number[] = [];
    for (let i = 0; i < BURSTS; i++)
      together.push(...(await Promise.all(Array.from({ length: BURST }, report))).flat());
    return [
      summed(`上报 → 推送到达（${staff.length} 人在线）`, NOTICE_GOAL_MS, alone),
      summed(`　${BURST} 条同时上报`, NOTICE_GOAL_MS, together),
    ];
  } finally {
    over.abort();
    await Promise.all(streams.map((ended) => ended()));
  }
}

/** Signed in and verified by the second step. */
export async function verified(port: number, actor: Actor): Promise<Identity> {
  const identity = await signIn(port, actor);
  const answer = await send(port, identity, 'POST', '/v2/accounts/secondaries/password/check', {
    password: passwordDigest(DEMO_PASSWORD),
  });
  const { data } = (await answer.json()) as { data: { secondary_token: string } };
  return { ...identity, secondaryToken: data.secondary_token };
}

/** Repeated answers of one call, as the caller sees them: the time of the server and of the loopback. */
export async function answers(
  port: number,
  identity: Identity,
  what: string,
  goalMs: number,
  target: string,
): Promise<Timed> {
  const taken: number[] = [];
  const until = performance.now() + LIMIT_MS;
  // The first calls open connections and prepare statements.
  for (let i = -3; i < TIMES && (i < 5 || performance.now() < until); i++) {
    const from = performance.now();
    await (await send(port, identity, 'GET', target)).arrayBuffer();
    if (i >= 0) taken.push(performance.now() - from);
  }
  return summed(what, goalMs, taken);
}

/** The home page of a member of staff of each group of roles. */
async function homes(database: BenchDatabase, { bureau }: CrisisTenant): Promise<Timed[]> {
  const removeScreenings = await homeTenant(database);
  const product = await startProduct(database.env);
  const found: Timed[] = [];
  try {
    for (const { name, ...actor } of [
      { ...LARGE, name: '首页：管理员，100,000 名学生' },
      ...STAFF.map((one) => ({ ...one, name: `　${one.name}` })),
      { ...bureau, name: '　教育局' },
    ])
      found.push(
        await answers(product.port, await verified(product.port, actor), name, HOME_GOAL_MS, '/v1/portal/home'),
      );
    return found;
  } finally {
    await product.stop();
    await removeScreenings();
  }
}

/**
 * The waiting times in an emergency: notices of a report, lists and cases, and statistics of a million warnings; and
 * the home pages on which the work of a day begins.
 */
export async function crisis(database: BenchDatabase, say: (text: string) => void): Promise<Timed[]> {
  const tenant = await crisisTenant(database, say);
  const found = await measure(database, tenant, say);
  say('首页');
  return [...found, ...(await homes(database, tenant))];
}

export async function measure(
  database: Pick<BenchDatabase, 'env'>,
  tenant: CrisisTenant,
  say: (text: string) => void,
): Promise<Timed[]> {
  const product = await startProduct(database.env);
  const { port } = product;
  try {
    say('上报与推送');
    const found = await notices(port, tenant);
    // Some of the people who were connected: a sign-in ends the session they had.
    const [psychologist, leader, bureau] = [
      await verified(port, tenant.psychologist),
      await verified(port, tenant.leader),
      await verified(port, tenant.bureau),
    ];
    say('预警列表与统计');
    const list = async (identity: Identity, what: string, query: string) =>
      found.push(await answers(port, identity, what, LIST_GOAL_MS, `/v1/portal/psychology_warns?size=10&${query}`));
    for (const [source, name] of [
      [1, '人工上报'],
      [2, '测评'],
      [3, '智能谈心'],
    ] as const)
      await list(psychologist, `预警列表：${name}`, `source=${source}`);
    await list(psychologist, '　第二页', 'source=1&page=2');
    await list(psychologist, '　最后一页', 'source=1&page=2500');
    await list(psychologist, '　待核实', 'source=1&valid_status=0');
    await list(psychologist, '　一个班级', `source=1&class_id=${tenant.classId}`);
    await list(psychologist, '　按等级排序', 'source=1&sort=crisis_level');
    await list(psychologist, '　按姓名查找', `source=1&child_name=${encodeURIComponent('王')}`);
    await list(leader, '　只负责一个学段的领导', 'source=1');
    const cases = async (what: string, target: string) =>
      found.push(await answers(port, psychologist, what, LIST_GOAL_MS, `/v1/portal/psychology_crisis/cases${target}`));
    await cases('个案列表', '?size=10');
    await cases('　一个班级', `?size=10&class_id=${tenant.classId}`);
    await cases('　个案页', `/${tenant.longCase}`);
    const numbers = async (identity: Identity, what: string, query = '') =>
      found.push(
        await answers(port, identity, what, STATISTICS_GOAL_MS, `/v1/portal/psychology_warns/statistics${query}`),
      );
    await numbers(bureau, '统计：教育局，1,000,000 条预警');
    await numbers(bureau, '　其中一所学校', '?school_id=9002');
    await numbers(psychologist, '统计：学校，本学年');
    await numbers(psychologist, '　学校，全部 100,000 条预警', '?from=2023-09&to=2026-12');
    return found;
  } finally {
    await product.stop();
  }
}
