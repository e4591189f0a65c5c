import type { Page } from 'playwright-core';
import { matchRoutes } from 'react-router';
import { describe, expect } from 'vitest';
import { features } from '../../src/app/web/features.ts';
import type { PageEntry } from '../../src/platform/feature/web/page.ts';
import { test } from './support/journey.ts';
import { tourOn, type Tour } from './support/page-tour.ts';
import { holdSession, verify, visit } from './support/portal.ts';

/** Each page is opened by the first of these who may. */
const ACCOUNTS = ['o2001r8', 'o2001r4', 'o1001r1', 'o2001r10', 'o2003r4', 'o2001s1', 'o2001p1'];
/** The area of operators of the platform, who have no account in the demo: `organisations.test.ts` opens its pages. */
const OF_OPERATORS = 'platform';
/** Pages about one row, which their query names. */
const WITH_QUERY = ['archive', 'portrait'];
/** Pages about one row that no page before them leads to: of a child of the guardian o2001p1. */
const EXAMPLES: Readonly<Record<string, string>> = {
  report: '/exam/personal-report/show/ex2001-2/ex2001-2-k2001-1474',
  comment: '/student/comment/k2001-1474/current',
};
const PHONE = { width: 390, height: 844 };
/** CLS; half of what the makers of browsers call good. */
const MOST_SHIFT = 0.05;

type Faults = Record<string, string[]>;

const pages = features
  .flatMap(({ pages: all = [] }) => all)
  .filter(({ area, load }) => load !== undefined && area !== OF_OPERATORS);
const routes = pages.map(({ key, path }) => ({ id: key, path }));
const isOfRow = ({ key, path }: PageEntry) => path.includes(':') || WITH_QUERY.includes(key);

/** Who opened each page, and where. */
const opened = new Map<string, { account: string; address: string }>();
const tours = new Map<string, Tour>();

/** The path with the first values of its parameters in the answers of the server. */
function withValues(path: string, { values }: Tour): string | undefined {
  const filled = path.replaceAll(/:(\w+)/g, (whole, name: string) => {
    const field = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return values.get(field) ?? whole;
  });
  return filled.includes(':') ? undefined : filled;
}

/** The page's address; for a page about one row, that of the first link to one. */
const addressOf = (page: PageEntry, tour: Tour): string | undefined =>
  isOfRow(page)
    ? (EXAMPLES[page.key] ??
      [...tour.links].find((href) => matchRoutes(routes, href)?.[0]?.route.id === page.key) ??
      withValues(page.path, tour))
    : page.path;

/** Proves the identity where the page asks for it. @returns whether it asked */
async function proveIdentity(page: Page): Promise<boolean> {
  if ((await page.locator('main').getByRole('tab', { name: '密码验证' }).count()) === 0) return false;
  await verify(page);
  return true;
}

async function faultsOf(tour: Tour): Promise<string[]> {
  const { sum, moved } = await tour.shift();
  const moves = sum > MOST_SHIFT ? [`moves by ${sum.toFixed(3)}: ${moved.slice(0, 6).join(' | ')}`] : [];
  return [...moves, ...(await tour.findings())];
}

/** The areas whose pages the role may open, once the portal is loaded; none for students and guardians. */
function openAreas(page: Page): ReadonlySet<string> {
  const areas = new Set<string>();
  page.on('response', (response) => {
    if (!response.url().endsWith('/v1/portal/rbac/pages')) return;
    response.json().then(
      ({ data }: { data: { permissions: { open?: string[] } } }) => {
        for (const area of data.permissions.open ?? []) areas.add(area);
      },
      // The page was left; the next one asks again.
      () => undefined,
    );
  });
  return areas;
}

/** Opens the home page, and the pages that no account before has opened. */
async function walk(tour: Tour, account: string, areas: ReadonlySet<string>): Promise<Faults> {
  const faults: Faults = {};
  const look = async (address: string) => {
    await tour.open(address);
    if (await proveIdentity(tour.page)) {
      // Opens the page again, without the input of the proof.
      await visit(tour.page, '/account-seeting');
      await tour.open(address);
    }
    const found = await faultsOf(tour);
    if (found.length > 0) faults[address] = found;
  };
  await look('/index');
  const mayOpen = ({ area, own }: PageEntry) => area === undefined || (areas.size > 0 ? areas.has(area) : own === true);
  const left = pages.filter((one) => !opened.has(one.key) && mayOpen(one));
  for (const one of left.toSorted((a, b) => Number(isOfRow(a)) - Number(isOfRow(b)))) {
    const address = addressOf(one, tour);
    if (address === undefined) continue;
    await look(address);
    opened.set(one.key, { account, address });
  }
  return faults;
}

describe.each(ACCOUNTS)('every page stands still while it is loaded, and has no finding of axe: %s', (account) => {
  test('on a desktop, dark', async ({ kept }) => {
    const page = await kept(account);
    await page.emulateMedia({ colorScheme: 'dark' });
    const tour = await tourOn(page);
    tours.set(account, tour);
    const areas = openAreas(page);
    await holdSession(page, account);
    expect(await walk(tour, account, areas)).toEqual({});
  });

  test('on a phone, light, in English', async ({ kept }) => {
    const page = await kept(account);
    const tour = tours.get(account) ?? expect.fail('no desktop before');
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.evaluate(() => localStorage.setItem('xinyu.language', '"en"'));
    await page.goto('/account-seeting');
    const faults: Faults = {};
    for (const address of [
      '/index',
      ...[...opened.values()].flatMap((one) => (one.account === account ? [one.address] : [])),
    ]) {
      await tour.open(address);
      const found = await faultsOf(tour);
      if (found.length > 0) faults[address] = found;
    }
    expect(faults).toEqual({});
  });
});

test('no page is left out', () => {
  expect(pages.filter(({ key }) => !opened.has(key)).map(({ key }) => key)).toEqual([]);
});
