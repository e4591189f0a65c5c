import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { filesOf, smallRoster, zipOf, type GivenTables } from '../features/roster/support.ts';
import { testAlone as test } from './support/journey.ts';
import { button, holdSession, says, visit } from './support/portal.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function upload(page: Page, tables: GivenTables): Promise<void> {
  const file = { name: '教务名册.zip', mimeType: 'application/zip', buffer: zipOf(filesOf(tables)) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** Writes the import whose preview is open, and closes it. */
async function write(page: Page, label: RegExp): Promise<void> {
  await dialog(page).getByRole('button', { name: label }).click();
  await dialog(page).getByText('导入完成').waitFor();
  await dialog(page).getByRole('button', { name: '关闭' }).first().click();
  await dialog(page).waitFor({ state: 'hidden' });
}

describe('an administrator exchanges the roster', () => {
  test('starts the export, which appears in the list of exports', async ({ kept }) => {
    const page = await kept();
    await holdSession(page, 'o2001r4');
    await visit(page, '/org-manage/roster');
    await button(page, '导出名册').click();
    await says(page, '已开始打包名册，请在导出任务列表下载');
    await page.getByRole('button', { name: /^导出任务列表/ }).click();
    await says(page, /^名册_.+\.zip/);
    await page.keyboard.press('Escape');
  });

  test('is told file, row and column of what is wrong', async ({ kept }) => {
    const page = await kept();
    const broken = smallRoster();
    Object.assign(broken.classes[0] ?? {}, { grades: 'UG' });
    await upload(page, broken);
    await says(page, 'classes.csv 第 2 行 grades 列：本校没有年级 UG');
  });

  test('writes the new class first, and then its students', async ({ kept }) => {
    const page = await kept();
    await upload(page, smallRoster());
    await says(page, '先写入班级，再预览学生');
    await says(page, '某校');
    await says(page, '本校多数人员不在名册中');
    await says(page, /^\d+ 名在读学生中，\d+ 名不在名册中$/);
    expect(await page.getByText('名册无法导入').count()).toBe(0);
    await button(page, '查看班级的预览').click();
    await dialog(page).getByText('初一（91）班').first().waitFor();
    await write(page, /^写入/);
    await button(page, '班级已写入，预览学生').click();
    await button(page, '查看学生的预览').click();
    await dialog(page).getByText('欧阳一一').first().waitFor();
    await write(page, /^写入/);
  });

  test('decides on who is not in the roster', async ({ kept }) => {
    const page = await kept();
    const differences = page.getByRole('region', { name: '与名册的差异' });
    const row = differences.locator('li', { hasText: '学生不在名册中' }).first();
    const name = (await row.locator('label').innerText()).trim();
    const number = /\d{6,}/.exec(await row.innerText())?.[0] ?? '';
    await row.getByRole('checkbox').check();
    await button(differences, '按名册处理').click();
    await says(page, '按名册处理 1 项？');
    await button(dialog(page), '按名册处理').click();
    await says(page, '已处理 1 项');
    await expect.poll(() => differences.getByText(number, { exact: true }).count()).toBe(0);
    await visit(page, `/org-manage/student?student_no=${number}&study_status=3`);
    await page.getByText(name).first().waitFor();
  });
});
