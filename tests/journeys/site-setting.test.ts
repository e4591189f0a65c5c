import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, holdSession, pressTwice, says, signIn } from './support/portal.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const primary = () => getComputedStyle(document.documentElement).getPropertyValue('--xy-primary').trim();

describe('an administrator sets the site of a school', () => {
  test('sets its name, colour, logo and welcome text; the portal shows them at once, to others too', async ({
    page,
    visitor,
  }) => {
    await holdSession(page, 'o2001r4');
    await page.goto('/site-setting/index');
    await page.getByLabel('站点名称').fill('一中心育');
    await page.getByLabel('主色').fill('#b03a6a');
    await page.getByLabel('欢迎语').fill('本周五心理社团招新');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await says(page, '图片无法打开，请更换 PNG 或 JPEG 图片');
    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL });
    await button(page, '移除标志').waitFor();
    await page.getByLabel('访问域名').fill('localhost');
    await button(page, '保存').click();
    await says(page, '请填写域名，例如 xinli.example.cn');
    await page.getByLabel('访问域名').fill('xinli.yizhong.example');
    await pressTwice(button(page, '保存'));
    await says(page, '站点设置已保存');
    await page.getByRole('banner').getByText('一中心育', { exact: true }).waitFor();
    expect(await page.evaluate(primary)).toBe('#b03a6a');
    await page.reload();
    await expect.poll(() => page.getByLabel('站点名称').inputValue()).toBe('一中心育');

    const other = await visitor();
    await signIn(other, 'o2001r10');
    await says(other, '本周五心理社团招新');
    await other.getByRole('banner').getByText('一中心育', { exact: true }).waitFor();
    await expect.poll(() => other.evaluate(primary)).toBe('#b03a6a');
    await other.goto('/site-setting/index');
    await says(other, /没有权限/);
  });
});
