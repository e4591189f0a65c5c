import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page, ViewportSize } from 'playwright-core';
import { inject, test as base } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { copyData, startForJourneys, type Product } from './product.ts';

interface Fixtures {
  /** The demo. Files of one worker share it and its data; a file that imports `testAlone` has its own. */
  product: Product;
  browser: Browser;
  /**
   * A page in its own browser profile, on a desktop screen by default. A failing test leaves its screenshot, console
   * and server output.
   */
  visitor: (viewport?: ViewportSize) => Promise<Page>;
  /** The first visitor's page. */
  page: Page;
  /** Pages that stay open for the tests of the file that go on from each other. */
  story: Story;
  /**
   * A page by its name that the tests of a `describe` share, each going on where the one before has ended. After a
   * failure the others of the `describe` are skipped.
   */
  kept: (name?: string, viewport?: ViewportSize) => Promise<Page>;
  /** Takes a screenshot, and prints its path. */
  shot: (page: Page, name: string) => Promise<string>;
}

const DESKTOP: ViewportSize = { width: 1440, height: 900 };
const fileName = (title: string) => title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);

const placeOf = (name: string, ending: string) => path.join(inject('journeys').shots, `${fileName(name)}.${ending}`);

const shotTo = async (page: Page, name: string): Promise<string> => {
  const file = placeOf(name, 'png');
  // Not of the full page: for that the browser lays it out again, for a moment as narrow as on a phone.
  await page.screenshot({ path: file });
  return file;
};

/** The console messages of a page, and the errors in it or of its requests. */
function consoleOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) =>
    lines.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`),
  );
  page.on(
    'response',
    (response) =>
      response.status() >= 400 && lines.push(`${response.status()}: ${response.request().method()} ${response.url()}`),
  );
  return lines;
}

/** Waits until the demo's data are made. */
export async function waitForSeed(): Promise<void> {
  const { seeded, failure } = inject('journeys');
  while (!existsSync(seeded)) {
    if (existsSync(failure)) throw new Error(`the demo could not be made: ${readFileSync(failure, 'utf8')}`);
    await delay(50);
  }
}

/** Starts the demo over a fresh copy of its data, and removes both after use. */
async function freshProduct({}, use: (product: Product) => Promise<void>): Promise<void> {
  const { seeded, data } = inject('journeys');
  await waitForSeed();
  const dataDir = mkdtempSync(path.join(data, 'demo-'));
  await copyData(seeded, dataDir);
  const product = await startForJourneys(dataDir);
  await use(product);
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A page with what its console said. */
interface Opened {
  page: Page;
  lines: string[];
}
interface Story {
  readonly opened: Map<string, Opened>;
  /** The `describe`s of which a test has failed. */
  readonly broken: Set<string>;
}

/** Opens a page in a browser profile of its own. */
async function open(browser: Browser, { origin }: Product, viewport: ViewportSize): Promise<Opened> {
  // Without motion: a click on a growing menu would hit another place when the button is released.
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    // It takes the requests that a test answers itself.
    serviceWorkers: 'block',
    viewport,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  // The first sign-in of an account offers the tour, which is the subject of one journey only.
  const tour = page.getByRole('dialog', { name: '导览' }).locator('.ant-tour');
  await page.addLocatorHandler(tour, () => tour.getByRole('button', { name: '跳过' }).first().click());
  return { page, lines: consoleOf(page) };
}

/** The text of the dialogs and alerts of a page; without any, the text of its main part. */
const textOf = async (page: Page): Promise<string> => {
  const above = await page.getByRole('dialog').or(page.getByRole('alert')).allInnerTexts();
  const texts = above.some((text) => text !== '') ? above : await page.locator('main').allInnerTexts();
  return texts.join('\n').slice(0, 2000);
};

/**
 * Leaves a picture and the logs of each page of a failed test. The text of the page is printed too: CI deletes the
 * files of a run.
 */
async function leaveEvidence(test: string, opened: readonly Opened[], product: Product): Promise<void> {
  for (const [index, { page, lines }] of opened.entries()) {
    const name = index === 0 ? test : `${test} ${index + 1}`;
    // A crashed browser gives neither picture nor text; the test reports its own failure, not these.
    await shotTo(page, name).catch((error: unknown) => lines.push(`no picture: ${String(error)}`));
    const text = await textOf(page).catch((error: unknown) => `no text: ${String(error)}`);
    console.error([`${name}: ${page.url()}`, ...lines.slice(-10), text].join('\n'));
    writeFileSync(placeOf(name, 'log'), [page.url(), ...lines, '', product.output()].join('\n'));
  }
}

/** `test` and `testAlone` have a fixture each; the files of a worker share this module. */
let launched: Promise<Browser> | undefined;

/** The files of a worker share a browser; each test has its own profile. */
const withBrowser = base.extend<Pick<Fixtures, 'browser'>>({
  browser: [
    async ({}, use) => {
      const browser = await (launched ??= launchBrowser());
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

const journey = (scope: 'worker' | 'file') =>
  withBrowser.extend<Omit<Fixtures, 'browser'>>({
    product: [freshProduct, { scope }],
    visitor: async ({ browser, product, task }, use) => {
      const opened: Opened[] = [];
      await use(async (viewport = DESKTOP) => {
        const one = await open(browser, product, viewport);
        opened.push(one);
        return one.page;
      });
      if (task.result?.state === 'fail') await leaveEvidence(task.name, opened, product);
      for (const { page } of opened) await page.context().close();
    },
    story: [
      // Named so that the server ends after the pages.
      async ({ product: _product }, use) => {
        const story: Story = { opened: new Map(), broken: new Set() };
        await use(story);
        for (const { page } of story.opened.values()) await page.context().close();
      },
      { scope: 'file' },
    ],
    kept: async ({ browser, product, story, task, skip }, use) => {
      const suite = task.suite?.id ?? '';
      if (story.broken.has(suite)) skip('the test before it failed');
      await use(async (name = '', viewport = DESKTOP) => {
        const key = `${suite} ${name}`;
        const one = story.opened.get(key) ?? (await open(browser, product, viewport));
        story.opened.set(key, one);
        return one.page;
      });
      if (task.result?.state !== 'fail') return;
      story.broken.add(suite);
      await leaveEvidence(task.name, [...story.opened.values()], product);
    },
    page: async ({ visitor }, use) => {
      await use(await visitor());
    },
    shot: async ({}, use) => {
      await use(shotTo);
    },
  });

/**
 * A test with the running product and a browser on it: `test('…', async ({ page, product }) => …)`. Other files use the
 * same data before and after it: it changes only rows that it names itself, and compares numbers with those before.
 */
export const test = journey('worker');

/**
 * For a file that changes what others rely on: settings, passwords, schemas, whole classes. It costs the start of a
 * server.
 */
export const testAlone = journey('file');
