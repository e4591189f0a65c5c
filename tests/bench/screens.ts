import { chromium, type Browser, type Page } from 'playwright-core';
import { DEMO_PASSWORD } from '../../src/app/server/demo/logins.ts';
import type { Actor } from './bench-tenant.ts';
import { chunks, watchScripts } from './chunks.ts';
import { send } from './client.ts';
import { verified } from './crisis.ts';
import type { BenchDatabase } from './databases.ts';
import { startProduct } from './product.ts';
import { median } from './start-up.ts';
import { browserTools } from './tools.ts';

const SLOWER = 4;
const VISITS = 5;
const LIMIT_MS = 60_000;
const LIST = '/org-manage/student';
const WINDOW = { viewport: { width: 1440, height: 900 } };

export interface Screen {
  name: '登录页' | '首个列表' | '首个列表，全速' | '档案，200 条';
  /** Milliseconds until it can be used: fields accept input, rows can be read. */
  usableMs: number;
  /** Compressed scripts in bytes: those of the page opened by itself, and all since the login page. */
  scriptBytes: number;
  wayBytes: number;
  scripts: string[];
  /**
   * CPU time of the page's main thread until then. Unlike the time above it does not depend on other work of the
   * machine.
   */
  busyMs: number;
}

interface Visit {
  ms: number;
  busyMs: number;
  scripts: ReadonlySet<string>;
  way: ReadonlySet<string>;
}

/**
 * Records in the page itself when an element is first present and painted and the page responds again. Polling from
 * outside slows down to twice a second, which is too coarse.
 */
const noteWhenThere = ({ selector, text }: Wanted): string => `
  const text = new RegExp(${JSON.stringify(text)});
  const look = () => [...document.querySelectorAll(${JSON.stringify(selector)})].some((found) => text.test(found.textContent))
    ? requestAnimationFrame(() => setTimeout(() => performance.mark('usable')))
    : requestAnimationFrame(look);
  look();`;
const notedAt = async (page: Page): Promise<number> => {
  const times = await (
    await page.waitForFunction(() => {
      const marks = performance.getEntriesByName('usable').map(({ startTime }) => startTime);
      return marks.length > 0 && marks;
    })
  ).jsonValue();
  return (times || []).at(0) ?? Number.NaN;
};

/** Waits until nothing has arrived for half a second; the page's event stream never ends. */
const quiet = (page: Page) =>
  page.waitForFunction(
    () =>
      performance.now() -
        Math.max(
          0,
          ...performance.getEntriesByType('resource').map(({ startTime, duration }) => startTime + duration),
        ) >
      500,
  );

/** An element that must be present with such a text; a skeleton has none. */
interface Wanted {
  selector: string;
  text: string;
}

/** Opens an address with an empty browser cache, until the wanted element is present and usable. */
async function visit(
  page: Page,
  address: string,
  { wanted, use, slower }: { wanted: Wanted; use: () => Promise<void>; slower: number },
): Promise<Omit<Visit, 'way'>> {
  page.setDefaultTimeout(LIMIT_MS);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const scripts = watchScripts(page);
  const before = await busy();
  await page.addInitScript({ content: noteWhenThere(wanted) });
  await page.goto(address, { waitUntil: 'commit' });
  const ms = await notedAt(page);
  const busyMs = ((await busy()) - before) * 1000;
  await use();
  await quiet(page);
  return { ms, busyMs, scripts };
}

const PASSWORD = 'input[type=password]';
const ROW = '.ant-table-tbody tr.ant-table-row';
/** The name of a child. */
const NAME: Wanted = { selector: `${ROW} td`, text: '[\\u4e00-\\u9fff]{2}' };
const password = (page: Page) => page.locator(PASSWORD);
const firstRow = (page: Page) => page.locator(ROW).first();

async function login(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext(WINDOW);
  const page = await context.newPage();
  const seen = await visit(page, `${address}/login`, {
    wanted: { selector: PASSWORD, text: '' },
    use: () => password(page).click(),
    slower: SLOWER,
  });
  await context.close();
  return { ...seen, way: seen.scripts };
}

/** A page of somebody who has just signed in, and the scripts that were loaded until then. */
async function signedIn(browser: Browser, address: string, login: string) {
  const context = await browser.newContext(WINDOW);
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const way = watchScripts(page);
  await page.goto(`${address}/login`);
  await page.locator('input:not([type=password])').first().fill(login);
  await password(page).fill(DEMO_PASSWORD);
  await password(page).press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  return { context, page, way };
}

/** Signs in at full speed and opens the list, then opens it again. */
async function firstList(browser: Browser, address: string, slower = SLOWER): Promise<Visit> {
  const { context, page, way } = await signedIn(browser, address, 'o2001r4');
  await page.goto(`${address}${LIST}`);
  await firstRow(page).waitFor();
  await quiet(page);
  const seen = await visit(page, `${address}${LIST}`, { wanted: NAME, use: () => firstRow(page).click(), slower });
  await context.close();
  return { ...seen, way };
}

const EVENTS = 200;
const EVENT = 'section[aria-labelledby=timeline] li';
const COUNSELLOR: Actor = { login: 'o2001r8', orgId: '2001', orgType: '2', roleId: '8' };

/** Adds records to a student's archive. @returns id of the student */
async function withEvents(port: number): Promise<string> {
  const counsellor = await verified(port, COUNSELLOR);
  const found = await send(port, counsellor, 'GET', '/v1/portal/students?size=1');
  const { data } = (await found.json()) as { data: { items: { child_id: string }[] } };
  const child_id = data.items[0]?.child_id ?? '';
  for (let i = 0; i < EVENTS; i++) {
    const happened_at = new Date(Date.now() - i * 86_400_000).toISOString();
    const record = { child_id, happened_at, way: 1, content: `第 ${i + 1} 次辅导` };
    await (await send(port, counsellor, 'POST', '/v1/portal/interventions', record)).arrayBuffer();
  }
  return child_id;
}

/** Proves the identity at full speed and opens the archive, then opens it again. */
async function archive(browser: Browser, address: string, child: string): Promise<Visit> {
  const { context, page, way } = await signedIn(browser, address, COUNSELLOR.login);
  const target = `${address}/student/archive?child_id=${child}`;
  await page.goto(target);
  await page.getByRole('tab', { name: '密码验证' }).click();
  await password(page).fill(DEMO_PASSWORD);
  await password(page).press('Enter');
  await page.locator(EVENT).first().waitFor();
  await quiet(page);
  const wanted = { selector: EVENT, text: '辅导|干预' };
  const use = () => page.locator(EVENT).first().hover();
  const seen = await visit(page, target, { wanted, use, slower: SLOWER });
  await context.close();
  return { ...seen, way };
}

/** Null without a browser. */
export async function screens(database: BenchDatabase): Promise<Screen[] | null> {
  const { presentBrowsers, launchOptions } = await browserTools();
  const [present] = await presentBrowsers();
  if (!present) return null;
  const sizes = new Map(chunks().map(({ file, gzip }) => [file, gzip]));
  const server = await startProduct(database.env);
  const browser = await chromium.launch(launchOptions(present));
  try {
    const address = `http://127.0.0.1:${server.port}`;
    const bytes = (scripts: ReadonlySet<string> | undefined) =>
      [...(scripts ?? [])].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
    const measure = async (
      name: Screen['name'],
      open: (browser: Browser, address: string) => Promise<Visit>,
    ): Promise<Screen> => {
      const visits: Visit[] = [];
      for (let i = 0; i < VISITS; i++) visits.push(await open(browser, address));
      const last = visits.at(-1);
      const middle = (value: (one: Visit) => number) => median(visits.map(value));
      return {
        name,
        usableMs: middle(({ ms }) => ms),
        busyMs: middle(({ busyMs }) => busyMs),
        scripts: [...(last?.scripts ?? [])],
        scriptBytes: bytes(last?.scripts),
        wayBytes: bytes(last?.way),
      };
    };
    const child = await withEvents(server.port);
    return [
      await measure('登录页', login),
      await measure('首个列表', firstList),
      await measure('首个列表，全速', (...at) => firstList(...at, 1)),
      await measure('档案，200 条', (...at) => archive(...at, child)),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}
