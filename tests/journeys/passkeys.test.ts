import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, enter, verify } from './support/portal.ts';

/** An authenticator in the device that confirms every request, as a fingerprint would. */
async function giveAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/** The demo under a host name: passkeys belong to a name and not to an address. */
const named = (origin: string) => origin.replace('127.0.0.1', 'localhost');

describe('a passkey', () => {
  test('is added after a second proof, signs in, verifies, and is removed', async ({ page, product }) => {
    const origin = named(product.origin);
    await page.goto(`${origin}/login`);
    const device = await giveAuthenticator(page);
    await enter(page, 'o2001r5');
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.goto(`${origin}/account-seeting`);
    const row = page.getByRole('listitem').filter({ hasText: '通行密钥' });
    await button(row, '管理').click();
    const dialog = page.getByRole('dialog', { name: '通行密钥' });
    await dialog.getByLabel('名称').fill('办公室电脑');
    await dialog.getByRole('button', { name: '添加通行密钥' }).click();
    await verify(page);
    await expect.poll(() => dialog.getByText('办公室电脑').count()).toBe(1);

    await page.reload();
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByText('退出登录').last().click();
    await button(page.getByRole('dialog'), '退出').click();
    await page.waitForURL(/\/login/);
    // What stands below the form, such as this way to sign in, leaves the title of the page visible.
    const title = await page.getByRole('heading', { name: '登录', exact: true }).boundingBox();
    expect(title?.height).toBeGreaterThan(20);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '使用通行密钥登录' }).click();
    await page.getByText(/没有加载完整|网络错误/).waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await device.setVerified(false);
    await page.getByRole('button', { name: '使用通行密钥登录' }).click();
    await page.getByText('没有完成').waitFor();
    await device.setVerified(true);
    await page.getByRole('button', { name: '使用通行密钥登录' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');

    await page.goto(`${origin}/account-seeting`);
    await button(row, '管理').click();
    await dialog.getByRole('button', { name: '删除通行密钥“办公室电脑”' }).click();
    await page
      .getByRole('dialog', { name: /删除通行密钥/ })
      .getByRole('button', { name: /^删\s?除$/ })
      .click();
    await page.getByRole('tab', { name: '通行密钥' }).click();
    await page.getByRole('button', { name: '使用通行密钥验证' }).click();
    await expect.poll(() => dialog.getByText('办公室电脑').count()).toBe(0);
  });

  test('is not offered where the page has an address and no name', async ({ page }) => {
    await page.goto('/login');
    await button(page, '登录').waitFor();
    expect(await page.getByRole('button', { name: '使用通行密钥登录' }).count()).toBe(0);
  });
});
