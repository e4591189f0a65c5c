import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { DepartmentNode } from '../../src/features/organisation/contract/departments.ts';
import { test } from './support/journey.ts';
import { button, holdSession, openClasses, rowAct, says, total, visit } from './support/portal.ts';

const openStructure = async (page: Page) => {
  await visit(page, '/org-manage/structure');
  await page.getByText('初中部', { exact: true }).waitFor();
};
const dialog = (page: Page) => page.getByRole('dialog');
const names = async (page: Page) =>
  (await page.locator('.ant-tree-title').allInnerTexts()).map((text) => text.replace(/\d+$/, ''));

/** A tree of 5,051 nodes under the school. */
const large = (): DepartmentNode[] => {
  const below = (prefix: string, [count = 0, ...deeper]: readonly number[]): DepartmentNode[] =>
    Array.from({ length: count }, (_, i) => ({
      node_id: `${prefix}${i + 1}`,
      node_name: `部门${prefix}${i + 1}`,
      level: 99,
      teachers: i % 4,
      next_level: below(`${prefix}${i + 1}-`, deeper),
    }));
  return [{ node_id: '2001', node_name: '青禾市第一中学', level: 2, teachers: 0, next_level: below('', [50, 10, 9]) }];
};

describe('a leader arranges the school', () => {
  test('adds, moves and deletes departments with keyboard and menus only, also after a reload', async ({ page }) => {
    await holdSession(page, 'o2001r12');
    await openStructure(page);
    await button(page, '新增下级').click();
    await dialog(page).getByLabel('部门名称').fill('国际部');
    await page.keyboard.press('Enter');
    await says(page, '保存成功');
    await page.getByText('国际部', { exact: true }).click();
    await page.getByRole('heading', { name: '国际部' }).waitFor();
    await button(page, '编辑').click();
    // By keyboard: the list of choices covers its own input.
    await dialog(page).getByLabel('位置').focus();
    await page.keyboard.type('初中部');
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('负责人').focus();
    await page.keyboard.type('毛春莉');
    await page.keyboard.press('Enter');
    await button(dialog(page), '保存').click();
    await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual(['青禾市第一中学', '国际部', '初中部']);
    await page.reload();
    await page.getByRole('heading', { name: '国际部' }).waitFor();
    await says(page, '毛春莉');
    await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual(['青禾市第一中学', '国际部', '初中部']);

    await page.getByText('学生处', { exact: true }).click();
    await button(page, '删除').click();
    await says(page, /学生处还有 1 个下级部门和 \d+ 位教职工，不能删除/);
    await button(dialog(page), '取消')
      .or(button(dialog(page), '关闭'))
      .first()
      .click();
    await page.getByText('国际部', { exact: true }).click();
    await button(page, '删除').click();
    await button(dialog(page), '删除 1 个部门').click();
    await says(page, '已删除 1 个部门');
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['青禾市第一中学', '初中部']);
  });

  test('adds one below another at its place in the list, and sees it in the tree', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openStructure(page);
    await page.getByText('列表', { exact: true }).click();
    await page.getByRole('row', { name: /心理健康教育中心 学生处/ }).waitFor();
    const before = await total(page);
    await button(page, '新增部门').click();
    await dialog(page).getByLabel('部门名称').fill('团委');
    await dialog(page).getByLabel('上级部门').focus();
    await page.keyboard.type('学生处');
    await page.locator('.ant-select-tree-title', { hasText: '学生处' }).click();
    await dialog(page).getByLabel('位置').focus();
    await page.keyboard.type('心理健康');
    await page.keyboard.press('Enter');
    await button(dialog(page), '保存').click();
    await page.getByRole('row', { name: /团委 学生处 1/ }).waitFor();
    expect(await total(page)).toBe(before + 1);
    await rowAct(page, page.getByRole('row', { name: /团委 学生处 1/ }), '详情');
    await dialog(page).getByText('学生处', { exact: true }).waitFor();
    await button(dialog(page), '关闭').last().click();
    await page.getByText('树', { exact: true }).click();
    await page.locator('.ant-tree-treenode', { hasText: '学生处' }).locator('.ant-tree-switcher').click();
    await page.getByText('团委', { exact: true }).click();
    await button(page, '删除').click();
    await button(dialog(page), '删除 1 个部门').click();
    await says(page, '已删除 1 个部门');
  });

  test('moves through the tree by keyboard, and drags a department to its place', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openStructure(page);
    await page.getByPlaceholder('查找部门').focus();
    await page.keyboard.press('Tab');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: '高中部' }).waitFor();

    const row = (name: string) =>
      page.locator('.ant-tree-treenode', { hasText: name }).locator('.ant-tree-node-content-wrapper');
    await row('总务处').dragTo(row('教务处'), { sourcePosition: { x: 8, y: 12 }, targetPosition: { x: 80, y: 16 } });
    await says(page, '已移动「总务处」');
    await page.locator('.ant-tree-treenode', { hasText: '教务处' }).locator('.ant-tree-switcher').click();
    await expect.poll(() => names(page)).toEqual(['青禾市第一中学', '初中部', '高中部', '教务处', '总务处', '学生处']);
  });

  test('finds departments among 5,000, of which only the visible ones are rendered', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await page.route('**/departments/tree', (route) => route.fulfill({ json: { data: large() } }));
    await visit(page, '/org-manage/structure');
    const nodes = page.locator('.ant-tree-treenode');
    await page.getByText('部门1', { exact: true }).waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? expect.fail('no metric');
    };
    // Seconds of the page's own thread: other work on the machine does not count.
    const seconds = async (work: () => Promise<void>) => {
      const from = await busy();
      await work();
      return (await busy()) - from;
    };
    const search = page.getByPlaceholder('查找部门');
    expect(
      await seconds(async () => {
        await search.fill('部门');
        await page.getByText('部门1-1-9', { exact: true }).waitFor();
      }),
    ).toBeLessThan(1);
    await page.locator('.ant-tree').hover();
    for (let i = 0; i < 30; i++) await page.mouse.wheel(0, 3000);
    expect(await nodes.count()).toBeLessThan(60);
    expect(
      await seconds(async () => {
        await search.fill('部门50-10-9');
        await page.getByText('部门50-10-9', { exact: true }).waitFor();
      }),
    ).toBeLessThan(1);
    expect(await nodes.count()).toBeLessThan(10);
  });

  test('puts a teacher in charge of a class, and the list of classes shows it', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openStructure(page);
    await page.getByRole('button', { name: '指定初一（3）班的班主任' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('初一（3）班的班主任').first().waitFor();
    await page.keyboard.press('Backspace');
    await button(dialog, '保存').click();
    await says(page, '保存成功');
    await openClasses(page, '?class_name=' + encodeURIComponent('初一（3）'));
    await page.locator('tr', { hasText: '初一（3）班' }).getByText('—').first().waitFor();

    await page.getByRole('button', { name: '班主任 初一（3）班' }).click();
    const choice = page.getByRole('dialog').getByLabel('初一（3）班的班主任').first();
    await choice.waitFor();
    await page.keyboard.type('毛春莉');
    await page.keyboard.press('Enter');
    await button(page.getByRole('dialog'), '保存').click();
    await says(page, '保存成功');
    await page.locator('tr', { hasText: '初一（3）班' }).getByText('毛春莉').waitFor();
  });
});

describe('on a phone', () => {
  test('a department is moved without dragging', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await page.setViewportSize({ width: 390, height: 844 });
    await openStructure(page);
    await page.getByText('高中部', { exact: true }).click();
    await page.getByRole('heading', { name: '高中部' }).waitFor();
    await button(page, '编辑').click();
    await dialog(page).getByLabel('位置').focus();
    await page.keyboard.type('初中部');
    await page.keyboard.press('Enter');
    await button(dialog(page), '保存').click();
    await says(page, '保存成功');
    await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual(['青禾市第一中学', '高中部', '初中部']);
  });
});

describe('an institution', () => {
  for (const [where, viewport] of [
    ['at a desk', { width: 1440, height: 900 }],
    ['on a phone', { width: 390, height: 844 }],
  ] as const)
    test(`arranges its own departments and sees their staff, but no grades, ${where}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await holdSession(page, 'o1001r3');
      await visit(page, '/org-manage/structure');
      await page.getByText('德育与心理健康科', { exact: true }).click();
      await page.getByRole('heading', { name: '德育与心理健康科' }).waitFor();
      await page.getByRole('heading', { name: '教职工', exact: true }).waitFor();
      await expect.poll(() => page.getByText('学段与年级').count()).toBe(0);
      await expect.poll(() => page.getByRole('button', { name: '设置学段' }).count()).toBe(0);
      await button(page, '新增下级').click();
      await dialog(page).getByLabel('部门名称').fill('危机干预组');
      await button(dialog(page), '保存').click();
      await page.getByText('危机干预组', { exact: true }).click();
      await page.getByRole('heading', { name: '危机干预组' }).waitFor();
      await page.getByText('德育与心理健康科', { exact: true }).first().waitFor();
      await button(page, '删除').click();
      await button(dialog(page), '删除 1 个部门').click();
      await says(page, '已删除 1 个部门');
    });
});

describe('a user without the right', () => {
  test('sees the reason, and no department', async ({ page }) => {
    await holdSession(page, 'o2001r8');
    await visit(page, '/org-manage/structure');
    await says(page, /没有权限/);
    await expect.poll(() => page.getByText('初中部').count()).toBe(0);
  });
});
