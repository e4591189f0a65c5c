import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { button, PASSWORD, says, signIn, visit } from './support/portal.ts';

describe('the export task list', () => {
  test('is empty at first', async ({ kept }) => {
    const page = await kept();
    await signIn(page, 'o2002r10');
    await page.getByRole('button', { name: '导出任务列表' }).click();
    await page.getByText('暂无下载任务记录').waitFor();
    await page.keyboard.press('Escape');
  });

  test('takes the archives of selected students, after a second proof', async ({ kept }) => {
    const page = await kept();
    // An export that is ready before the page listens is only counted at the bell.
    const listening = page.waitForResponse((response) => response.url().endsWith('/v1/portal/notices/stream'));
    await visit(page, '/org-manage/student');
    await listening;
    const boxes = page.locator('.ant-table-tbody tr.ant-table-row').getByRole('checkbox');
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await button(page, '导出档案').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, '导出 2 名学生的档案').click();
    // The archive is protected: a user without a proof is asked for one first.
    await page.getByRole('tab', { name: '密码验证' }).click();
    await page.getByLabel('登录密码').fill(PASSWORD);
    await page.getByLabel('登录密码').press('Enter');
    await says(page, '验证成功');
    // The export goes on by itself.
    await says(page, '已开始打包 2 名学生的档案');
  });

  test('pushes the completion to the open page, with a number at the bell', async ({ kept, shot }) => {
    const page = await kept();
    await page.locator('.ant-notification').getByText('导出的文件已打包完成，可以下载').waitFor();
    await page.getByRole('button', { name: '通知，1 条未读' }).click();
    const told = page.getByRole('region', { name: '通知' });
    await shot(page, 'notices');
    await told.getByRole('button', { name: /导出的文件已打包完成/ }).click();
    await page.getByRole('button', { name: '通知', exact: true }).waitFor();
    await told.getByText('没有未读通知').waitFor();
    await page.keyboard.press('Escape');
  });

  test('shows size and expiry, and stays at the header while the page scrolls', async ({ kept, shot }) => {
    const page = await kept();
    const list = page.getByRole('region', { name: '导出任务列表' });
    await page.getByRole('button', { name: /^导出任务列表，有任务/ }).click();
    await list.getByText(/^任务将于\d+月\d+日清除，请及时下载　0\.\d MB$/).waitFor();
    await list.getByText('团体档案').waitFor();
    await shot(page, 'exports list');
    const moved = await list.evaluate((area) => {
      const { top } = area.getBoundingClientRect();
      window.scrollTo({ top: 60, behavior: 'instant' });
      return { page: window.scrollY, list: area.getBoundingClientRect().top - top };
    });
    expect(moved).toEqual({ page: 60, list: 0 });
  });

  test('hands out a PDF for each student', async ({ kept }) => {
    const page = await kept();
    const list = page.getByRole('region', { name: '导出任务列表' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      list.getByRole('button', { name: /^下载 学生档案_/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^学生档案_\d{4}-\d\d-\d\d_2人\.zip$/);
    const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
    expect(Object.keys(files)).toHaveLength(2);
    expect(
      Buffer.from(Object.values(files)[0] ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('deletes a file after a question', async ({ kept }) => {
    const page = await kept();
    const list = page.getByRole('region', { name: '导出任务列表' });
    await list.getByRole('button', { name: /^删除 学生档案_/ }).click();
    await page.getByText('确认删除该文件吗？').waitFor();
    await button(page, '删除文件').click();
    await list.getByText('暂无下载任务记录').waitFor();
  });
});
