import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sessionFrom } from '../../../src/platform/http/web/session-store.ts';
import type { TokenPair } from '../../../src/platform/identity/contract.ts';
import { md5 } from '../../support/client.ts';

export const PASSWORD = 'Demo-2026!';

/** Antd puts a space between the two characters of a short button: 保 存. */
const spaced = (name: string) => new RegExp(`^${[...name].join('\\s?')}$`);

export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name: spaced(name) });

/** Types account and password and submits. An account of the demo is not shown the tour. */
export async function enter(page: Page, account: string, password = PASSWORD): Promise<void> {
  await page.evaluate((id) => localStorage.setItem('xinyu.tour', JSON.stringify([id])), `u-${account}`);
  await submit(page, account, password);
}

/** Signs in without marking the tour as seen. */
export async function submit(page: Page, account: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('账号').fill(account);
  const field = page.getByLabel('密码', { exact: true });
  await field.fill(password);
  await field.press('Enter');
}

/** Replaces the initial password that the page asks for after the first sign-in. */
export async function replaceInitialPassword(page: Page, own = 'Tidal-maple-47'): Promise<void> {
  await page.getByLabel('新密码', { exact: true }).fill(own);
  await page.getByLabel('再次输入新密码').fill(own);
  await button(page, '保存并继续').click();
}

/**
 * Puts a session of an account with one organisation and one role into the browser's storage, as the login page does.
 * The next page that the test opens is signed in; none is loaded for it.
 */
export async function holdSession(page: Page, account: string): Promise<void> {
  const answer = await page.request.post('/v2/oauth2/tokens/actions/sign_in', {
    headers: { 'app-id': 'portal-web' },
    data: { account, password: md5(PASSWORD) },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { data } = (await answer.json()) as { data: TokenPair };
  // A page of the same origin that loads nothing else.
  await page.goto('/healthz');
  const session = sessionFrom(data, Date.now(), 'password');
  await page.evaluate((value) => {
    for (const key of Object.keys(localStorage))
      if (/^xinyu\.(session|choice|secondary|draft\.)/.test(key)) localStorage.removeItem(key);
    localStorage.setItem('xinyu.session', JSON.stringify(value));
    // The tour counts as seen: it would cover what a journey uses.
    localStorage.setItem('xinyu.tour', JSON.stringify([value.user_id]));
  }, session);
}

/** Signs in without typing and waits for the home page, for journeys that start there. */
export async function signIn(page: Page, account: string): Promise<void> {
  await holdSession(page, account);
  await page.goto('/');
  await page.getByRole('navigation', { name: '主菜单' }).waitFor();
}

/** Signs in as a person does, on the login page, for the journeys that are about signing in. */
export async function typeSignIn(page: Page, account: string): Promise<void> {
  await page.goto('/login');
  await enter(page, account);
  await page.getByRole('navigation', { name: '主菜单' }).waitFor();
}

/** Opens the list of classes and waits for its rows. */
export async function openClasses(page: Page, query = ''): Promise<void> {
  await visit(page, `/org-manage/class${query}`);
  await page.getByText(/^共 \d+ [个名条所]/).waitFor();
}

/** Number of rows that the list shows. */
export const total = async (page: Page): Promise<number> =>
  Number(/\d+/.exec(await page.getByText(/^共 \d+ [个名条所]/).innerText())?.[0]);

/** Filters rows by a text that must not be in the address. */
export async function search(page: Page, field: string, text: string): Promise<void> {
  const input = page.getByRole('search').getByLabel(field, { exact: true });
  await input.fill(text);
  // Not by a click: a banner that arrives at this moment moves the button away from it.
  await input.press('Enter');
}

/**
 * Goes to another page as a link does: once the portal is loaded, without loading it again, which takes four times as
 * long. Loads the page that is already open, and a page behind a dialog: there the portal takes the move for Back.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const samePage = new URL(page.url()).pathname === path.replace(/[?#].*/s, '');
  const title = page.locator('main h1').first();
  if (samePage || (await title.count()) === 0 || (await page.getByRole('dialog').count()) > 0) {
    await page.goto(path);
    return;
  }
  const before = await title.elementHandle();
  const text = await before?.textContent();
  await page.evaluate((to) => {
    // As the router keeps its entries.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    window.history.pushState({ idx: idx + 1, key: Math.random().toString(36).slice(2) }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // The page before stays until the next one is loaded.
  await page.waitForFunction(([shown, old]) => !shown?.isConnected || shown.textContent !== old, [
    before,
    text,
  ] as const);
}

/** Selects an option of a select by its text. */
export async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .getByTitle(option, { exact: true })
    .click();
}

/** Waits until a message with this text is shown. */
export const says = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).locator('visible=true').first().waitFor();

/** Fails with the content of the page when it is not at this path. */
export const at = (page: Page, path: string): Promise<void> =>
  expect.poll(() => new URL(page.url()).pathname).toBe(path);

/** Answers second-step verification with the password. */
export async function verify(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: '身份验证' });
  await panel.getByRole('tab', { name: '密码验证' }).click();
  await panel.getByLabel('登录密码').fill(PASSWORD);
  await panel.getByLabel('登录密码').press('Enter');
  await says(page, '验证成功');
}

/** Clicks twice at one place, whatever the first click changes there. */
export async function pressTwice(what: Locator): Promise<void> {
  // Waits until it can be clicked and stands still.
  await what.click({ trial: true });
  const { x, y, width, height } = (await what.boundingBox()) ?? expect.fail('it is not on the screen');
  await what.page().mouse.dblclick(x + width / 2, y + height / 2);
}

/**
 * Uses an act of a row, visible or behind 更多, also in a group there. A list that was open before shows its former rows
 * until the new ones arrive; a click between the two would be lost.
 */
export async function rowAct(page: Page, row: Locator, label: string): Promise<void> {
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'hidden' });
  const visible = row.getByRole('button', { name: new RegExp(`^${label}( |$)`) });
  const more = row.getByRole('button', { name: /^更多/ });
  await visible.or(more).first().waitFor();
  if ((await visible.count()) > 0) return visible.click();
  await more.click();
  const item = page.getByRole('menuitem', { name: label });
  const groups = page.locator('.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-submenu-title');
  await item.or(groups).first().waitFor();
  // A group takes a moment to open, and opening the next one closes it.
  const count = await groups.count();
  for (let i = 0; !(await item.isVisible()) && i < 3 * count; i++) {
    await groups.nth(i % count).click();
    await item.waitFor({ timeout: 2000 }).catch(() => undefined);
  }
  await item.click();
}
