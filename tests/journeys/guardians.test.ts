import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import {
  button,
  choose,
  enter,
  holdSession,
  pressTwice,
  replaceInitialPassword,
  rowAct,
  says,
  search,
  total,
  verify,
  visit,
} from './support/portal.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row', { name });

async function openGuardians(page: Page): Promise<void> {
  await visit(page, '/org-manage/guardian');
  await page
    .getByText(/^共 \d+ [个名条所]|没有符合条件/)
    .first()
    .waitFor();
}

/** Finds a person by name in a field that searches another list, and selects the first. */
async function find(page: Page, label: string, name: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: label }).fill(name);
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: name })
    .first()
    .click();
}

describe('an administrator manages the guardians of a school', () => {
  test('adds one with a child, links another, changes the relation and removes a link', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openGuardians(page);
    await button(page, '新增监护人').click();
    await dialog(page).getByLabel('姓名').fill('司空明');
    await dialog(page).getByLabel('手机号码').fill('13812345678');
    // After a rotation of the phone the input is kept.
    await page.setViewportSize({ width: 480, height: 900 });
    await page.locator('.ant-table').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.ant-table').first().waitFor();
    expect(await dialog(page).getByLabel('姓名').inputValue()).toBe('司空明');
    await find(page, '关联的孩子', '徐梓阳');
    await choose(page, dialog(page).locator('.ant-select', { has: page.getByLabel('与孩子的关系') }), '其他');
    await button(dialog(page), '保存').click();
    await says(page, '保存成功');

    await openGuardians(page);
    await search(page, '姓名', '司空明');
    await row(page, '徐梓阳 · 其他 · 初一（1）班').waitFor();
    await rowAct(page, row(page, '司空明'), '孩子');
    await find(page, '按姓名查找学生', '赵紫彤');
    await choose(page, dialog(page).locator('.ant-select', { has: page.getByLabel('关系', { exact: true }) }), '母亲');
    await pressTwice(button(dialog(page), '关联'));
    await says(page, '已关联');
    await dialog(page).getByText('赵紫彤').waitFor();
    await page.reload();
    await choose(page, dialog(page).locator('.ant-select', { has: page.getByLabel('与徐梓阳的关系') }), '父亲');
    await says(page, '保存成功');
    await dialog(page).getByRole('button', { name: '取消关联赵紫彤' }).click();
    await button(page, '取消关联').click();
    await says(page, '已取消关联');
    await button(dialog(page), '关闭').click();
    await row(page, '徐梓阳 · 父亲 · 初一（1）班').waitFor();
    await openGuardians(page);
    await button(page, '展开').click();
    await search(page, '手机号码', '13812345678');
    await expect.poll(() => total(page)).toBe(1);
  });

  test('opens an account, with which the guardian signs in as a parent, and closes it', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await visit(page, '/org-manage/student?guardians=k2001-0010');
    await dialog(page).getByPlaceholder('姓名').fill('令狐清');
    await dialog(page).getByPlaceholder('手机号码').fill('1381234');
    await choose(page, dialog(page).locator('.ant-select', { has: page.getByLabel('关系', { exact: true }) }), '外公');
    await button(dialog(page), '添加').click();
    await says(page, '请填写以 1 开头的 11 位手机号码');
    await dialog(page).getByPlaceholder('手机号码').fill('13812345670');
    await button(dialog(page), '添加').click();
    await says(page, '已添加监护人');
    await dialog(page).getByText('未开通账号').first().waitFor();

    await openGuardians(page);
    await search(page, '姓名', '令狐清');
    await rowAct(page, row(page, '令狐清'), '开通账号');
    await button(dialog(page), '开通账号').click();
    await verify(page);
    await says(page, '初始密码只显示这一次');
    const text = await dialog(page).innerText();
    const [login = '', password = ''] = [
      /2001-\d+-p(-\d+)?/.exec(text)?.[0],
      /[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}/.exec(text.replace(/2001-\S+/, ''))?.[0],
    ];
    await button(dialog(page), '关闭').click();
    await page.context().clearCookies();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto('/login');
    await enter(page, login, password);
    await replaceInitialPassword(page);
    await page.waitForURL('**/index');
    await says(page, '令狐清');
  });
});

describe('a class teacher', () => {
  test('sees only the guardians of her class, with masked numbers, and cannot search by them', async ({ page }) => {
    await holdSession(page, 'o2001r10');
    await openGuardians(page);
    expect(await total(page)).toBeLessThan(90);
    expect(await page.locator('.ant-table-tbody').innerText()).toMatch(/199\*{4}\d{4}/);
    await button(page, '展开').click();
    await expect.poll(() => page.getByRole('search').getByLabel('手机号码').count()).toBe(0);
    await search(page, '孩子姓名', '赵紫彤');
    await says(page, '没有符合条件的监护人');
  });
});
