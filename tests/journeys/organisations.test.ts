import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { root } from '../../src/platform/runtime/server/root.ts';
import { testAlone } from './support/journey.ts';
import { findingsOf } from './support/page-tour.ts';
import { button, enter, replaceInitialPassword, says, visit } from './support/portal.ts';
import { copyData, startForJourneys } from './support/product.ts';

const OWN = 'Tidal-maple-47';

/** Creates an operator by the command, over the folder of a stopped portal. @returns the initial password */
function createOperator(dataDir: string, login: string): string {
  const printed = execFileSync(
    process.execPath,
    [path.join(root, 'dist/server/org.js'), 'operator', 'create', '运营员', '--login', login],
    { env: { ...process.env, XINYU_MODE: 'demo', DATA_DIR: dataDir, DATABASE_URL: '' }, encoding: 'utf8' },
  );
  return /密码\s+(\S+)/.exec(printed)?.[1] ?? '';
}

testAlone('an operator creates a school, whose administrator signs in', async ({ browser }) => {
  const { seeded, data } = inject('journeys');
  const dataDir = mkdtempSync(path.join(data, 'operator-'));
  await copyData(seeded, dataDir);
  const initial = createOperator(dataDir, 'operator-1');
  const product = await startForJourneys(dataDir);
  onTestFinished(async () => void (await product.stop()));
  const visitor = async () => {
    const context = await browser.newContext({ baseURL: product.origin, locale: 'zh-CN', reducedMotion: 'reduce' });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto('/login');
    return page;
  };

  const page = await visitor();
  await enter(page, 'operator-1', initial);
  await replaceInitialPassword(page, OWN);
  await page.getByRole('link', { name: '单位管理' }).click();
  // An account without a mobile number is only asked for its password.
  await page.getByLabel('登录密码').fill(OWN);
  await page.getByLabel('登录密码').press('Enter');
  await button(page, '新建单位').click();

  const dialog = page.getByRole('dialog');
  await button(dialog, '新建单位').click();
  await expect.poll(() => dialog.getByText('这一项必填').count()).toBeGreaterThan(4);
  await dialog.getByLabel('单位编号').fill('2001');
  await dialog.getByLabel('单位名称').fill('清河区第二中学');
  await dialog.getByLabel('教育阶段').click();
  await page.getByTitle('基础教育', { exact: true }).click();
  await dialog.getByLabel('初中').check();
  await dialog.getByLabel('到期日').fill('2030-08-31');
  await dialog.getByLabel('管理员姓名').fill('王老师');
  await dialog.getByLabel('管理员登录名').fill('qh2z-admin');
  await button(dialog, '新建单位').click();
  // The error of the server stands at its field, and what was typed stays.
  await dialog.getByText('2001 已是青禾市第一中学的编号').first().waitFor();
  expect(await dialog.getByLabel('单位名称').inputValue()).toBe('清河区第二中学');
  await dialog.getByLabel('单位编号').fill('3001');
  await button(dialog, '新建单位').dblclick();
  await says(page, '单位已新建');
  const password = (await dialog.getByRole('row').nth(1).getByRole('cell').last().innerText()).trim();
  // They cannot be hidden by accident.
  await page.keyboard.press('Escape');
  await says(page, '请先保存');
  await page.goBack();
  expect(await dialog.getByText(password).count()).toBeGreaterThan(0);
  await dialog.getByLabel('初始密码已保存').check();
  await button(dialog, '完成').click();
  await page.getByRole('row', { name: /清河区第二中学/ }).waitFor();

  // Messages pass by, and belong to no page.
  await expect.poll(() => page.locator('.ant-message-notice').count()).toBe(0);
  // The pages of operators, which `every-page.test.ts` cannot open.
  for (const [address, row] of [
    ['/platform/log', /清河区第二中学/],
    ['/platform/organisations', /清河区第二中学/],
  ] as const) {
    await visit(page, address);
    await page.getByRole('row', { name: row }).first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect({ address, colorScheme, found: await findingsOf(page) }).toEqual({ address, colorScheme, found: [] });
    }
  }

  await button(page, '用表格新建').click();
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: '单位.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('单位编号,单位名称\n3002,清河区第三中学'),
    });
  await page.getByRole('alert').getByText('第一行缺少这些列').waitFor();

  const administrator = await visitor();
  await enter(administrator, 'qh2z-admin', password);
  await replaceInitialPassword(administrator, OWN);
  await administrator.getByRole('navigation', { name: '主菜单' }).waitFor();
  await administrator.getByText('清河区第二中学').first().waitFor();
});
