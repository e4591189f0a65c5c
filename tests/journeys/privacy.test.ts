import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, holdSession, PASSWORD, says, visit } from './support/portal.ts';

const rows = (page: Page) => page.locator('.ant-table-tbody tr.ant-table-row');
const more = async (page: Page, act: string) => {
  await rows(page).first().getByRole('button', { name: /^更多/ }).click();
  await page.getByRole('menuitem', { name: '档案与评语' }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
};

describe('the privacy of a minor', () => {
  test('lets a class teacher record consents for several students at once, and offers no complete records', async ({
    page,
    shot,
  }) => {
    await holdSession(page, 'o2001r10');
    await visit(page, '/org-manage/student?guardian_consent=missing');
    await rows(page).first().waitFor();
    for (const i of [0, 1]) await rows(page).nth(i).getByRole('checkbox').check();
    await button(page, '监护人同意').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 名学生的监护人同意').waitFor();
    // One of them has no guardian yet.
    await dialog.getByText('尚未登记监护人，请先在“监护人”里登记').waitFor();
    await dialog.getByText('教职工当面或电话记录').click();
    await shot(page, 'consents');
    await button(dialog, '记录 1 名学生的同意').click();
    await says(page, '已记录 1 名学生的监护人同意');
    await visit(page, '/org-manage/student?guardian_consent=given');
    await page.getByText('共 1 名学生').waitFor();
    await rows(page).first().getByRole('button', { name: /^更多/ }).click();
    await page.getByRole('menuitem', { name: '监护人同意' }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: '导出完整记录' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: '监护人同意' }).click();
    await dialog.getByText(/教职工当面或电话记录，.* 版同意书/).waitFor();
    await button(dialog, '撤回同意').click();
    await button(page.locator('.ant-popconfirm'), '撤回同意').click();
    await says(page, '已记录撤回');
    await dialog.getByText(/ 撤回/).first().waitFor();
  });

  test('lets the highest administrator export a complete record, with a reason and after verification', async ({
    page,
    shot,
  }) => {
    await holdSession(page, 'o2001r4');
    await visit(page, '/org-manage/student');
    await rows(page).first().waitFor();
    await more(page, '导出完整记录');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: '密码验证' }).click();
    await dialog.getByLabel('登录密码').fill(PASSWORD);
    await dialog.getByLabel('登录密码').press('Enter');
    await dialog.getByLabel('理由').waitFor();
    await button(dialog, '导出完整记录').click();
    await dialog.getByText('请填写理由，至少 2 个字').waitFor();
    await dialog.getByLabel('理由').fill('监护人书面申请');
    await shot(page, 'record');
    await button(dialog, '导出完整记录').click();
    await says(page, '已开始打包完整记录');
    await page.getByRole('button', { name: /^导出任务列表，有任务/ }).click();
    const list = page.getByRole('region', { name: '导出任务列表' });
    const fetchIt = list.getByRole('button', { name: /^下载 学生完整记录_/ });
    await fetchIt.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), fetchIt.click()]);
    const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
    expect(JSON.parse(strFromU8(files['record.json'] ?? new Uint8Array()))).toMatchObject({
      school: '青禾市第一中学',
      student: { child_name: expect.any(String) },
    });
  });
});
