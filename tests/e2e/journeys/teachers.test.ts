import { describe, expect } from 'vitest';
import { test } from '../support/journey.ts';
import { button, choose, enter, says, search, signIn, total } from '../support/portal.ts';

const openTeachers = async (page: Parameters<typeof signIn>[0]) => {
  await page.goto('/teacher-manage/index');
  await page.getByText(/^共 \d+ 个/).waitFor();
};

describe('an administrator manages the teachers of a school', () => {
  test('creates one, hands over the password, gives a class, and shuts them out', async ({ page, visitor }) => {
    await signIn(page, 'o2001r4');
    await openTeachers(page);
    const before = await total(page);
    await button(page, '新增教师').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('姓名').fill('周小雨');
    await form.getByLabel('登录名').fill('zhou.xiaoyu');
    await choose(page, form.getByLabel('角色'), '班主任');
    await button(form, '保存').click();
    const slip = page.getByRole('dialog').filter({ hasText: '登录信息' });
    await slip.getByText('zhou.xiaoyu').waitFor();
    const password = await slip.locator('dd').last().innerText();
    await button(slip, '关闭').click();
    await expect.poll(() => total(page)).toBe(before + 1);

    await search(page, '姓名', '周小雨');
    await page.getByRole('button', { name: '角色 周小雨' }).click();
    const roles = page.getByRole('dialog').filter({ hasText: '的角色' });
    await roles.getByLabel('管理班级').click();
    await page.keyboard.type('初一（2）班');
    await page.locator('.ant-select-tree-title').getByText('初一（2）班').click();
    await page.keyboard.press('Tab');
    await button(roles, '保存角色').click();
    await says(page, '保存成功');

    const theirs = await visitor();
    await theirs.goto('/login');
    await enter(theirs, 'zhou.xiaoyu', password);
    await theirs.waitForURL('**/index');
    await page.getByRole('button', { name: '更多 周小雨' }).click();
    await page.getByRole('menuitem', { name: '停用' }).click();
    await button(page.getByRole('dialog'), '停用账号').click();
    await says(page, '已停用周小雨');
    await theirs.goto('/org-manage/class');
    await expect.poll(() => theirs.getByText('初一（2）班').count()).toBe(0);
  });
});

describe('an administrator lets somebody in for some days', () => {
  test('with a login that is shown once, opens the portal as an administrator, and stands among the teachers', async ({ page, visitor }) => {
    await signIn(page, 'o2001r4');
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByRole('menuitem', { name: '授权登录' }).click();
    const dialog = page.getByRole('dialog');
    await button(dialog, '创建').click();
    await says(page, '请选择有效期');
    await dialog.getByLabel('3 天').click();
    await button(dialog, '创建').click();
    await says(page, '授权信息创建成功！');
    await dialog.locator('dd').last().waitFor();
    const [login, password] = (await dialog.locator('dd').allInnerTexts()).map((text) => text.trim());
    await button(dialog, '关闭').click();

    const theirs = await visitor();
    await theirs.goto('/login');
    await enter(theirs, login ?? '', password);
    await theirs.waitForURL('**/index');
    await openTeachers(theirs);
    await search(theirs, '姓名', '授权登录');
    await theirs.getByText(/^授权登录（.* 止）$/).first().waitFor();
  });
});

describe('who may not', () => {
  test('sees why, and no teacher', async ({ page }) => {
    await signIn(page, 'o2001r14');
    await page.goto('/teacher-manage/index');
    await says(page, /没有权限/);
    await expect.poll(() => page.getByText(/^共 \d+ 个/).count()).toBe(0);
  });
});
