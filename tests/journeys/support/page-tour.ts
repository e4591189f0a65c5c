import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { visit } from './portal.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Shift {
  at: number;
  value: number;
  moved: string[];
}

declare global {
  interface Window {
    /** Movements that no input has caused, since the page was loaded. */
    xyShifts: Shift[];
    /** When the title of the current page was painted. */
    xyShownAt: number;
    axe?: typeof import('axe-core');
  }
}

/** Runs in the page from its start. The change from one page to the next moves everything, and is not counted. */
const OBSERVE = `
  window.xyShifts = [];
  window.xyShownAt = 0;
  let title;
  const look = () => {
    const now = document.querySelector('main h1');
    const text = now?.textContent;
    if (now && title !== undefined && (now !== title.element || text !== title.text))
      requestAnimationFrame((at) => (window.xyShownAt = at));
    if (now) title = { element: now, text };
  };
  // No loop over frames: the browser would paint without an end.
  new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  const name = (node) => {
    const at = node && (node.nodeType === 1 ? node : node.parentElement);
    return at ? at.tagName.toLowerCase() + '.' + String(at.className).slice(0, 40) : '?';
  };
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { startTime: at, value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.xyShifts.push({
          at,
          value,
          moved: sources.map((one) => name(one.node) + ' ' + place(one.previousRect) + ' → ' + place(one.currentRect)),
        });
  }).observe({ type: 'layout-shift', buffered: true });`;

const QUIET_MS = 200;
const LONGEST_MS = 10_000;

/** A signed-in window that goes from page to page without loading the portal again. */
export interface Tour {
  page: Page;
  /** Addresses that the links of the pages so far lead to. */
  links: ReadonlySet<string>;
  /** The first value of each field in the answers so far, by its name. */
  values: ReadonlyMap<string, string>;
  /** Opens a page, and waits until nothing arrives any more. */
  open(path: string): Promise<void>;
  /** How much the page has moved since it was opened, as the browser measures it (CLS), and what. */
  shift(): Promise<{ sum: number; moved: string[] }>;
  /** Findings of axe, a line each. */
  findings(): Promise<string[]>;
}

/** Keeps the first value of each field of an answer. */
function collect(values: Map<string, string>, answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  for (const [name, value] of Object.entries(answer))
    if (typeof value === 'object') collect(values, value);
    else if (!values.has(name)) values.set(name, String(value));
}

const lineOf = ({ id, help, nodes }: AxeResults['violations'][number]): string => {
  const places = nodes.slice(0, 3).map(({ target, failureSummary = '' }) => {
    const why = failureSummary.replaceAll(/\s+/g, ' ').slice(0, 180);
    return `${target.join(' ')}: ${why}`;
  });
  return `${id} (${help}) ${nodes.length}×: ${places.join(' | ')}`;
};

/** Waits until no request has been on its way for a moment; the stream of notices never ends. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<object>();
  let last = Date.now();
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource' || request.headers()['accept']?.includes('event-stream')) return;
    open.add(request);
  });
  const ended = (request: object) => {
    if (open.delete(request)) last = Date.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    const until = Date.now() + LONGEST_MS;
    for (let now = Date.now(); now < until; now = Date.now()) {
      if (open.size === 0 && now - last >= QUIET_MS) return;
      await page.waitForTimeout(30);
    }
  };
}

/** Findings of axe on the page that is open, a line each. */
export async function findingsOf(page: Page): Promise<string[]> {
  // By the debugger, which the content security policy does not stop.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(AXE);
  const run = { resultTypes: ['violations'] } satisfies RunOptions;
  const found = await page.evaluate(async (how) => (await window.axe?.run(document, how))?.violations, run);
  return found?.map(lineOf) ?? ['axe did not run'];
}

/** Watches a page; before it is loaded first. */
export async function tourOn(page: Page): Promise<Tour> {
  const links = new Set<string>();
  const values = new Map<string, string>();
  const quiet = watchRequests(page);
  page.on('response', (response) => {
    if (!/\/v\d\/portal\//.test(response.url()) || response.status() !== 200) return;
    // A page that is left has no answers any more.
    response.json().then(
      (answer: unknown) => collect(values, answer),
      () => undefined,
    );
  });
  await page.addInitScript({ content: OBSERVE });
  return {
    page,
    links,
    values,
    async open(path) {
      await visit(page, path);
      await page.locator('main h1').first().waitFor();
      await quiet();
      await page.waitForFunction(() => document.querySelector('main :is([aria-busy=true], .ant-skeleton)') === null);
      const hrefs = await page.evaluate(() => [...document.links].map((one) => one.getAttribute('href') ?? ''));
      for (const href of hrefs) links.add(href);
    },
    async shift() {
      const all = await page.evaluate(() => window.xyShifts.filter(({ at }) => at >= window.xyShownAt));
      return { sum: all.reduce((sum, { value }) => sum + value, 0), moved: all.flatMap(({ moved }) => moved) };
    },
    findings: () => findingsOf(page),
  };
}
