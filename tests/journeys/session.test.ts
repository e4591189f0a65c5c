import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { at, button, openClasses, PASSWORD, says, typeSignIn } from './support/portal.ts';

const noticeOn = (page: Page) =>
  page.getByRole('dialog').filter({ hasText: '登录已过期或账号已在其他地方登录，请重新登录' });
/** Waits until a call is refused: that of the button, or one that the page sent by itself before, which covers it. */
async function callRefused(page: Page): Promise<void> {
  await Promise.race([button(page, '刷新').click(), noticeOn(page).waitFor()]);
  await noticeOn(page).waitFor();
}

describe('a session', () => {
  test('ends when the user signs out, in other tabs too', async ({ page }) => {
    await typeSignIn(page, 'o2001r4');
    const other = await page.context().newPage();
    await openClasses(other);

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByText('退出登录').click();
    await says(page, '确定退出吗?');
    await button(page.getByRole('dialog'), '退出').click();
    await at(page, '/login');

    await other.reload();
    await at(other, '/login');
    expect(
      await page.evaluate(() =>
        JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
      ),
    ).not.toMatch(/access_token|refresh_token/);
  });

  test('shows once that the account was signed in elsewhere, and goes on after a new sign-in', async ({
    page,
    visitor,
  }) => {
    await typeSignIn(page, 'o2001r5');
    await openClasses(page);
    await typeSignIn(await visitor(), 'o2001r5');

    const notice = noticeOn(page);
    await callRefused(page);
    await expect.poll(() => notice.count()).toBe(1);
    await page.getByRole('main').waitFor({ state: 'hidden' });
    await notice.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await notice.getByLabel('密码', { exact: true }).press('Enter');
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('main').waitFor();
    await at(page, '/org-manage/class');
  });

  test('can go to the login page instead', async ({ page, visitor }) => {
    await typeSignIn(page, 'o2001r5');
    await openClasses(page);
    await typeSignIn(await visitor(), 'o2001r5');
    await callRefused(page);
    await noticeOn(page)
      .getByRole('button', { name: /^换其他方式或账号登录/ })
      .click();
    await at(page, '/login');
  });

  test('follows another tab that changed the role', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('账号').fill('multi');
    await page.getByLabel('密码', { exact: true }).fill('Demo-2026!');
    await button(page, '登录').click();
    await page.getByText('青禾市第一中学').click();
    await page.getByText('心理专职教师').click();
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();

    const other = await page.context().newPage();
    await other.goto('/index');
    await other.getByRole('button', { name: '用户菜单' }).click();
    await other.getByText('切换角色').click();
    await button(other.getByRole('dialog'), '切换角色').click();
    await says(other, '班主任');

    await page.bringToFront();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await says(page, '班主任');
  });
});
