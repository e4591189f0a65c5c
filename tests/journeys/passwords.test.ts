import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { textsOf } from '../platform/resources/server/cells.ts';
import { testAlone as test } from './support/journey.ts';
import { button, choose, enter, holdSession, replaceInitialPassword, says, verify, visit } from './support/portal.ts';

const PAGE = '/batch-modify-password/index';

describe('new passwords for many students', () => {
  test('are generated for a class, found again after leaving the page, and downloaded once', async ({
    page,
    visitor,
  }) => {
    await holdSession(page, 'o2001r4');
    await visit(page, PAGE);
    let letGo = (): void => undefined;
    const pressed = new Promise<void>((done) => {
      letGo = done;
    });
    await page.route('**/v1/portal/schools/classes/tree', async (route) => {
      await pressed;
      await route.continue();
    });
    await verify(page);
    await page.getByRole('combobox', { name: '班级' }).click();
    // Nodes that were expanded before the classes were loaded stay expanded.
    letGo();
    await page.locator('.ant-select-tree-switcher').nth(1).click();
    await page.locator('.ant-select-tree-title', { hasText: '初一（1）班' }).click();
    await page.keyboard.press('Escape');
    await button(page, '预览').click();
    await says(page, /^将为 45 名学生更换密码/);
    await page.getByRole('button', { name: /^为 45 个账号生成新密码/ }).click();
    await page.getByRole('heading', { name: /新密码/ }).waitFor();

    await visit(page, '/index');
    await visit(page, PAGE);
    await button(page, '下载密码表并启用').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page.getByRole('dialog'), '启用并下载').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^新密码_\d{4}-\d\d-\d\d\.xlsx$/);
    const [head, first = []] = textsOf(readFileSync(await download.path()));
    expect(head).toEqual(['班级', '姓名', '学号', '登录名', '新密码']);

    await button(page, '密码表已保存好').click();
    await says(page, '已完成，密码表已从服务器删除');
    await expect.poll(() => page.getByRole('button', { name: '再次下载' }).count()).toBe(0);

    const [, , , login = '', password = ''] = first;
    const child = await visitor();
    await child.goto('/login');
    await enter(child, login);
    await child.getByText('账号或密码错误').waitFor();
    await enter(child, login, password);
    await replaceInitialPassword(child);
    await child.getByRole('heading', { name: '等我做的事' }).waitFor();
  });

  test('of a list show the skipped accounts and the reasons', async ({ page }) => {
    await holdSession(page, 'o2001r5');
    await visit(page, PAGE);
    await verify(page);
    await page.getByText('按名单').click();
    await button(page, '预览').click();
    await says(page, '请上传名单');
    await page.locator('input[type=file]').setInputFiles({
      name: '名单.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('学号,姓名\no2001s5,甲\n没有这个,乙\no2001r8,丙\n'),
    });
    await says(page, '名单.csv：3 行');
    await button(page, '预览').click();
    await says(page, /^将为 1 名学生更换密码，跳过 2 个/);
    await page.getByText('跳过的 2 个和原因').click();
    await says(page, '没有这个学号或账号');
    await says(page, '教职工或监护人账号，不在这里修改');
  });

  test('are the first ones for all new staff of an institution', async ({ page }) => {
    await holdSession(page, 'o1001r2');
    await visit(page, '/teacher-manage/index?create=1');
    const form = page.getByRole('dialog');
    await form.getByLabel('姓名').fill('段一');
    await form.getByLabel('登录名').fill('duanyi');
    await choose(page, form.getByLabel('角色'), '教科室');
    // Added over a connection that breaks before the first password is created.
    await page.route('**/reset_passwords', (route) => route.abort());
    await button(form, '保存').click();
    await says(page, '段一的登录信息');
    await visit(page, '/teacher-manage/passwords');
    await verify(page);
    await button(page, '预览').click();
    await says(page, '将为 1 名教职工生成初始密码');
    await page.getByRole('button', { name: /^为 1 个账号生成新密码/ }).click();
    await button(page, '下载密码表并启用').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page.getByRole('dialog'), '启用并下载').click(),
    ]);
    expect(textsOf(readFileSync(await download.path()))).toEqual([
      ['姓名', '工号', '登录名', '新密码'],
      ['段一', '', 'duanyi', expect.any(String)],
    ]);
    await button(page, '密码表已保存好').click();
    await says(page, '已完成，密码表已从服务器删除');
  });

  test('are closed to a class teacher', async ({ page }) => {
    await holdSession(page, 'o2001r10');
    await visit(page, PAGE);
    await says(page, /没有权限/);
    await expect.poll(() => page.getByRole('region', { name: '身份验证' }).count()).toBe(0);
  });
});
