import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { button, holdSession, total, verify, visit } from './support/portal.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name });

describe('the home page', () => {
  test('shows what needs a psychology teacher today, and each number opens its list', async ({ page }) => {
    await holdSession(page, 'o2001r8');
    await visit(page, '/index');
    const pending = card(page, '待核实的预警').getByRole('link', { name: /全部待核实/ });
    const n = Number(/\d+/.exec(await pending.innerText())?.[0]);
    expect(n).toBeGreaterThan(0);
    // The second proof shows names in their place, without leaving the page.
    await card(page, '最近的个案').getByRole('button', { name: '验证身份' }).click();
    await verify(page);
    await card(page, '最近的个案').getByRole('link', { name: /立案/ }).first().waitFor();
    await pending.click();
    await page.waitForURL(/\/warning\/list\?.*valid_status=0/);
    expect(await total(page)).toBe(n);
  });

  test('leads an administrator through the new school year', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await visit(page, '/index');
    const left = card(page, '新学年准备').getByRole('link', { name: /名缺同意/ });
    const n = Number(/\d+/.exec(await left.innerText())?.[0]);
    await left.click();
    await page.waitForURL(/guardian_consent=missing/);
    expect(await total(page)).toBe(n);
  });

  test('is ordered by dragging a card, and goes back to the default', async ({ page }) => {
    await holdSession(page, 'o2001r8');
    await visit(page, '/index');
    const first = page.locator('section[data-card]').first();
    const arrange = async () => {
      await page.getByRole('button', { name: '调整首页' }).click();
      return page.getByRole('dialog', { name: '调整首页' });
    };
    await first.and(page.locator('[data-card=warnings]')).waitFor();
    const dialog = await arrange();
    const handle = (title: string) => dialog.getByRole('button', { name: `拖动${title}` });
    await handle('谈话请求').hover();
    await page.mouse.down();
    await handle('待核实的预警').hover();
    await dialog.getByText('谈话请求移到第 1 位', { exact: false }).waitFor({ state: 'attached' });
    await page.mouse.up();
    // For 50 ms after a drag its library takes every click, so the button may need another one; the dialog closes.
    await expect
      .poll(async () => {
        if (await dialog.isVisible())
          await button(dialog, '保存')
            .click({ timeout: 1000 })
            .catch(() => undefined);
        return first.getAttribute('data-card');
      })
      .toBe('talks');
    await first.and(page.locator('[data-card=talks]')).waitFor();
    await page.reload();
    await first.and(page.locator('[data-card=talks]')).waitFor();
    await (await arrange()).getByRole('button', { name: '恢复默认' }).click();
    await first.and(page.locator('[data-card=warnings]')).waitFor();
  });

  test('leaves every page within reach on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await holdSession(page, 'o2001r8');
    await visit(page, '/index');
    await card(page, '待核实的预警').waitFor();
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '危机个案' }).click();
    await page.waitForURL(/\/crisis\/case/);
  });
});
