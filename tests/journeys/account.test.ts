import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, choose, enter, holdSession, PASSWORD, says, signIn, verify } from './support/portal.ts';

const NEW = 'Tidal-maple-47';
const ACCOUNT = '/account-seeting';

/** The code of the last message that the demonstration did not send to a number. */
async function codeFor(page: Page, mobile: string): Promise<string> {
  const answer = await page.request.get('/dev/outbox');
  const { data } = (await answer.json()) as { data: { items: { mobile: string; text: string }[] } };
  return /\d{6}/.exec(data.items.find((one) => one.mobile === mobile)?.text ?? '')?.[0] ?? '';
}

const card = (page: Page, name: string) => page.getByRole('region', { name });

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await button(page, '修改密码').click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await dialog.getByLabel('原密码').fill(from);
  await dialog.getByLabel('新密码', { exact: true }).fill(to);
  await dialog.getByLabel('再次输入新密码').fill(to);
  await dialog.getByLabel('再次输入新密码').press('Enter');
}

describe('the own account', () => {
  test('changes its password, shows errors at their fields, and signs out another device', async ({
    page,
    visitor,
  }) => {
    await signIn(page, 'o2001r4');
    const other = await visitor({ width: 390, height: 800 });
    await other.goto('/login');
    await enter(other, 'o2001r4');
    await other.waitForURL('**/index');

    await page.goto(ACCOUNT);
    await card(page, '登录的设备').getByText('手机版').waitFor();
    await changePassword(page, 'wrong', NEW);
    const dialog = page.getByRole('dialog', { name: '修改密码' });
    await dialog.getByText('原密码不正确').waitFor();
    await dialog.getByLabel('原密码').fill(PASSWORD);
    for (const [typed, told] of [
      ['short', '密码至少 8 个字符'],
      ['o2001r4-abc1', '密码中不要包含登录名或手机号'],
      ['Password1!', '这个密码太常见，容易被猜到，请换一个'],
    ] as const) {
      await dialog.getByLabel('新密码', { exact: true }).fill(typed);
      await dialog.getByLabel('再次输入新密码').fill(typed);
      await dialog.getByLabel('再次输入新密码').press('Enter');
      await dialog.getByText(told).waitFor();
    }
    await dialog.getByLabel('新密码', { exact: true }).fill(NEW);
    await dialog.getByText(/^强度：/).waitFor();
    await dialog.getByLabel('再次输入新密码').press('Enter');
    await dialog.getByText('两次输入的密码不一致').waitFor();
    await dialog.getByLabel('再次输入新密码').fill(NEW);
    await dialog.getByLabel('再次输入新密码').press('Enter');
    await says(page, '密码已修改，其他设备上的登录已经退出');
    await expect.poll(() => card(page, '登录的设备').getByRole('listitem').count()).toBe(1);

    await other.reload();
    await other.waitForURL('**/login');
    await enter(other, 'o2001r4');
    await says(other, '账号或密码错误');
    await enter(other, 'o2001r4', NEW);
    await other.waitForURL('**/index');
  });

  test('shows the own picture in the header too, on a desktop and a phone, and opens a saved view', async ({
    page,
    visitor,
    shot,
  }) => {
    await signIn(page, 'o2001r8');
    await page.goto('/org-manage/student?study_status=2');
    await button(page, '常用视图').click();
    await page.getByRole('button', { name: '保存当前视图' }).click();
    await page.getByLabel('视图名称').fill('休学的学生');
    await page.getByLabel('视图名称').press('Enter');
    await says(page, '已保存视图');
    await page.goto(ACCOUNT);
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2f7f79' } })
      .png()
      .toBuffer();
    await page.getByLabel('头像图片').setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer: picture });
    await says(page, '头像已更换');
    await expect.poll(() => page.locator('img[src^="data:image/webp"]').count()).toBe(2);
    await card(page, '常用视图').getByRole('link', { name: '休学的学生' }).waitFor();
    await shot(page, 'account with picture');

    const phone = await visitor({ width: 390, height: 800 });
    await phone.goto('/login');
    await enter(phone, 'o2001r8');
    await phone.waitForURL('**/index');
    await phone.goto(ACCOUNT);
    await button(phone, '移除头像').waitFor();
    await shot(phone, 'account with picture on a phone');

    await card(page, '常用视图').getByRole('link', { name: '休学的学生' }).click();
    await page.waitForURL('**/org-manage/student?study_status=2');
    await page.goBack();
    await page.waitForURL(`**${ACCOUNT}`);
  });

  test('lists its sessions, and ends an unknown one', async ({ page, visitor }) => {
    const other = await visitor({ width: 390, height: 800 });
    await other.goto('/login');
    await enter(other, 'o2001r8');
    await other.waitForURL('**/index');
    await holdSession(page, 'o2001r8');
    await page.goto(ACCOUNT);
    const devices = card(page, '登录的设备');
    await devices.getByText('本次登录').waitFor();
    await devices.getByRole('button', { name: /^退出 / }).click();
    await button(page.getByRole('dialog'), '退出这台设备').click();
    await says(page, /^已退出/);
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
    await other.reload();
    await other.waitForURL('**/login');
  });

  test("binds another mobile after verification, for a parent's account too", async ({ page }) => {
    await page.goto('/login');
    await enter(page, 'o2001p1');
    await page.waitForURL('**/index');
    await page.goto(ACCOUNT);
    await button(page, '更换手机号').click();
    const dialog = page.getByRole('dialog', { name: '更换手机号' });
    await dialog.getByRole('tab', { name: '密码验证' }).click();
    await dialog.getByLabel('登录密码').fill(PASSWORD);
    await button(dialog, '验证').click();
    await button(dialog, '发送验证码').click();
    await dialog.getByText('请输入 11 位手机号').waitFor();
    await dialog.getByLabel('新手机号').fill('13912340000');
    await button(dialog, '发送验证码').click();
    await dialog.getByRole('button', { name: /重新发送/ }).waitFor();
    await dialog.getByLabel('短信验证码').fill('000');
    await button(dialog, '绑定').click();
    await dialog.getByText('短信验证码不正确或已过期').waitFor();
    await dialog.getByLabel('短信验证码').fill(await codeFor(page, '13912340000'));
    // A button that was busy may keep its busy name for a moment.
    await dialog.getByLabel('短信验证码').press('Enter');
    await says(page, '手机号已绑定');
    await page.getByText('手机号 139****0000').waitFor();
  });

  test('is led to an authenticator app that its role must use, and verified by it', async ({ page }) => {
    await holdSession(page, 'o2002r4');
    await page.goto('/security-setting/index');
    await choose(page, page.getByRole('combobox', { name: '必须使用动态口令的角色' }), '超级管理员');
    await page.keyboard.press('Escape');
    const required = card(page, '动态口令');
    await button(required, '保存').click();
    await verify(page);
    await says(page, '保存成功');

    // The proof by password no longer counts.
    await page.goto('/batch-modify-password/index');
    const panel = page.getByRole('region', { name: '身份验证' });
    await panel.getByLabel('登录密码').fill(PASSWORD);
    await panel.getByLabel('登录密码').press('Enter');
    await panel.locator('canvas').waitFor();
    const secret = (await panel.locator('code').innerText()).replaceAll(' ', '');
    const code = panel.getByRole('textbox', { name: '动态口令' });
    await code.fill('12345');
    await button(panel, '启用').click();
    await says(page, '动态口令不正确，请核对时间后重试');
    await code.fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await button(panel, '启用').click();
    const recovery = panel.getByRole('list', { name: '恢复码' }).getByRole('listitem');
    await expect.poll(() => recovery.count()).toBe(10);
    const [first = ''] = await recovery.allInnerTexts();
    await button(panel, '恢复码已保存好').click();
    await page.getByText('账号范围').first().waitFor();

    await page.evaluate(() => localStorage.removeItem('xinyu.secondary'));
    await page.reload();
    await panel.getByRole('textbox', { name: '动态口令' }).fill(first);
    await button(panel, '验证').click();
    await page.getByText('账号范围').first().waitFor();
    await page.goto(ACCOUNT);
    await page.getByText('已启用，还有 9 个恢复码').waitFor();
    await button(page, '停用动态口令').click();
    await button(page.getByRole('dialog'), '停用动态口令').click();
    await says(page, '动态口令已停用');
    await page.getByText('本单位要求您的角色使用动态口令，请启用').waitFor();
  });

  test('is recovered by its mobile, and used to sign in by short message', async ({ page }) => {
    await holdSession(page, 'o2001r10');
    await page.goto(ACCOUNT);
    await button(page, '更换手机号').click();
    const dialog = page.getByRole('dialog', { name: '更换手机号' });
    await dialog.getByRole('tab', { name: '密码验证' }).click();
    await dialog.getByLabel('登录密码').fill(PASSWORD);
    await button(dialog, '验证').click();
    await dialog.getByLabel('新手机号').fill('13912340001');
    await button(dialog, '发送验证码').click();
    await dialog.getByRole('button', { name: /重新发送/ }).waitFor();
    await dialog.getByLabel('短信验证码').fill(await codeFor(page, '13912340001'));
    await button(dialog, '绑定').click();
    await says(page, '手机号已绑定');
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());

    await page.goto('/login');
    await page.getByRole('link', { name: '忘记密码' }).click();
    await page.waitForURL('**/reset-password');
    // An unknown number gets the same page.
    await page.getByLabel('手机号').fill('13999999999');
    await button(page, '发送验证码').click();
    await says(page, '号码已绑定账号的，一分钟内会收到验证码');
    await page.getByLabel('手机号').fill('13912340001');
    await button(page, '发送验证码').click();
    await page.getByRole('button', { name: /重新发送/ }).waitFor();
    await page.getByLabel('短信验证码').fill(await codeFor(page, '13912340001'));
    await button(page, '下一步').click();
    for (const typed of ['Password1!', NEW]) {
      await page.getByLabel('新密码', { exact: true }).fill(typed);
      await page.getByLabel('再次输入新密码').fill(typed);
      await page.getByLabel('再次输入新密码').press('Enter');
      if (typed !== NEW) await says(page, '这个密码太常见，容易被猜到，请换一个');
    }
    await says(page, '新密码已设置');
    await button(page, '去登录').click();
    await enter(page, 'o2001r10', NEW);
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();

    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await page.getByRole('tab', { name: '短信登录' }).click();
    await page.getByLabel('手机号').fill('13912340001');
    await button(page, '发送验证码').click();
    await page.getByRole('button', { name: /重新发送/ }).waitFor();
    await page.getByLabel('短信验证码').fill(await codeFor(page, '13912340001'));
    await button(page, '登录').click();
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
  });
});
