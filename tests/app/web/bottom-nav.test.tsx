import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { portalServer } from '../../support/msw.ts';
import { viewport } from '../../support/page.ts';
import { freshBrowser, holdSession, visit } from './portal-page.tsx';

const portal = portalServer();
beforeAll(() => portal.listen());
beforeEach(() => {
  freshBrowser(portal);
  holdSession(portal);
  viewport(390, 844);
});
afterAll(() => portal.close());

const shown = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('navigation', { name: '常用页面' }))
    .getAllByRole('listitem')
    .map((entry) => entry.textContent);

it('has the first pages of the menu at first, and the most used ones later', async () => {
  visit('/site-setting/index');
  const [home, first, , , all] = await shown();
  expect([home, all]).toEqual(['首页', '全部']);
  expect(first).not.toBe('站点设置');
  cleanup();
  visit('/index');
  expect((await shown())[1]).toBe('站点设置');
});

it('opens the drawer with all pages', async () => {
  const { user } = visit('/index');
  await user.click(await screen.findByRole('button', { name: '全部' }));
  await waitFor(() => expect(screen.getByRole('navigation', { name: '主菜单' })).toBeVisible());
});
