import { setTimeout as wait } from 'node:timers/promises';
import { LARGE } from './bench-tenant.ts';
import { start } from './children.ts';
import { send } from './client.ts';
import { verified } from './crisis.ts';
import type { BenchDatabase } from './databases.ts';
import type { Identity } from './load.ts';
import type { Printed } from './printing.ts';
import { startProduct } from './product.ts';

/** A ZIP of archives: how long it took, and the product's resident memory before, at most, and in two parts of the run. */
export interface Zipped {
  students: number;
  ms: number;
  downloadMs: number;
  bytes: number;
  idleMiB: number;
  peakMiB: number;
  /** Median of the second and of the last quarter: equal where memory does not grow with the file. */
  earlyMiB: number;
  lateMiB: number;
}

export interface PackingFindings {
  printed: Printed;
  zipped: Zipped;
}

const DOCUMENTS = 100;
const ZIP_STUDENTS = 2000;
const SAMPLE_MS = 100;
const LIMIT_MS = 900_000;
const FILES = '/v1/portal/files/temp';

interface Listed<T> {
  data: { items: T[] };
}
const get = async <T>(port: number, identity: Identity, target: string) =>
  (await (await send(port, identity, 'GET', target)).json()) as T;

/** Classes with as many students as fit into one file. */
async function classesFor(port: number, identity: Identity): Promise<string[]> {
  interface Class {
    class_id: string;
    student_count?: number;
  }
  const { data } = await get<Listed<Class>>(port, identity, '/v1/portal/classes?size=200');
  const chosen: string[] = [];
  let students = 0;
  for (const { class_id, student_count = 0 } of data.items) {
    if (students + student_count > ZIP_STUDENTS) continue;
    chosen.push(class_id);
    students += student_count;
  }
  return chosen;
}

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;

async function zip(database: BenchDatabase): Promise<Zipped> {
  const product = await startProduct(database.env);
  const { port } = product;
  try {
    const identity = await verified(port, LARGE);
    const classes = await classesFor(port, identity);
    const idleMiB = product.memory() ?? NaN;
    const from = performance.now();
    const query = `class_ids=${classes.join(',')}`;
    const { data } = await get<{ data: { task_id: string } }>(
      port,
      identity,
      `/v3/portal/students/file/batch2pdf?${query}`,
    );
    const samples: number[] = [];
    for (;;) {
      samples.push(product.memory() ?? NaN);
      const { data: task } = await get<{ data: { status: number } }>(
        port,
        identity,
        `/v1/portal/async/tasks/${data.task_id}`,
      );
      if (task.status === 1) break;
      if (task.status < 0 || performance.now() - from > LIMIT_MS) throw new Error('the archives were not packed');
      await wait(SAMPLE_MS);
    }
    const ms = performance.now() - from;
    const began = performance.now();
    const answer = await send(port, identity, 'GET', `${FILES}/${data.task_id}/file`);
    let bytes = 0;
    for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      samples.push(product.memory() ?? NaN);
    }
    const quarter = Math.floor(samples.length / 4);
    return {
      students: Number(/(\d+)人/.exec(decodeURIComponent(answer.headers.get('content-disposition') ?? ''))?.[1]),
      ms,
      downloadMs: performance.now() - began,
      bytes,
      idleMiB,
      peakMiB: Math.max(...samples),
      earlyMiB: median(samples.slice(quarter, 2 * quarter)),
      lateMiB: median(samples.slice(-quarter)),
    };
  } finally {
    await product.stop();
  }
}

/** Archives as PDF files, and as one ZIP. */
export async function packing(entry: string, database: BenchDatabase): Promise<PackingFindings> {
  const child = start(entry, 'print');
  try {
    const printed = await child.ask<Printed>(DOCUMENTS);
    return { printed, zipped: await zip(database) };
  } finally {
    await child.stop();
  }
}
