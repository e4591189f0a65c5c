import { setTimeout as wait } from 'node:timers/promises';
import { writeXlsx } from 'hucre/xlsx';
import type { Import } from '../../src/platform/imports/contract.ts';
import { LARGE, ORDINARY } from './bench-tenant.ts';
import { send } from './client.ts';
import type { BenchDatabase } from './databases.ts';
import type { Identity } from './load.ts';
import { signIn, startProduct, type Product } from './product.ts';

const STUDENTS = '/v1/portal/students';
const ROWS = 20_000;
const SETTLE_MS = 2000;
const POLL_MS = 100;

/** A piece of long work: its duration, its maximum memory above idle, and the response time of other requests meanwhile. */
export interface Sheet {
  what: string;
  ms: number;
  goalMs: number;
  aboveIdleMiB?: number;
  othersP50Ms: number;
  othersP99Ms: number;
}

/** A workbook as a school sends it: texts, dates as text, classes and sexes as labels. */
async function workbook(): Promise<Uint8Array<ArrayBuffer>> {
  const rows = Array.from({ length: ROWS }, (_, i) => [
    `${'王李张刘陈杨赵黄周吴'[i % 10]}${'小明子涵一诺雨桐浩然欣怡'[i % 12]}${'轩宇晨阳月星'[i % 6]}`,
    `IMP${String(i).padStart(6, '0')}`,
    i % 2 ? '男' : '女',
    `初一（${(i % 96) + 1}）班`,
    `2013-0${(i % 9) + 1}-1${i % 10}`,
    '2026-09-01',
    `1101012013${String(i).padStart(8, '0')}`,
    `139${String(i).padStart(8, '0')}`,
    `青禾市人民路 ${i % 400} 号`,
    '',
  ]);
  return (await writeXlsx({
    sheets: [
      {
        name: '学生',
        rows: [
          ['姓名', '学号', '性别', '班级', '出生日期', '入学日期', '身份证号', '手机号码', '家庭住址', '备注'],
          ...rows,
        ],
      },
    ],
  })) as Uint8Array<ArrayBuffer>;
}

export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

/** Does the work while a user of another school keeps requesting a list, and measures the memory. */
export async function watched(
  product: Product,
  other: Identity,
  idleMiB: number | undefined,
  what: string,
  goalMs: number,
  work: () => Promise<unknown>,
): Promise<Sheet> {
  const waits: number[] = [];
  const over = new AbortController();
  let peak = 0;
  const asking = (async () => {
    while (!over.signal.aborted) {
      const from = performance.now();
      await (await send(product.port, other, 'GET', '/v1/portal/classes?size=20')).arrayBuffer();
      waits.push(performance.now() - from);
      peak = Math.max(peak, product.memory() ?? 0);
      await wait(5);
    }
  })();
  const from = performance.now();
  await work().finally(() => {
    over.abort();
    return asking;
  });
  const ms = performance.now() - from;
  waits.sort((a, b) => a - b);
  return {
    what,
    ms,
    goalMs,
    ...(idleMiB !== undefined && { aboveIdleMiB: peak - idleMiB }),
    othersP50Ms: quantile(waits, 0.5),
    othersP99Ms: quantile(waits, 0.99),
  };
}

/** Imports and exports of the large school. The imported rows are undone at the end. */
export async function sheets(database: BenchDatabase): Promise<Sheet[]> {
  const product = await startProduct(database.env);
  try {
    const [me, other] = [await signIn(product.port, LARGE), await signIn(product.port, ORDINARY)];
    const file = await workbook();
    await wait(SETTLE_MS);
    const idle = product.memory();
    const ask = async (method: 'GET' | 'POST', target: string, body?: object) =>
      ((await (await send(product.port, me, method, target, body)).json()) as { data: Import }).data;
    const until = async (id: string, running: string) => {
      for (;;) {
        const one = await ask('GET', `${STUDENTS}/import/${id}`);
        if (one.status !== running) return one;
        await wait(POLL_MS);
      }
    };
    const embedded = database.name === 'embedded';
    let id = '';
    const imported = await watched(
      product,
      other,
      idle,
      `导入 ${ROWS.toLocaleString('en')} 名学生（XLSX），预览并写入`,
      embedded ? 20_000 : 10_000,
      async () => {
        id = (await ask('POST', `${STUDENTS}/import?file_name=bench.xlsx`, file)).import_id;
        const ready = await until(id, 'reading');
        if (ready.rows.new !== ROWS)
          throw new Error(`the preview found ${JSON.stringify(ready.rows)} ${ready.problem ?? ''}`);
        await ask('POST', `${STUDENTS}/import/${id}/write`, {});
        const done = await until(id, 'writing');
        if (done.written.created !== ROWS)
          throw new Error(`the import wrote ${JSON.stringify(done.written)} ${done.problem ?? ''}`);
      },
    );
    const undone = await watched(product, other, idle, '撤销这次导入', embedded ? 20_000 : 10_000, async () => {
      await ask('POST', `${STUDENTS}/import/${id}/undo`);
      await until(id, 'undoing');
    });
    const download = (format: string) => async () => {
      const { body } = await send(product.port, me, 'GET', `${STUDENTS}/export?format=${format}`);
      if (!body) throw new Error('no file came');
      let bytes = 0;
      for await (const piece of body as AsyncIterable<Uint8Array>) bytes += piece.length;
      if (bytes < 1_000_000) throw new Error('the file is too short');
    };
    return [
      imported,
      undone,
      await watched(product, other, idle, '导出 100,000 名学生（CSV）', 3000, download('csv')),
      await watched(product, other, idle, '导出 100,000 名学生（XLSX）', 8000, download('xlsx')),
    ];
  } finally {
    await product.stop();
  }
}
