import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  closedOthers,
  neighbourOf,
  pinnedToggled,
  TABS_MAX,
  visited,
  type PageTab,
} from '../../../src/app/web/shell/page-tabs/tab-list.ts';
import { announcement } from '../../../src/features/announcements/contract/reading.ts';
import { choosePageTabs } from '../../../src/platform/pages/web/page-tabs.ts';
import { ADMIN_AREAS, staff } from '../../support/msw-data.ts';
import { portalServer, refusal } from '../../support/msw.ts';
import { freshBrowser, holdSession, visit } from './portal-page.tsx';

const at = (pathname: string, search = '') => ({ pathname, search, hash: '', state: null });
const visitAll = (...paths: string[]): PageTab[] =>
  paths.reduce<PageTab[]>((tabs, path) => visited(tabs, 'student', at(path)), []);
const ids = (tabs: readonly PageTab[]) => tabs.map(({ id }) => id);

describe('the list of page tabs', () => {
  it('has each page once, with where it was left', () => {
    const tabs = visited(visitAll('/a', '/b'), 'student', at('/a', '?page=2'));
    expect(tabs.map(({ id, at: { search } }) => [id, search])).toEqual([
      ['/a', '?page=2'],
      ['/b', ''],
    ]);
  });

  it('drops the oldest tab that is not pinned when there are too many', () => {
    const many = Array.from({ length: TABS_MAX }, (_, i) => `/${i}`);
    const pinned = pinnedToggled(visitAll(...many), '/0');
    expect(ids(pinned)[0]).toBe('/0');
    const full = visited(visited(pinned, 'student', at('/x')), 'student', at('/y'));
    expect([full.length, ids(full).includes('/0'), ids(full).includes('/1')]).toEqual([TABS_MAX + 1, true, false]);
  });

  it('keeps pinned tabs when the others are closed, and knows what comes next', () => {
    const tabs = pinnedToggled(visitAll('/a', '/b', '/c'), '/c');
    expect(ids(tabs)).toEqual(['/c', '/a', '/b']);
    expect(ids(closedOthers(tabs, '/b'))).toEqual(['/c', '/b']);
    expect([neighbourOf(tabs, '/a')?.id, neighbourOf(tabs, '/b')?.id]).toEqual(['/b', '/a']);
  });
});

const portal = portalServer();
beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  holdSession(portal);
});
afterAll(() => portal.close());

const bar = () => screen.findByRole('tablist', { name: '打开的页面' });
const titles = async () =>
  within(await bar())
    .getAllByRole('tab')
    .map(({ textContent }) => textContent);
const open = async (router: ReturnType<typeof visit>['router'], to: string) => {
  await act(() => router.navigate(to));
};

describe('the page tabs', () => {
  it('keep visited pages, without the home page, and open them where they were left', async () => {
    const { router, user, address } = visit('/account-seeting?from=1');
    expect(await titles()).toEqual(['账号设置']);
    await open(router, '/service-expiration-description');
    await waitFor(async () => expect(await titles()).toEqual(['账号设置', '服务说明']));
    await open(router, '/index');
    expect(await titles()).toEqual(['账号设置', '服务说明']);
    await user.click(within(await bar()).getByRole('tab', { name: '账号设置' }));
    expect(address()).toBe('/account-seeting?from=1');
    expect(within(await bar()).getByRole('tab', { name: '账号设置' })).toHaveAttribute('aria-selected', 'true');
  });

  it('are reached with the arrow keys, opened with Enter and closed with Delete', async () => {
    const { router, user, path } = visit('/account-seeting');
    await bar();
    await open(router, '/service-expiration-description');
    await waitFor(async () => expect(await titles()).toHaveLength(2));
    within(await bar())
      .getByRole('tab', { name: '服务说明' })
      .focus();
    await user.keyboard('{ArrowLeft}{Enter}');
    await waitFor(() => expect(path()).toBe('/account-seeting'));
    within(await bar())
      .getByRole('tab', { name: '账号设置' })
      .focus();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(path()).toBe('/service-expiration-description'));
    expect(await titles()).toEqual(['服务说明']);
  });

  it('stay after a reload for the same person, as pages without addresses', async () => {
    freshBrowser(portal, staff(), [...ADMIN_AREAS, 'platform-announcement']);
    holdSession(portal);
    portal.answer(announcement, refusal('PSY_NOT_FOUND'));
    const { router, user } = visit('/account-seeting?secret=1');
    await bar();
    await open(router, '/platform-announcement/details/a-1');
    await waitFor(async () => expect(await titles()).toHaveLength(2));
    await open(router, '/account-seeting?secret=1');
    await user.click(await screen.findByRole('button', { name: '标签页操作' }));
    await user.click(await screen.findByRole('menuitem', { name: '固定当前标签页' }));
    const kept = localStorage.getItem('xinyu.page-tabs') ?? '';
    expect(kept).toContain('"account","pinned":true');
    expect(kept).not.toMatch(/secret|a-1|details/);
    cleanup();
    visit('/index');
    expect(await titles()).toEqual(['账号设置']);
  });

  it('are not there when the person switched them off, and nothing is kept', async () => {
    visit('/account-seeting');
    await bar();
    act(() => choosePageTabs(false));
    expect(screen.queryByRole('tablist', { name: '打开的页面' })).toBeNull();
    expect(localStorage.getItem('xinyu.page-tabs')).toBeNull();
    act(() => choosePageTabs(true));
  });
});
