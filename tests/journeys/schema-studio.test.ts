import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, choose, holdSession, openClasses, says, signIn, verify, visit } from './support/portal.ts';

const fields = (page: Page) => page.getByRole('region', { name: '字段' });
const line = (page: Page, name: string) => fields(page).getByRole('row', { name: new RegExp(name) });
const header = (page: Page) => page.getByRole('region', { name: '预览' }).locator('.ant-table-thead');

async function openStudio(page: Page) {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '字段设置' }).click();
  await line(page, '班级名称').waitFor();
}

async function publish(page: Page, verb: RegExp, { verified = false } = {}) {
  await button(page, '检查并发布').click();
  await page.getByRole('dialog').getByRole('button', { name: verb }).click();
  if (!verified) await verify(page);
  await says(page, /已发布第 \d+ 版/);
}

describe('an administrator sets the fields of classes', () => {
  test('adds one, previews it before publication, uses it, removes it without losing a value, and purges it', async ({
    page,
  }) => {
    await signIn(page, 'o2001r4');
    await openStudio(page);
    await button(page, '新增字段').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('名称', { exact: true }).fill('教室');
    await button(dialog, '存入草稿').click();
    await header(page).getByText('教室').waitFor();
    await says(page, '有尚未发布的改动');
    await button(page, '检查并发布').click();
    await says(page, '已有数据不受影响');
    await page.getByRole('button', { name: '发布第 1 版' }).click();
    await verify(page);
    await says(page, '已发布第 1 版');

    // The portal of this window has the field by now.
    await page.getByRole('link', { name: '组织管理' }).click();
    await page.getByRole('link', { name: '班级管理' }).click();
    await page.getByRole('button', { name: '编辑 初一（1）班' }).first().click();
    await dialog.getByLabel('教室').fill('教一 101');
    await button(dialog, '保存').click();
    await page.getByRole('cell', { name: '教一 101' }).waitFor();

    // Another type: stored values become its options, and the number of values is shown before.
    await openStudio(page);
    await line(page, '教室').getByRole('button', { name: '编辑 教室' }).click();
    await dialog.locator('.ant-select', { has: page.getByLabel('类型') }).click();
    await page.locator('.ant-select-item-option', { hasText: '选项' }).click();
    await button(dialog, '将已有的 1 种值列为选项').click();
    await button(dialog, '存入草稿').click();
    await button(page, '检查并发布').click();
    await says(page, /“教室”的类型改变：1 行的值随之转换/);
    await page.getByRole('dialog').getByRole('button', { name: '发布第 2 版' }).click();
    await says(page, '已发布第 2 版');
    await openClasses(page);
    await page.getByRole('cell', { name: '教一 101' }).waitFor();

    await openStudio(page);
    await line(page, '教室').getByRole('button', { name: '删除 教室' }).click();
    await button(page, '检查并发布').click();
    await says(page, /“教室”被删除：1 行的值不再显示/);
    await page.getByRole('dialog').getByRole('button', { name: '仍然发布第 3 版' }).click();
    await says(page, '已发布第 3 版');
    await says(page, '1 行有值');
    await page.getByRole('button', { name: '清除数据 教室' }).click();
    await button(page.getByRole('dialog'), '清除 1 个值').click();
    await says(page, '已清除 1 个值');
  });

  test("creates a resource of the school's own, adds a field, and finds it in the menu", async ({ page }) => {
    await signIn(page, 'o2001r4');
    await openStudio(page);
    await button(page, '新建台账').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, '新建台账').click();
    await says(page, /1 到 20 个字|不超过 20/);
    await dialog.getByLabel('台账名称').fill('活动室');
    await dialog.getByLabel('名称字段').fill('活动室名称');
    await button(dialog, '新建台账').click();
    await says(page, '已新建活动室');
    await dialog.waitFor({ state: 'hidden' });
    await header(page).getByText('活动室名称').waitFor();
    await button(page, '新增字段').click();
    await dialog.getByLabel('名称', { exact: true }).fill('座位');
    await dialog.getByLabel('表单分组').fill('设备');
    await button(dialog, '存入草稿').click();

    // Tabs and columns, seen in the preview before they are published.
    await button(page, '页签与分栏').click();
    for (const [n, title, group] of [
      [1, '概况', '其他'],
      [2, '内部', '设备'],
    ] as const) {
      await button(dialog, '添加页签').click();
      const card = dialog.getByRole('listitem', { name: `第 ${n} 个页签` });
      await card.getByLabel('名称').fill(title);
      await choose(page, card.locator('.ant-select'), group);
    }
    await dialog.getByRole('radiogroup', { name: '设备' }).getByText('2 栏').click();
    await button(dialog, '存入草稿').click();
    const preview = page.getByRole('region', { name: '预览' });
    await preview.getByText('表单', { exact: true }).click();
    await preview.getByRole('tab', { name: '内部' }).waitFor();
    await publish(page, /^发布第 1 版$/);

    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '活动室' }).click();
    await button(page, '新增活动室').first().click();
    await dialog.getByRole('tab', { name: '内部' }).click();
    await dialog.getByLabel('座位').fill('八个');
    await button(dialog, '保存').click();
    await dialog.getByRole('tab', { name: /概况.*1 项待改/ }).waitFor();
    await expect
      .poll(() => dialog.getByLabel('活动室名称').evaluate((input) => input === document.activeElement))
      .toBe(true);
    await dialog.getByLabel('活动室名称').fill('沙盘室');
    await button(dialog, '保存').click();
    await page.getByRole('cell', { name: '八个' }).waitFor();
  });

  test('shows an invalid draft at its field, and undoes the step', async ({ page }) => {
    await signIn(page, 'o2001r4');
    await openStudio(page);
    expect(await line(page, '班级名称').getByRole('switch', { name: '必填 班级名称' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: '编辑 班级名称' }).click();
    await page.getByRole('dialog').getByLabel('最多字数').fill('80');
    await button(page.getByRole('dialog'), '存入草稿').click();
    await line(page, '班级名称').getByText('最多字数比核心的 40 更宽。不能比 40 更大').waitFor();
    expect(await button(page, '检查并发布').isDisabled()).toBe(true);
    await button(page, '撤销一步').click();
    await expect.poll(() => page.getByText('有尚未发布的改动').count()).toBe(0);
    await page.getByRole('button', { name: '将班级名称后移' }).click();
    await expect
      .poll(async () => (await header(page).innerText()).split(/\s+/).filter(Boolean).slice(0, 2))
      .toEqual(['学段', '班级名称']);
    await publish(page, /^发布第 \d+ 版$/);
    await openClasses(page);
    expect((await page.locator('.ant-table-thead').first().innerText()).split(/\s+/).filter(Boolean)[0]).toBe('学段');
  });

  test('names the user who published first, and keeps the draft', async ({ page, visitor }) => {
    await signIn(page, 'o2001r4');
    await openStudio(page);
    const other = await visitor();
    await holdSession(other, 'o2003r4');
    await visit(other, '/schema-studio?resource=equipment');
    await other.getByRole('button', { name: '将器材名称后移' }).click();

    const second = await other.context().newPage();
    await visit(second, '/schema-studio?resource=equipment');
    await second.getByRole('button', { name: '将类别后移' }).click();
    await publish(second, /^发布第 1 版$/);
    await button(other, '检查并发布').click();
    await other.getByRole('dialog').getByRole('button', { name: '发布第 1 版' }).click();
    await says(other, /刚刚发布了第 1 版/);
    await button(other, '载入最新版，保留我的改动').click();
    await says(other, /正在使用第 1 版/);
    await says(other, '有尚未发布的改动');
    await publish(other, /^发布第 2 版$/, { verified: true });
  });
});

describe('an institution', () => {
  test('adds a field to its own staff, and is offered nothing of schools', async ({ page }) => {
    await signIn(page, 'o1001r1');
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '字段设置', exact: true }).click();
    await page.locator('.ant-select', { has: page.getByLabel('设置对象') }).click();
    const offered = page.locator('.ant-select-item-option');
    await offered.filter({ hasText: '教职工' }).waitFor();
    expect(await offered.allInnerTexts()).toEqual(['测评计划', '部门', '学校', '教职工']);
    await offered.filter({ hasText: '教职工' }).click();
    await line(page, '登录名').waitFor();
    await button(page, '新增字段').click();
    await page.getByRole('dialog').getByLabel('名称', { exact: true }).fill('办公电话');
    await button(page.getByRole('dialog'), '存入草稿').click();
    await publish(page, /^发布第 1 版$/);
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '教职工管理' }).click();
    await page.locator('.ant-table-thead').getByText('办公电话').waitFor();
  });
});

describe('a form that is open while others publish', () => {
  test('keeps its input, and shows the new field on the next opening', async ({ page }) => {
    await holdSession(page, 'o2002r4');
    await openClasses(page, '?create=1');
    const form = page.getByRole('dialog');
    await form.getByLabel('班级名称').fill('半天没写完的班');
    const studio = await page.context().newPage();
    await visit(studio, '/schema-studio?resource=class');
    await button(studio, '新增字段').click();
    await studio.getByRole('dialog').getByLabel('名称', { exact: true }).fill('午休');
    await button(studio.getByRole('dialog'), '存入草稿').click();
    await publish(studio, /^发布第 1 版$/);
    await studio.close();
    await page.clock.install();
    await page.clock.fastForward(120_000);
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/v1/portal/schemas')),
      page.evaluate(() => window.dispatchEvent(new Event('focus'))),
    ]);
    expect(await form.getByLabel('班级名称').inputValue()).toBe('半天没写完的班');
    await page.locator('.ant-table-thead').getByText('午休').waitFor();
    expect(await form.getByLabel('班级名称').inputValue()).toBe('半天没写完的班');
    await button(form, '取消').click();
    await button(page, '放弃修改').click();
    await button(page, '新增班级').click();
    await form.getByLabel('午休').waitFor();
  });
});

describe('fields with parts', () => {
  test('are declared without JSON, and filled in line by line and in the editor', async ({ page, shot }) => {
    await signIn(page, 'o2001r4');
    await openStudio(page);
    const dialog = page.getByRole('dialog').last();
    const add = async (title: string, kind: string) => {
      await button(page, '新增字段').click();
      await dialog.getByLabel('名称', { exact: true }).fill(title);
      await dialog.locator('.ant-select', { has: page.getByLabel('类型', { exact: true }) }).click();
      await page.locator('.ant-select-dropdown:visible').getByTitle(kind, { exact: true }).click();
    };
    await add('设备', '一组值（可多行）');
    await button(dialog, '存入草稿').click();
    await says(page, '至少要有一个字段，每个字段都要有名称');
    for (const [i, title] of ['品名', '数量'].entries()) {
      await button(dialog, '添加字段').click();
      await dialog.getByLabel(`第 ${i + 1} 个字段的名称`).fill(title);
    }
    await dialog.getByRole('checkbox', { name: '必填' }).first().check();
    await shot(page, 'studio-group');
    await button(dialog, '存入草稿').click();
    await add('班级公约', '带格式的文字');
    await button(dialog, '存入草稿').click();
    await publish(page, /^发布第 \d+ 版$/);

    await openClasses(page);
    await page.getByRole('button', { name: '编辑 初一（2）班' }).first().click();
    await button(dialog, '添加一行（0/10）').click();
    await button(dialog, '保存').click();
    await says(page, '请填写品名');
    const first = dialog.getByRole('group', { name: '第 1 行' });
    await first.getByLabel('品名').fill('投影仪');
    await first.getByLabel('数量').fill('2');
    const text = dialog.getByRole('textbox', { name: '班级公约' });
    await text.click();
    await page.keyboard.type('互相倾听');
    await text.scrollIntoViewIfNeeded();
    await shot(page, 'class-form');
    await page.setViewportSize({ width: 390, height: 844 });
    await text.scrollIntoViewIfNeeded();
    await shot(page, 'class-form-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(dialog, '保存').click();
    await says(page, '保存成功');
    const row = page.getByRole('row', { name: /初一（2）班/ });
    await row.getByText('品名 投影仪，数量 2').waitFor();
    await shot(page, 'class-list');
  });
});

describe('a user without the right', () => {
  test('has no link to it', async ({ page }) => {
    await signIn(page, 'o2001r5');
    await expect.poll(() => page.getByRole('link', { name: '字段设置' }).count()).toBe(0);
    await visit(page, '/schema-studio');
    await says(page, /没有权限/);
  });
});
