import { setTimeout as wait } from 'node:timers/promises';
import { LARGE } from './bench-tenant.ts';
import { Refused, send } from './client.ts';
import { answers, hear, summed, verified, type ReceivedEvent, type Timed } from './crisis.ts';
import type { BenchDatabase } from './databases.ts';
import type { Identity } from './load.ts';
import { signIn, startProduct } from './product.ts';
import {
  addSubmitted,
  CRITICAL,
  HALF_DONE,
  HALF_DONE_SHEETS,
  ITEMS,
  keepReported,
  REPORTED,
  RUNNING,
  screeningTenant,
  SUBMITTED,
  SUBMITTED_SHEETS,
  type ScreeningTenant,
  type Taker,
} from './screening-tenant.ts';

/** Students who answer at the same time. The embedded engine is for schools up to a few hundred at once. */
const TAKERS = { postgres: 3000, embedded: 600 };
const STARTS_IN_MS = 10_000;
const SECONDS_PER_ANSWER = 8;
const ANSWERING_MS = 300_000;
const CRITICAL_EVERY_MS = 2000;
const EDIT_EVERY_MS = 250;
const FIRST_QUESTION_GOAL_MS = 3000;
const START_GOAL_MS = 3000;
const ANSWER_GOAL_MS = 500;
const PUSH_GOAL_MS = 1000;
const PROGRESS_GOAL_MS = 200;
const SCORING_GOAL_MS = { postgres: 10_000, embedded: 30_000 };
const REPORT_GOAL_MS = 2000;
const SCORING_LIMIT_MS = 600_000;
const POLL_MS = 100;

/** Runs work at even distances; a late one delays none of the others. @returns how long each took */
async function evenly<T>(list: readonly T[], durationMs: number, work: (one: T) => Promise<unknown>) {
  const start = performance.now();
  return Promise.all(
    list.map(async (one, i) => {
      await wait((i * durationMs) / list.length - (performance.now() - start));
      const from = performance.now();
      await work(one);
      return performance.now() - from;
    }),
  );
}

/** Repeats one work while another one lasts. @throws Error that either of them throws */
async function meanwhile<T>(everyMs: number, repeated: (n: number) => Promise<unknown>, lasting: () => Promise<T>) {
  const over = new AbortController();
  const repeating = async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      await repeated(n);
      await wait(everyMs);
    }
  };
  const last = async () => {
    try {
      return await lasting();
    } finally {
      over.abort();
    }
  };
  const [result] = await Promise.all([last(), repeating()]);
  return result;
}

const RETRY_MS = 1000;
/** A student who waits longer has gone. */
const PATIENCE_MS = 120_000;
/** The server is there but has no connection to the database left: `PSY_UNAVAILABLE`. */
const OVERLOADED = 503;
/** How often a call was made again. */
let repeated = 0;

/**
 * Calls again after a failed connection and an overloaded server, as the students' pages do. @throws Error for an
 * answer that is a refusal, and for a server that stays away
 */
async function untilServed<T>(call: () => Promise<T>): Promise<T> {
  const from = performance.now();
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isPassing = error instanceof TypeError || (error instanceof Refused && error.status === OVERLOADED);
      if (!isPassing || performance.now() - from > PATIENCE_MS) throw error;
      repeated += 1;
      await wait(RETRY_MS);
    }
  }
}

/** Says behind an action how many of its calls were made again since the last question. */
const withRepeats = (what: string): string => {
  const times = repeated;
  repeated = 0;
  return times === 0 ? what : `${what}（重试 ${times} 次）`;
};

/** Opens a sheet as the device that writes it. */
export const openSheet = async (port: number, identity: Identity, sheet: string) =>
  (await send(port, identity, 'GET', `/v1/portal/child_exams/${sheet}?device_id=bench`)).arrayBuffer();

/** A class signs in within a second, from one address, until each student has the first question. */
async function signIns(port: number, { signing, psychologist }: ScreeningTenant): Promise<Timed> {
  const student = (login: string) => ({ ...psychologist, login, roleId: '' });
  const taken = await evenly(signing, 1000, async ({ login, sheet }) => {
    const identity = await signIn(port, student(login));
    await send(port, identity, 'GET', '/v1/portal/my/exams');
    await openSheet(port, identity, sheet);
  });
  return summed(`${signing.length} 人一秒内登录 → 第一题`, FIRST_QUESTION_GOAL_MS, taken);
}

/** All open their sheet within ten seconds, while a plan and a class are edited. */
async function starts(port: number, { takers, classId }: ScreeningTenant, leader: Identity): Promise<Timed> {
  const edit = async (n: number) => {
    const ends_at = new Date(Date.now() + 2 * 86_400_000 + n * 60_000).toISOString();
    await untilServed(() => send(port, leader, 'POST', `/v1/portal/exams/${RUNNING}/extend`, { ends_at }));
    const remark = { remark: `第 ${n} 次修改` };
    await untilServed(() => send(port, leader, 'PUT', `/v1/portal/classes/${classId}`, remark));
  };
  const start = async ({ identity, sheet }: Taker) => {
    await untilServed(() => send(port, identity, 'GET', '/v1/portal/my/exams'));
    await untilServed(() => openSheet(port, identity, sheet));
  };
  const taken = await meanwhile(EDIT_EVERY_MS, edit, () => evenly(takers, STARTS_IN_MS, start));
  return summed(withRepeats(`${takers.length} 人十秒内开始作答`), START_GOAL_MS, taken);
}

let seq = 0;
/** Gives one answer. */
export const putAnswer = async (
  port: number,
  { identity, sheet }: Taker,
  item: (typeof ITEMS)[number],
  value: number,
) => {
  const answered_at = new Date().toISOString();
  const body = { device_id: 'bench', answers: [{ ...item, value, answered_at, seq: ++seq }] };
  await (await send(port, identity, 'PUT', `/v1/portal/child_exams/${sheet}/answers`, body)).arrayBuffer();
};

const isCritical = ({ scale_id, item_id }: (typeof ITEMS)[number]) =>
  scale_id === CRITICAL.scale_id && item_id === CRITICAL.item_id;
const PLAIN = ITEMS.filter((item) => !isCritical(item));

/** All answer at once, one call every eight seconds each; meanwhile critical answers are given, one by one. */
async function answering(
  port: number,
  { takers }: ScreeningTenant,
  psychologist: Identity,
  durationMs: number,
): Promise<Timed[]> {
  const over = new AbortController();
  const arrivals: ReceivedEvent = new Map();
  const stream = await hear(port, psychologist, over.signal, arrivals);
  const pushed: number[] = [];
  const giveCritical = async (n: number) => {
    const taker = takers[(n * 7) % takers.length];
    if (!taker) return;
    const [from, before] = [performance.now(), arrivals.size];
    await untilServed(() => putAnswer(port, taker, CRITICAL, 1 + (n % 3)));
    while (arrivals.size === before && performance.now() - from < 30_000) await wait(2);
    if (arrivals.size === before) throw new Error('a critical answer reached nobody');
    pushed.push(performance.now() - from);
  };
  const rounds = Math.round(durationMs / (SECONDS_PER_ANSWER * 1000));
  const calls = Array.from({ length: rounds }, (_, round) => takers.map((taker) => ({ taker, round }))).flat();
  const answer = ({ taker, round }: (typeof calls)[number]) =>
    untilServed(() => putAnswer(port, taker, PLAIN[round % PLAIN.length] ?? CRITICAL, round % 3));
  const taken = await meanwhile(CRITICAL_EVERY_MS, giveCritical, () =>
    evenly(calls, rounds * SECONDS_PER_ANSWER * 1000, answer),
  );
  over.abort();
  await stream();
  return [
    summed(withRepeats(`${takers.length} 人同时作答，每人 ${SECONDS_PER_ANSWER} 秒一题`), ANSWER_GOAL_MS, taken),
    summed('　其间：危及安全的回答 → 推送到达', PUSH_GOAL_MS, pushed),
  ];
}

/** From the start of the product until all sheets are scored that were submitted before; its own sheet is the last one. */
async function scoring(database: BenchDatabase, { identity, sheet }: Taker): Promise<Timed> {
  await addSubmitted(database);
  const product = await startProduct(database.env);
  const [from, before = NaN] = [performance.now(), product.cpuMs()];
  try {
    await send(product.port, identity, 'POST', `/v1/portal/child_exams/${sheet}/submit`, { incomplete: true });
    for (;;) {
      const { data } = (await (await send(product.port, identity, 'GET', '/v1/portal/my/exams')).json()) as {
        data: { items: { child_exam_id: string; status: string }[] };
      };
      if (data.items.some(({ child_exam_id, status }) => child_exam_id === sheet && status === 'scored')) break;
      if (performance.now() - from > SCORING_LIMIT_MS) throw new Error('the sheets were not scored');
      await wait(POLL_MS);
    }
    const what = `计分 ${SUBMITTED_SHEETS.toLocaleString('en')} 份答卷`;
    const timed = summed(what, SCORING_GOAL_MS[database.name], [performance.now() - from]);
    return { ...timed, cpuMs: ((product.cpuMs() ?? NaN) - before) / SUBMITTED_SHEETS };
  } finally {
    await product.stop();
  }
}

/** The report of a scored screening over the whole school. */
async function groupReport(database: BenchDatabase, { psychologist }: ScreeningTenant): Promise<Timed> {
  await keepReported(database);
  const product = await startProduct(database.env);
  try {
    const reader = await verified(product.port, psychologist);
    const what = `团体报告：${REPORTED.toLocaleString('en')} 名学生`;
    return await answers(product.port, reader, what, REPORT_GOAL_MS, `/v1/portal/exams/${SUBMITTED}/report`);
  } finally {
    await product.stop();
  }
}

/** What a school's screening puts on the server: sign-ins, starts, answers, critical answers, progress and scores. */
export async function screening(
  database: BenchDatabase,
  say: (text: string) => void,
  durationMs = ANSWERING_MS,
): Promise<Timed[]> {
  say('准备答卷');
  const tenant = await screeningTenant(database, TAKERS[database.name]);
  const found: Timed[] = [];
  const product = await startProduct(database.env);
  const { port } = product;
  try {
    const leader = await verified(port, LARGE);
    const psychologist = await verified(port, tenant.psychologist);
    /** The first row of a measurement gets the product's processor time. */
    const measure = async (work: () => Promise<Timed[]>) => {
      const before = product.cpuMs();
      const [first, ...others] = await work();
      if (!first) return;
      const spent = product.cpuMs();
      const cpuMs = before !== undefined && spent !== undefined ? { cpuMs: (spent - before) / first.times } : {};
      found.push({ ...first, ...cpuMs }, ...others);
    };
    say('登录与开始');
    await measure(async () => [await signIns(port, tenant)]);
    await measure(async () => [await starts(port, tenant, leader)]);
    say('作答');
    await measure(() => answering(port, tenant, psychologist, durationMs));
    say('进度与计分');
    await measure(async () => [
      await answers(
        port,
        psychologist,
        `进度：${HALF_DONE_SHEETS.toLocaleString('en')} 名学生`,
        PROGRESS_GOAL_MS,
        `/v1/portal/exams/${HALF_DONE}/progress`,
      ),
    ]);
  } finally {
    await product.stop();
  }
  const [taker] = tenant.takers;
  if (!taker) return found;
  found.push(await scoring(database, taker));
  say('团体报告');
  found.push(await groupReport(database, tenant));
  return found;
}
