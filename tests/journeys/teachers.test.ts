import type { Browser, Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import {
  button,
  choose,
  enter,
  holdSession,
  openClasses,
  replaceInitialPassword,
  says,
  search,
  signIn,
  total,
  verify,
  visit,
} from './support/portal.ts';
import type { Product } from './support/product.ts';

const openTeachers = async (page: Parameters<typeof signIn>[0]) => {
  await visit(page, '/teacher-manage/index');
  await page.getByText(/^共 \d+ [个名条所]/).waitFor();
};

describe('an administrator manages the teachers of a school', () => {
  test('creates one, hands over the password, assigns a class, and disables the account', async ({ page, visitor }) => {
    await holdSession(page, 'o2001r4');
    await openTeachers(page);
    const before = await total(page);
    await button(page, '新增教职工').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('姓名').fill('周小雨');
    await form.getByLabel('登录名').fill('zhou.xiaoyu');
    await choose(page, form.getByLabel('角色'), '班主任');
    await button(form, '保存').click();
    await verify(page);
    const slip = page.getByRole('dialog').filter({ hasText: '登录信息' });
    await slip.getByText('zhou.xiaoyu').waitFor();
    const password = await slip.locator('dd').last().innerText();
    await button(slip, '关闭').click();
    await expect.poll(() => total(page)).toBe(before + 1);

    await search(page, '姓名', '周小雨');
    await page.getByRole('button', { name: '角色 周小雨' }).click();
    const roles = page.getByRole('dialog').filter({ hasText: '的角色' });
    await roles.getByLabel('管理班级').click();
    // Waits for the classes before the name is typed.
    await page.locator('.ant-select-tree-title').first().waitFor();
    await page.keyboard.type('初一（2）班');
    await page.locator('.ant-select-tree-title').getByText('初一（2）班').click();
    // The tree closes with a click beside it; it covers the button.
    await roles.getByText('保存后立即生效').click();
    await page.locator('.ant-select-tree-title').first().waitFor({ state: 'hidden' });
    await button(roles, '保存角色').click();
    await says(page, '保存成功');

    const theirs = await visitor();
    await theirs.goto('/login');
    await enter(theirs, 'zhou.xiaoyu', password);
    await replaceInitialPassword(theirs);
    await theirs.waitForURL('**/index');
    await page.getByRole('button', { name: '更多 周小雨' }).click();
    await page.getByRole('menuitem', { name: '停用' }).click();
    await button(page.getByRole('dialog'), '停用账号').click();
    await says(page, '已停用周小雨');
    // The page of the person may be leaving by itself just now.
    await theirs.goto('/org-manage/class').catch(() => undefined);
    await theirs.waitForURL(/\/login/);
    expect(await theirs.getByText('初一（2）班').count()).toBe(0);
  });
});

/** The roles of a demo account, at their address. */
async function openRoles(page: Page, login: string): Promise<Locator> {
  await page.goto(`/teacher-manage/index?roles=u-${login}`);
  return page.getByRole('dialog').filter({ hasText: '的角色' });
}

/** Adds a limit of a role, and saves. */
async function limit(
  page: Page,
  login: string,
  scopes: readonly (readonly [label: string, option: string])[],
): Promise<void> {
  const roles = await openRoles(page, login);
  const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  for (const [label, option] of scopes) {
    await roles.getByLabel(label).click();
    // Once more when the list was rendered again under the pointer.
    await expect
      .poll(
        async () => {
          const chosen = list.getByTitle(option, { exact: true });
          if ((await chosen.getAttribute('aria-selected')) !== 'true') await chosen.click();
          return chosen.getAttribute('aria-selected');
        },
        { interval: 500 },
      )
      .toBe('true');
  }
  // The open list covers no button.
  await button(roles, '保存角色').click();
  await says(page, '保存成功');
  await roles.waitFor({ state: 'hidden' });
}

const visitAs = async (browser: Browser, product: Product, login: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: product.origin, locale: 'zh-CN' })).newPage();
  page.setDefaultTimeout(15_000);
  await holdSession(page, login);
  return page;
};

describe('an administrator limits the scope of a role', () => {
  test('by college and major; a leader then sees only their classes, and the faculty as before', async ({
    page,
    browser,
    product,
  }) => {
    const leader = await visitAs(browser, product, 'o2003r12');
    await openClasses(leader);
    const all = await total(leader);
    await holdSession(page, 'o2003r4');
    await limit(page, 'o2003r12', [
      ['负责院系', '文学院'],
      ['负责专业', '英语'],
    ]);
    await openClasses(leader);
    await expect.poll(() => total(leader)).toBeLessThan(all);
    expect(await leader.getByRole('row', { name: /数学/ }).count()).toBe(0);
    await visit(leader, '/org-manage/faculty');
    await leader.getByRole('row', { name: '数学学院' }).waitFor();
    await leader.context().close();
  });

  test('by period and by grade, as a deputy who manages only people of lower roles', async ({
    page,
    browser,
    product,
  }) => {
    await holdSession(page, 'o2001r5');
    await limit(page, 'o2001r14', [['负责学段', '高中']]);
    await limit(page, 'o2001r9', [['管理年级', '高二']]);
    await (
      await openRoles(page, 'o2001r9')
    )
      .locator('.ant-select-selection-item')
      .getByText('高二', { exact: true })
      .waitFor();
    const above = await openRoles(page, 'o2001r4');
    await above
      .getByText(/超级管理员/)
      .first()
      .waitFor();
    expect(await button(above, '保存角色').count()).toBe(0);

    const lead = await visitAs(browser, product, 'o2001r14');
    await openClasses(lead, '?size=50');
    expect(await lead.getByRole('row', { name: /初一/ }).count()).toBe(0);
    await lead.getByRole('row', { name: /高一/ }).first().waitFor();
    await lead.context().close();
  });

  test('by school at an institution, whose psychology teacher then sees that one too', async ({
    page,
    browser,
    product,
  }) => {
    const theirs = await visitAs(browser, product, 'o1001r13');
    await visit(theirs, '/school-manage/index');
    const before = await total(theirs);
    await holdSession(page, 'o1001r2');
    await limit(page, 'o1001r13', [['负责学校', '青禾师范学院']]);
    await theirs.reload();
    await expect.poll(() => total(theirs)).toBe(before + 1);
    await theirs.context().close();
  });
});

describe('an administrator creates an authorised login', () => {
  test('that is shown once, opens the portal as an administrator, and is listed among the teachers', async ({
    page,
    visitor,
  }) => {
    await signIn(page, 'o2001r4');
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByRole('menuitem', { name: '授权登录' }).click();
    const dialog = page.getByRole('dialog');
    await button(dialog, '创建').click();
    await says(page, '请选择有效期');
    await dialog.getByLabel('3 天').click();
    await button(dialog, '创建').click();
    // Without the second proof nothing is created, and the dialog keeps what was chosen.
    const panel = page.getByRole('region', { name: '身份验证' });
    await button(panel, '返回').click();
    await says(page, '已取消身份验证，操作没有提交');
    expect(await dialog.getByLabel('3 天').isChecked()).toBe(true);
    await button(dialog, '创建').click();
    await verify(page);
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
    await theirs
      .getByText(/^授权登录（.* 止）$/)
      .first()
      .waitFor();
  });
});

describe('a user without the right', () => {
  test('sees the reason, and no teacher', async ({ page }) => {
    await holdSession(page, 'o2001r14');
    await visit(page, '/teacher-manage/index');
    await says(page, /没有权限/);
    await expect.poll(() => page.getByText(/^共 \d+ [个名条所]/).count()).toBe(0);
  });
});
