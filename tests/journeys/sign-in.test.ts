import { describe, expect } from 'vitest';
import { gzipOf, watchScripts } from '../bench/chunks.ts';
import { test } from './support/journey.ts';
import { at, button, choose, enter, PASSWORD, says, typeSignIn } from './support/portal.ts';

/** Bytes of the login page's scripts, compressed by gzip. */
const SCRIPTS_MAX = 300_000;

describe('signing in', () => {
  test('loads no more scripts than phones on a slow network can take', async ({ page }) => {
    const scripts = watchScripts(page);
    await page.goto('/login');
    await page.getByLabel('账号').waitFor();
    await page.waitForLoadState('networkidle');
    expect(scripts.size).toBeGreaterThan(3);
    expect([...scripts].reduce((sum, file) => sum + gzipOf(file), 0)).toBeLessThan(SCRIPTS_MAX);
  });

  test('opens the home page for a user with one role, and survives a reload', async ({ page }) => {
    await page.goto('/org-manage/class');
    await at(page, '/login');
    await typeSignIn(page, 'o2001r4');
    await page.reload();
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
    await page.goto('/login');
    await at(page, '/index');
  });

  test('lets a user with several schools and roles choose, and change later', async ({ page }) => {
    await page.goto('/login');
    await enter(page, 'multi');
    await page.getByText('青禾市第一中学').click();
    await page.getByText('心理专职教师').click();
    await says(page, /青禾市第一中学.*心理专职教师/);

    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByText('切换组织').click();
    const dialog = page.getByRole('dialog');
    await choose(page, dialog.getByLabel('组织'), '青禾市实验小学');
    await button(dialog, '切换组织').click();
    await says(page, /青禾市实验小学.*(超级管理员|普通教师)/);
  });

  test('shows that the password is wrong, then requires a captcha', async ({ page }) => {
    await page.goto('/login');
    for (const guess of ['wrong', 'wrong too']) {
      // The previous message is cleared when the next attempt is sent, so this message belongs to it.
      await enter(page, 'o2002r7', guess);
      await says(page, '账号或密码错误');
    }
    await enter(page, 'o2002r7', 'wrong again');
    await says(page, '为了账号安全，请输入图形验证码');
    await page.getByLabel('图形验证码', { exact: true }).waitFor();
    const picture = page.getByRole('button', { name: '图形验证码，点击换一张' }).locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(280);

    // For people who cannot see it, the device computes for some seconds instead.
    await button(page, '看不清？改用无障碍验证').click();
    await page.getByText('已完成无障碍验证').waitFor({ timeout: 60_000 });
    await enter(page, 'o2002r7');
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
  });

  test('stays when the form by short message cannot be loaded, and loads it after a reload', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('账号').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('tab', { name: '短信登录' }).click();
    await says(page, /短信登录加载失败/);
    await page.getByRole('tab', { name: '账号密码登录' }).click();
    await page.getByLabel('账号').waitFor();
    await page.getByRole('tab', { name: '短信登录' }).click();
    await page.context().setOffline(false);
    await button(page, '刷新页面').click();
    await page.getByRole('tab', { name: '短信登录' }).click();
    await page.getByLabel('手机号').waitFor();
  });

  test('stays when other ways cannot be loaded', async ({ page }) => {
    await page.route(/\/PasskeySignIn-.*\.js$/, (route) => route.abort());
    await page.goto('/login');
    await says(page, /其他登录方式加载失败/);
    await typeSignIn(page, 'o2001r4');
  });

  test('shows a student nothing of the portal for staff', async ({ page }) => {
    await page.goto('/login');
    await enter(page, 'o2001s1');
    await expect.poll(() => page.getByRole('menuitem', { name: '组织管理' }).count()).toBe(0);
    await page.goto('/org-manage/class');
    await expect.poll(() => page.getByText(/^共 \d+ [个名条所]/).count()).toBe(0);
  });

  test('is in English when the user selects it, after a reload and a sign-in too', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.getByLabel('Account', { exact: true }).fill('o2001r4');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByText('语言 / Language').hover();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  });
});
