import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, holdSession, says, signIn, verify, visit } from './support/portal.ts';

const PAGE = '/security-setting/index';
const BATCH = '/batch-modify-password/index';
const panel = (page: Page) => page.getByRole('region', { name: '身份验证' });
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });

describe('security settings', () => {
  test('are changed after a second proof, and apply at once', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await visit(page, PAGE);
    await page.locator('[data-watermark]').waitFor({ state: 'attached' });
    await toggle(page, '页面水印').click();
    await button(page.getByRole('dialog'), '关闭页面水印').click();
    await verify(page);
    // The change that required the proof goes on by itself.
    await says(page, '已关闭页面水印');
    expect(await toggle(page, '页面水印').isChecked()).toBe(false);
    await expect.poll(() => page.locator('[data-watermark]').count()).toBe(0);

    await toggle(page, '批量修改密码').click();
    await button(page.getByRole('dialog'), '关闭批量修改密码').click();
    await says(page, '已关闭批量修改密码');
    await page.evaluate(() => localStorage.removeItem('xinyu.secondary'));
    await visit(page, BATCH);
    await page.getByText('账号范围').first().waitFor();
    await expect.poll(() => panel(page).count()).toBe(0);

    await visit(page, '/operation-log/index');
    await page
      .getByRole('row', { name: /安全设置/ })
      .first()
      .waitFor();
  });

  test('show a watermark that is restored when it is removed, and log the removal', async ({ page }) => {
    await signIn(page, 'o2002r10');
    await page.locator('[data-watermark]').waitFor({ state: 'attached' });
    await page.evaluate(() => document.querySelector('[data-watermark]')?.remove());
    await page.locator('[data-watermark]').waitFor({ state: 'attached' });
    // As developer tools do it, which the content security policy does not prevent.
    const seen = () =>
      page.locator('[data-watermark]').evaluate((mark) => {
        const { visibility, width, scale, maskImage, backgroundSize } = getComputedStyle(mark);
        return [visibility, width, scale, maskImage, backgroundSize];
      });
    const hears = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--heard'));
    const before = await seen();
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        ':root { --heard: yes } [data-watermark] { visibility: hidden !important; width: 0 !important; scale: 0 !important; mask-image: linear-gradient(transparent, transparent) !important; background-size: 0 0 !important }',
      );
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    });
    expect([await hears(), await seen()]).toEqual(['yes', before]);
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByText('退出登录').click();
    await button(page.getByRole('dialog'), '退出').click();
    await page.getByLabel('账号').waitFor();
    await expect.poll(() => page.locator('[data-watermark]').count()).toBe(0);
    await holdSession(page, 'o2002r4');
    await visit(page, '/operation-log/index');
    await page.getByRole('row', { name: /去除水印/ }).waitFor();
  });

  test('are closed to a grade head', async ({ page }) => {
    await holdSession(page, 'o2001r9');
    await visit(page, PAGE);
    await says(page, /没有权限/);
  });
});
