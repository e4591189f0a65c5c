import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { inject, test as base } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { copyData, startProduct, type Product } from './product.ts';

interface Fixtures {
  /** The demo, over fresh data of this test file's own. */
  product: Product;
  browser: Browser;
  /** A page of a visitor of its own, on a desktop screen; a failing test leaves its picture, console and the server's output behind. */
  page: Page;
  /** Takes a picture to look at, and tells where it is. */
  shot: (page: Page, name: string) => Promise<string>;
}

const fileName = (title: string) => title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);

const placeOf = (name: string, ending: string) => path.join(inject('e2e').shots, `${fileName(name)}.${ending}`);

const shotTo = async (page: Page, name: string): Promise<string> => {
  const file = placeOf(name, 'png');
  // Not of the full page: the browser lays it out anew for that, for a moment as narrow as a phone's.
  await page.screenshot({ path: file });
  return file;
};

/** What a page said in its console, and what went wrong in it or on the way to it. */
function consoleOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => lines.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`));
  page.on('response', (response) => response.status() >= 400 && lines.push(`${response.status()}: ${response.request().method()} ${response.url()}`));
  return lines;
}

/** A test with the running product and a browser on it: `test('…', async ({ page, product }) => …)`. */
export const test = base.extend<Fixtures>({
  product: [
    async ({}, use) => {
      const { seeded, data } = inject('e2e');
      const dataDir = mkdtempSync(path.join(data, 'file-'));
      await copyData(seeded, dataDir);
      const product = await startProduct(dataDir);
      await use(product);
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'file' },
  ],
  browser: [
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  page: async ({ browser, product, task }, use) => {
    const context = await browser.newContext({ baseURL: product.origin, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width: 1440, height: 900 } });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const lines = consoleOf(page);
    await use(page);
    if (task.result?.state === 'fail') {
      // A browser that died gives no picture, and its failure is not the one to report.
      await shotTo(page, task.name).catch((error: unknown) => lines.push(`no picture: ${String(error)}`));
      writeFileSync(placeOf(task.name, 'log'), [page.url(), ...lines, '', product.output()].join('\n'));
    }
    await context.close();
  },
  shot: async ({}, use) => {
    await use(shotTo);
  },
});
