import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { at, button, enter, holdSession, PASSWORD, says, signIn, visit } from './support/portal.ts';

const ARCHIVE = '/student/archive';
const panel = (page: Page) => page.getByRole('region', { name: '身份验证' });
const opened = (page: Page) => page.getByText('请先选择学生').waitFor();

/** The code of the last message that the demonstration did not send. */
async function lastCode(page: Page): Promise<string> {
  const answer = await page.request.get('/dev/outbox');
  const { data } = (await answer.json()) as { data: { items: { text: string }[] } };
  return /\d{6}/.exec(data.items[0]?.text ?? '')?.[0] ?? '';
}

describe('second-step verification', () => {
  test('by password opens a protected page, is valid for the next one, and ends with the session', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await visit(page, ARCHIVE);
    await panel(page).waitFor();
    await expect.poll(() => page.getByText('请先选择学生').count()).toBe(0);
    await page.getByRole('tab', { name: '密码验证' }).click();
    await page.getByLabel('登录密码').fill('wrong');
    await button(page, '验证').click();
    await says(page, '账号或密码错误');
    await page.getByLabel('登录密码').fill(PASSWORD);
    await page.getByLabel('登录密码').press('Enter');
    await says(page, '验证成功');
    await opened(page);
    // A device with reduced motion skips the introduction.
    const side = page.getByRole('complementary', { name: '页面防护' }).getByRole('button', { name: '页面防护' });
    await side.waitFor();
    expect(await side.getAttribute('aria-expanded')).toBe('false');

    await page.reload();
    await opened(page);
    await visit(page, '/exam');
    await page.getByRole('heading', { name: '心理测评' }).waitFor();
    await expect.poll(() => panel(page).count()).toBe(0);

    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByText('退出登录').click();
    await button(page.getByRole('dialog'), '退出').click();
    await at(page, '/login');
    expect(await page.evaluate(() => localStorage.getItem('xinyu.secondary'))).toBeNull();
    await enter(page, 'o2001r4');
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
    await visit(page, ARCHIVE);
    await panel(page).waitFor();
  });

  test('by short message opens it for a class teacher; the wait for the next code survives a reload', async ({
    page,
  }) => {
    await holdSession(page, 'o2001r10');
    await visit(page, '/account-seeting');
    await visit(page, ARCHIVE);
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

  test('returns to the previous page', async ({ page }) => {
    await signIn(page, 'o2001r8');
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '组织管理' }).click();
    await at(page, '/org-manage/student');
    await page.evaluate((path) => {
      window.history.pushState({ usr: null, key: 'k1', idx: 99 }, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, ARCHIVE);
    await panel(page).getByRole('button', { name: '返回' }).click();
    await at(page, '/org-manage/student');
  });
});

describe('the protection of a page', () => {
  const asideOf = (page: Page) => page.getByRole('complementary', { name: '页面防护' });
  const sideOf = (page: Page) => asideOf(page).getByRole('button', { name: '页面防护' });
  const markOf = (page: Page) => page.locator('[data-watermark]');
  const isCovered = (page: Page) =>
    markOf(page).evaluate((one) => {
      const { width, height } = one.getBoundingClientRect();
      return (
        width >= window.innerWidth && height >= window.innerHeight && getComputedStyle(one).pointerEvents === 'none'
      );
    });

  test('is introduced once, after the second proof', async ({ kept }) => {
    const page = await kept();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await signIn(page, 'o2001r4');
    await markOf(page).waitFor({ state: 'attached' });
    await visit(page, ARCHIVE);
    await panel(page).waitFor();
    await page.getByRole('tab', { name: '密码验证' }).click();
    await page.getByLabel('登录密码').fill(PASSWORD);
    await page.getByLabel('登录密码').press('Enter');
    const [aside, side] = [asideOf(page), sideOf(page)];
    const mark = aside.locator('li').last();
    await mark.waitFor();
    const [marks, content] = [
      await mark.boundingBox(),
      await page.locator('[data-protected="true"] > *').boundingBox(),
    ];
    expect((content?.x ?? 0) + (content?.width ?? 0)).toBeLessThanOrEqual((marks?.x ?? 0) + 1);
    await mark.waitFor({ state: 'detached' });
    expect(await side.getAttribute('aria-expanded')).toBe('false');
  });

  test('has a button in the margin that covers nothing, and a watermark over everything, at any width', async ({
    kept,
  }) => {
    const page = await kept();
    const side = sideOf(page);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const [box, content] = [
        await side.boundingBox(),
        await page.locator('[data-protected="true"] > *').first().boundingBox(),
      ];
      expect((content?.x ?? 0) + (content?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + 1);
      expect(await isCovered(page)).toBe(true);
    }
  });

  test('says by keys until when the proof is valid', async ({ kept }) => {
    const page = await kept();
    const [aside, side] = [asideOf(page), sideOf(page)];
    await side.focus();
    await page.keyboard.press('Enter');
    await aside.getByText(/^已验证，\d\d:\d\d 前有效/).waitFor();
    await page.keyboard.press('Escape');
    expect(await side.getAttribute('aria-expanded')).toBe('false');
  });

  test('is not introduced again after a reload', async ({ kept }) => {
    const page = await kept();
    const side = sideOf(page);
    await page.reload();
    await side.waitFor();
    expect(await side.getAttribute('aria-expanded')).toBe('false');
  });

  test('lists its parts one after another, and leads to the settings', async ({ kept }) => {
    const page = await kept();
    const [aside, side] = [asideOf(page), sideOf(page)];
    await side.click();
    await aside.getByRole('link', { name: '安全设置' }).waitFor();
    expect(
      await aside
        .getByRole('listitem')
        .evaluateAll((items) => items.map((one) => getComputedStyle(one).animationDelay)),
    ).toEqual(['0s', '0.1s', '0.2s', '0.3s', '0.4s']);
    await aside.getByRole('link', { name: '安全设置' }).click();
    await at(page, '/security-setting/index');
    await expect.poll(() => aside.count()).toBe(0);
  });

  test('keeps one watermark on the next page, and restores it when it is removed', async ({ kept }) => {
    const page = await kept();
    const mark = markOf(page);
    await expect.poll(() => mark.count()).toBe(1);
    await mark.evaluate((one) => one.remove());
    await mark.waitFor({ state: 'attached' });
    expect(await isCovered(page)).toBe(true);
  });
});
