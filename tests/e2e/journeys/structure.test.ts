import { describe, expect } from 'vitest';
import { test } from '../support/journey.ts';
import { button, openClasses, says, signIn } from '../support/portal.ts';

const openStructure = async (page: Parameters<typeof signIn>[0]) => {
  await page.goto('/org-manage/structure');
  await page.getByText('初中部', { exact: true }).waitFor();
};

describe('a leader arranges the school', () => {
  test('adds, moves and deletes departments, by keys and menus alone, and over a reload', async ({ page }) => {
    await signIn(page, 'o2001r12');
    await openStructure(page);
    await button(page, '新增下级').click();
    await page.getByRole('dialog').getByLabel('部门名称').fill('国际部');
    await page.keyboard.press('Enter');
    await says(page, '保存成功');
    await page.getByText('国际部', { exact: true }).click();
    await button(page, '移动').click();
    // By keys: the choice lies over its own input.
    await page.getByRole('dialog').getByLabel('位置').focus();
    await page.keyboard.type('初中部');
    await page.keyboard.press('Enter');
    await button(page.getByRole('dialog'), '移动').click();
    await says(page, '已移动「国际部」');
    await page.reload();
    await expect.poll(async () => (await page.locator('.ant-tree-title').allInnerTexts()).slice(0, 3)).toEqual(['青禾市第一中学', '国际部', '初中部']);

    await page.getByText('学生处', { exact: true }).click();
    await button(page, '删除').click();
    await button(page.getByRole('dialog'), '删除「学生处」').click();
    await says(page, /学生处还有 1 个下级部门和 \d+ 位教师，不能删除/);
    await button(page.getByRole('dialog'), '取消').click();
    await page.getByText('国际部', { exact: true }).click();
    await button(page, '删除').click();
    await button(page.getByRole('dialog'), '删除「国际部」').click();
    await says(page, '已删除「国际部」');
  });

  test('puts a teacher in charge of a class, and the list of classes says so', async ({ page }) => {
    await signIn(page, 'o2001r4');
    await openStructure(page);
    await page.getByRole('button', { name: '指定初一（3）班的班主任' }).click();
    const dialog = page.getByRole('dialog');
    const select = dialog.getByLabel('初一（3）班的班主任').first();
    await select.waitFor();
    await page.keyboard.press('Backspace');
    await button(dialog, '保存').click();
    await says(page, '保存成功');
    await openClasses(page, '?class_name=' + encodeURIComponent('初一（3）'));
    await page.locator('tr', { hasText: '初一（3）班' }).getByText('—').first().waitFor();
  });
});

describe('who may not', () => {
  test('sees why, and no department', async ({ page }) => {
    await signIn(page, 'o2001r8');
    await page.goto('/org-manage/structure');
    await says(page, /没有权限/);
    expect(await page.getByText('初中部').count()).toBe(0);
  });
});
