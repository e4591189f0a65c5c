import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { button, choose, holdSession, pressTwice, says, total, visit } from './support/portal.ts';

describe('a saved view', () => {
  test('is saved and shared by an administrator, and shows a colleague the same list', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await visit(page, '/org-manage/student');
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    const all = await total(page);
    await page.getByLabel('姓名').first().fill('李');
    await button(page, '展开').click();
    await choose(page, page.locator('.ant-select', { has: page.getByLabel('性别') }).first(), '女');
    await button(page, '查询').click();
    await expect.poll(() => total(page)).toBeLessThan(all);
    await button(page, '常用视图').click();
    // The button below moves when the views are there.
    await page.getByText('保存常用的筛选、排序和列').waitFor();
    await button(page, '保存当前视图').click();
    await page.getByLabel('视图名称').fill('在读女生');
    await page.getByText('共享给本单位的同事').click();
    await pressTwice(page.getByRole('button', { name: '保存', exact: true }));
    await says(page, '已保存视图');

    await page.evaluate(() => window.localStorage.clear());
    await holdSession(page, 'o2001r8');
    await visit(page, '/org-manage/student');
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    await button(page, '常用视图').click();
    await page
      .getByRole('button', { name: /在读女生/ })
      .first()
      .click();
    await expect.poll(() => total(page)).toBeLessThan(all);
    expect(new URL(page.url()).searchParams.get('sex')).toBe('2');
    // The name in the search is personal and not part of the view.
    expect(await page.getByLabel('姓名').first().inputValue()).toBe('');
    await page.goBack();
    await expect.poll(() => total(page)).toBe(all);
  });
});
