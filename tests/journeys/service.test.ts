import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { at, button, enter, holdSession, says, signIn, visit } from './support/portal.ts';

describe('a school whose service has ended', () => {
  test('lets its administrator read and export in the protection period, and offers no act that writes', async ({
    page,
    shot,
  }) => {
    await signIn(page, 'o2004r4');
    await page.locator('[data-banner]').getByText('只有管理员可以登录，只能查看和导出').waitFor();
    await visit(page, '/org-manage/student');
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(1);
    expect([await button(page, '新增学生').count(), await button(page, '导入').count()]).toEqual([0, 0]);
    await shot(page, 'protection-students');
    const download = page.waitForEvent('download');
    await button(page, '导出').first().click();
    const item = page.getByRole('menuitem').first();
    if (await item.isVisible().catch(() => false)) await item.click();
    expect((await download).suggestedFilename()).toMatch(/^学生_.*\.xlsx$/);
    await visit(page, '/service-expiration-description');
    await page
      .getByText(/保护期至\d+年/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByText('已到期', { exact: true }).count()).toBeGreaterThan(3);
    await shot(page, 'protection-service');
  });

  test('refuses other users in the protection period, with the reason', async ({ page }) => {
    await page.goto('/login');
    await enter(page, 'o2004r10');
    await says(page, '服务已到期，保护期内只有管理员可以查看和导出');
    await at(page, '/login');
  });

  // Only administrators can have the service renewed, so only they see the banner.
  for (const [login, banners] of [
    ['o2005r4', 1],
    ['o2005r10', 0],
  ] as const) {
    test(`shows ${login} every application as expired`, async ({ page, shot }) => {
      await signIn(page, login);
      const cards = page.getByRole('main').getByRole('link');
      await cards.first().waitFor();
      // The page says it once, and the cards do not repeat it.
      await expect
        .poll(() =>
          page
            .getByRole('main')
            .getByText(/已到期/)
            .count(),
        )
        .toBe(1);
      await expect.poll(() => button(page, '危机上报').count()).toBe(0);
      await expect.poll(() => page.getByText('服务已到期，应用已停用').count()).toBe(banners);
      await shot(page, `expired-home-${login}`);
      await cards.first().click();
      await page.getByRole('heading', { name: /已到期$/ }).waitFor();
      await shot(page, `expired-page-${login}`);
      await page.getByRole('main').getByRole('button', { name: '服务说明' }).click();
      await at(page, '/service-expiration-description');
      await page.getByText('当前阶段').waitFor();
    });
  }

  test('is shown as expired to the bureau above it', async ({ page }) => {
    await holdSession(page, 'o1001r1');
    await visit(page, '/school-manage/index');
    for (const name of ['青禾职业技术学校', '青禾市第三中学'])
      await page.getByRole('row', { name }).getByText('已到期').waitFor();
    await page.getByRole('row', { name: '青禾市第一中学' }).getByText('服务中').waitFor();
  });
});
