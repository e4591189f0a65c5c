import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { at, button, enter, PASSWORD, says, signIn } from '../support/portal.ts';
import { test } from '../support/journey.ts';

const ARCHIVE = '/student/archive';
const panel = (page: Page) => page.getByRole('region', { name: '身份验证' });
const opened = (page: Page) => page.getByText('此页面正在建设中').waitFor();

/** The code of the last message that the demonstration did not send. */
async function lastCode(page: Page): Promise<string> {
  const answer = await page.request.get('/dev/outbox');
  const { data } = await answer.json() as { data: { items: { text: string }[] } };
  return /\d{6}/.exec(data.items[0]?.text ?? '')?.[0] ?? '';
}

describe('second-step verification', () => {
  test('by password opens a protected page, holds for the next one, and ends with the session', async ({ page }) => {
    await signIn(page, 'o2001r4');
    await page.goto(ARCHIVE);
    await panel(page).waitFor();
    expect(await page.getByText('此页面正在建设中').count()).toBe(0);
    await page.getByRole('tab', { name: '密码验证' }).click();
    await page.getByLabel('登录密码').fill('wrong');
    await button(page, '验证').click();
    await says(page, '账号或密码错误');
    await page.getByLabel('登录密码').fill(PASSWORD);
    await page.getByLabel('登录密码').press('Enter');
    await says(page, '验证成功');
    await opened(page);

    await page.reload();
    await opened(page);
    await page.goto('/exam/e1/topic');
    await opened(page);
    expect(await panel(page).count()).toBe(0);

    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByText('退出登录').click();
    await button(page.getByRole('dialog'), '退出').click();
    await at(page, '/login');
    expect(await page.evaluate(() => localStorage.getItem('xinyu.secondary'))).toBeNull();
    await enter(page, 'o2001r4');
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
    await page.goto(ARCHIVE);
    await panel(page).waitFor();
  });

  test('by short message opens it to a class teacher, whose wait for the next code outlives a reload', async ({ page }) => {
    await signIn(page, 'o2001r10');
    await page.goto('/account-seeting');
    await page.goto(ARCHIVE);
    await panel(page).getByLabel('手机号').waitFor();
    expect(await panel(page).getByLabel('手机号').inputValue()).toMatch(/^199\*{4}\d{4}$/);
    await button(page, '发送验证码').click();
    await page.getByRole('button', { name: /^重新发送（(60|5\d)）秒$/ }).waitFor();
    await page.reload();
    expect(await page.getByRole('button', { name: /^重新发送（(60|[1-5]\d)）秒$/ }).isDisabled()).toBe(true);
    await page.getByLabel('短信验证码').fill(await lastCode(page));
    await button(page, '验证').click();
    await opened(page);
  });

  test('leads back to the page before', async ({ page }) => {
    await signIn(page, 'o2001r8');
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '组织管理' }).click();
    await at(page, '/org-manage/student');
    await page.evaluate((path) => { window.history.pushState({ usr: null, key: 'k1', idx: 99 }, '', path); window.dispatchEvent(new PopStateEvent('popstate')); }, ARCHIVE);
    await panel(page).getByRole('button', { name: '返回' }).click();
    await at(page, '/org-manage/student');
  });
});
