import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { button, choose, says, signIn, total, visit } from './support/portal.ts';

/** Opens the resource by the menu, and waits for its rows. */
async function openEquipment(page: Page) {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '心理器材' }).click();
  await page.getByText(/^共 \d+ [个名条所]/).waitFor();
}

describe('a resource that only one college has, by a file', () => {
  test('is in its menu and is managed like any other', async ({ page }) => {
    await signIn(page, 'o2003r8');
    await openEquipment(page);
    expect(new URL(page.url()).pathname).toBe('/x/equipment');
    expect(await page.title()).toContain('心理器材');
    const before = await total(page);

    await button(page, '新增心理器材').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('器材名称').waitFor();
    await button(form, '保存').click();
    await says(page, '请填写器材名称');
    await form.getByLabel('器材名称').fill('团体沙盘');
    await choose(page, form.getByLabel('类别'), '沙盘');
    await button(form, '保存').click();
    await says(page, '保存成功');
    await expect.poll(() => total(page)).toBe(before + 1);

    await page.getByRole('search').getByLabel('器材名称').fill('团体');
    await button(page, '查询').click();
    await expect.poll(() => total(page)).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: '编辑 团体沙盘' }).click();
    await form.getByLabel('数量').fill('3');
    await button(form, '保存').click();
    await says(page, '保存成功');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, '导出').click()]);
    const { sheets } = await readXlsx(await readFile(await download.path()));
    expect(sheets[0]?.rows).toEqual([
      ['器材名称', '类别', '数量', '购置日期', '可外借', '说明'],
      expect.arrayContaining(['团体沙盘', '沙盘', 3]),
    ]);
    await page.getByRole('button', { name: '删除 团体沙盘' }).click();
    await button(page, '删除 1 个心理器材').click();
    await says(page, '没有符合条件的心理器材');
  });

  test('is in no other menu, and its address does not exist there', async ({ page }) => {
    await signIn(page, 'o2001r4');
    await expect.poll(() => page.getByRole('link', { name: '心理器材' }).count()).toBe(0);
    await visit(page, '/x/equipment');
    await says(page, /没有权限/);
  });
});
