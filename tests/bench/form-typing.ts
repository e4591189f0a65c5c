import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import type { BenchDatabase } from './databases.ts';
import { startProduct } from './product.ts';
import { signedIn } from './screens.ts';
import { quantile } from './sheets.ts';
import { median } from './start-up.ts';
import { browserTools } from './tools.ts';

const SLOWER = 4;
const FIELDS = 200;
const KEYS = 60;
const WARM_UP = 10;
const ORG = '2001';
const NAME = 'bench-form';

/** Typing in a form of 200 fields, of which every third has conditions; milliseconds for a key. */
export interface FormTyping {
  /** From the key until the page has painted it and responds again. */
  p50Ms: number;
  p95Ms: number;
  /** Time of the page's main thread for a key; other work of the machine does not change it. */
  busyMs: number;
}

const field = (i: number) => {
  const base = {
    title: `字段${i}`,
    'x-form': { on: ['create', 'edit'], order: i, group: `第 ${Math.ceil(i / 20)} 组` },
  };
  const conditions = i > 3 && i % 3 === 0 ? { 'x-show': { '!=': [{ var: `f_${i - 2}` }, '不显示'] } } : {};
  const required = i > 3 && i % 9 === 1 ? { 'x-require': { '==': [{ var: 'f_1' }, '全部填写'] } } : {};
  if (i % 5 === 2) return { ...base, type: 'integer', minimum: 0, maximum: 9999, ...conditions, ...required };
  return { ...base, type: 'string', maxLength: 100, ...conditions, ...required };
};

function formFiles(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-bench-form-'));
  const of = path.join(folder, 'schemas/tenants', ORG);
  mkdirSync(of, { recursive: true });
  const properties = Object.fromEntries(
    Array.from({ length: FIELDS }, (_, i) => [`f_${i + 1}`, field(i + 1)] as const),
  );
  const document = { title: '宽表单', required: ['f_1'], properties, 'x-resource': { label: 'f_1', help: '测量用' } };
  writeFileSync(path.join(of, `${NAME}.json`), JSON.stringify(document));
  return folder;
}

/** Notes for each key when the frame after it is painted and the page responds again. */
const NOTE_KEYS = `
  window.keyTimes = [];
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp);
    port2.postMessage(undefined);
  }), true);`;

async function type(page: Page): Promise<FormTyping> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const busy = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  await page.evaluate(NOTE_KEYS);
  const times = () => page.evaluate('window.keyTimes') as Promise<number[]>;
  const press = async (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      await page.keyboard.press(String.fromCharCode(97 + (i % 26)));
      await page.waitForFunction(`window.keyTimes.length > ${i}`);
    }
  };
  await press(0, WARM_UP);
  const before = await busy();
  await press(WARM_UP, WARM_UP + KEYS);
  const busyMs = ((await busy()) - before) * 1000;
  const taken = (await times()).slice(WARM_UP).sort((a, b) => a - b);
  return { p50Ms: median(taken), p95Ms: quantile(taken, 0.95), busyMs: busyMs / KEYS };
}

/** Null without a browser. */
export async function formTyping(database: BenchDatabase): Promise<FormTyping | null> {
  const { presentBrowsers, launchOptions } = await browserTools();
  const [present] = await presentBrowsers();
  if (!present) return null;
  const folder = formFiles();
  const server = await startProduct({ ...database.env, TENANTS_DIR: folder });
  const browser = await chromium.launch(launchOptions(present));
  try {
    const address = `http://127.0.0.1:${server.port}`;
    const { page } = await signedIn(browser, address, `o${ORG}r4`);
    await page.goto(`${address}/x/${NAME}`);
    await page.getByRole('button', { name: '新增宽表单' }).first().click();
    await page.getByRole('dialog').getByLabel('字段1', { exact: true }).click();
    return await type(page);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
