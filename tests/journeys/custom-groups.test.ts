import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { button, holdSession, says, visit } from './support/portal.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row', { name });

async function createGroup(page: Page, name: string): Promise<void> {
  await visit(page, '/org-manage/custom-group?create=1');
  await dialog(page).getByLabel('分组名称').fill(name);
  await button(dialog(page), '保存').click();
  await says(page, '保存成功');
  await row(page, name)
    .getByRole('button', { name: `成员 ${name}` })
    .click();
  await dialog(page).getByText('暂无成员').waitFor();
}

/** Selects everything that the tree shows under this name. */
async function chooseBranch(page: Page, name: string): Promise<void> {
  await dialog(page).getByLabel('按班级').click();
  const tree = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await tree
    .locator('.ant-select-tree-treenode', { hasText: name })
    .first()
    .locator('.ant-select-tree-checkbox')
    .click();
  await dialog(page).getByText('加入成员').click();
}

const memberCount = async (page: Page) =>
  Number(
    /\d+/.exec(
      await dialog(page)
        .getByText(/^共 \d+ 名成员/)
        .innerText(),
    )?.[0],
  );

describe('an administrator puts students into a group', () => {
  test('by a whole grade and by name, finds them, and removes some', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await createGroup(page, '朋辈心理员');
    await chooseBranch(page, '初一');
    await dialog(page).getByRole('combobox', { name: '按姓名' }).click();
    await page.keyboard.type('赵紫彤');
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: '赵紫彤' })
      .first()
      .click();
    await dialog(page).getByText('加入成员').click();
    await button(dialog(page), '加入').click();
    await says(page, /^已加入 \d+ 名学生/);
    await expect.poll(() => memberCount(page)).toBeGreaterThan(200);
    const all = await memberCount(page);
    await dialog(page).getByPlaceholder('按姓名查找成员').fill('赵紫彤');
    await dialog(page).getByPlaceholder('按姓名查找成员').press('Enter');
    await dialog(page).getByText('高三（6）班').waitFor();
    await dialog(page)
      .getByRole('checkbox', { name: /赵紫彤/ })
      .check();
    await button(dialog(page), '移出 1 人').click();
    await page.locator('.ant-popover').getByRole('button', { name: '移出 1 人' }).click();
    await says(page, '已移出 1 名学生');
    await page.reload();
    await expect.poll(() => memberCount(page)).toBe(all - 1);
    await button(dialog(page), '关闭').click();
    await row(page, '朋辈心理员')
      .getByText(String(all - 1))
      .waitFor();
  });
});

describe('a grade head', () => {
  test('has only her own groups, with students of her grade', async ({ page }) => {
    await holdSession(page, 'o2001r9');
    await createGroup(page, '年级心理委员');
    await dialog(page).getByLabel('按班级').click();
    const tree = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
    await tree.getByText('初一', { exact: true }).waitFor();
    await expect.poll(() => tree.getByText('高一', { exact: true }).count()).toBe(0);
    await visit(page, '/org-manage/custom-group');
    await says(page, '共 1 个分组');
  });
});
