import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { textsOf } from '../platform/resources/server/cells.ts';
import { test } from './support/journey.ts';
import { button, holdSession, says, total, visit } from './support/portal.ts';

describe('the operation log', () => {
  test('shows an administrator who changed what, with filters that stay in the address', async ({ page }) => {
    await holdSession(page, 'o2002r4');
    await visit(page, '/operation-log/index');
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    const all = await total(page);
    await page.getByLabel('操作人').first().fill('李');
    await button(page, '查询').click();
    await expect.poll(() => total(page)).toBeLessThan(all);
    await page.reload();
    await expect.poll(() => total(page)).toBeLessThan(all);

    await visit(page, '/operation-log/index?act=update');
    await page.getByRole('button', { name: /^详情/ }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('heading', { name: '修改内容' }).waitFor();
    await drawer.getByRole('row', { name: /备注/ }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('is exported for a deputy with the filters', async ({ page }) => {
    await holdSession(page, 'o2002r5');
    await visit(page, '/operation-log/index?act=update');
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, '导出').click()]);
    const [head = [], ...rows] = textsOf(readFileSync(await download.path()));
    expect(new Set(rows.map((row) => row[head.indexOf('操作类型')]))).toEqual(new Set(['修改']));
    expect(rows).toHaveLength(await total(page));
  });

  test('is closed to a class teacher', async ({ page }) => {
    await holdSession(page, 'o2002r10');
    await visit(page, '/operation-log/index');
    await says(page, /没有权限/);
  });
});
