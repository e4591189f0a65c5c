import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { root } from '../../src/platform/runtime/server/root.ts';
import { testAlone, waitForSeed } from './support/journey.ts';
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

/** What axe finds on a page of operators, which `every-page.test.ts` cannot open. */
async function expectNoFindings(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await findingsOf(page);
    expect({ url: page.url(), colorScheme, found }).toEqual({ url: page.url(), colorScheme, found: [] });
  }
}

testAlone(
  'an operator creates a school, whose administrator signs in, exports another one and erases the new one with a colleague',
  async ({ browser }) => {
    const { seeded, data } = inject('journeys');
    await waitForSeed();
    const dataDir = mkdtempSync(path.join(data, 'operator-'));
    await copyData(seeded, dataDir);
    const initial = createOperator(dataDir, 'operator-1');
    const initialOfSecond = createOperator(dataDir, 'operator-2');
    const product = await startForJourneys(dataDir);
    onTestFinished(async () => void (await product.stop()));
    const visitor = async () => {
      const context = await browser.newContext({ baseURL: product.origin, locale: 'zh-CN', reducedMotion: 'reduce' });
      onTestFinished(() => context.close());
      // As other journeys have it.
      context.setDefaultTimeout(60_000);
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
    for (const [address, row] of [
      ['/platform/log', /清河区第二中学/],
      ['/platform/organisations', /清河区第二中学/],
    ] as const) {
      await visit(page, address);
      await page.getByRole('row', { name: row }).first().waitFor();
      await expectNoFindings(page);
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

    await page.keyboard.press('Escape');

    await button(page.getByRole('row', { name: /青禾市第一中学/ }), '导出').click();
    await page.getByRole('dialog').getByRole('textbox').fill('学校更换平台');
    await button(page.getByRole('dialog'), '导出').dblclick();
    await page.waitForURL('**/platform/tasks');
    const task = page.getByRole('listitem', { name: '导出单位 · 青禾市第一中学' });
    await task.getByText('可下载').waitFor({ timeout: 60_000 });
    await task.getByText(/^npm run org -- key /).waitFor();
    await expectNoFindings(page);
    const downloaded = page.waitForEvent('download');
    await button(task, '下载数据包').click();
    expect((await downloaded).suggestedFilename()).toBe('青禾市第一中学-2001-数据包.zip');

    const administrator = await visitor();
    await enter(administrator, 'qh2z-admin', password);
    await replaceInitialPassword(administrator, OWN);
    await administrator.getByRole('navigation', { name: '主菜单' }).waitFor();
    await administrator.getByText('清河区第二中学').first().waitFor();

    await page.getByRole('link', { name: '单位管理' }).click();
    const school = page.getByRole('row', { name: /清河区第二中学/ });
    await button(school, '暂停').click();
    await page.getByRole('dialog').getByRole('textbox').fill('学校合并');
    await button(page.getByRole('dialog'), '暂停').click();
    await button(school, '清除').click();
    await page
      .getByRole('dialog')
      .getByText(/将删除 \d+ 张数据表中的/)
      .waitFor();
    await page.getByRole('dialog').getByRole('textbox').fill('已并入第一中学');
    await button(page.getByRole('dialog'), '提出清除').click();
    const erasing = page.getByRole('listitem', { name: '清除单位 · 清河区第二中学' });
    await erasing.getByText('须由另一位平台运营人员批准。').waitFor();

    const colleague = await visitor();
    await enter(colleague, 'operator-2', initialOfSecond);
    await replaceInitialPassword(colleague, OWN);
    await colleague.getByRole('link', { name: '导入、导出与清除' }).click();
    await colleague.getByLabel('登录密码').fill(OWN);
    await colleague.getByLabel('登录密码').press('Enter');
    const decided = colleague.getByRole('listitem', { name: '清除单位 · 清河区第二中学' });
    await button(decided, '批准并清除').click();
    await colleague.getByLabel('请输入单位名称“清河区第二中学”').fill('清河区第二中学');
    await button(colleague.getByRole('dialog'), '批准并清除').dblclick();
    await decided.getByText('已完成').waitFor({ timeout: 60_000 });
    const proof = colleague.waitForEvent('download');
    await button(decided, '下载清除证明').click();
    expect((await proof).suggestedFilename()).toBe('清河区第二中学-3001-清除证明.pdf');
    await administrator.goto('/index');
    await administrator.getByLabel('账号').waitFor();
  },
);
