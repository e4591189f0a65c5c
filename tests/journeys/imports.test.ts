import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre';
import { writeXlsx } from 'hucre/xlsx';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, holdSession, PASSWORD, pressTwice, says, search, total, visit } from './support/portal.ts';

type Cell = string | number | null;

const dialog = (page: Page) => page.getByRole('dialog');
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name, exact: true });

async function openList(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page
    .getByText(/^共 \d+ [个名条所]|没有符合条件|暂无/)
    .first()
    .waitFor();
}

/** The rows of the first sheet of the workbook that a button downloads. */
async function rowsOf(page: Page, press: Locator): Promise<Cell[][]> {
  const [download] = await Promise.all([page.waitForEvent('download'), press.click()]);
  return (
    (await readXlsx(await readFile(await download.path()))).sheets[0]?.rows.map((row) =>
      row.map((cell) => (typeof cell === 'number' || typeof cell === 'string' ? cell : null)),
    ) ?? []
  );
}

/** Uploads a workbook of these rows in the open dialog. */
async function upload(page: Page, rows: readonly (readonly Cell[])[], name: string): Promise<void> {
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: '学生', rows: rows.map((row) => [...row]) }] }));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer });
}

/** Rows under the headers of a template, by their values. */
const filled = (headers: readonly Cell[], lines: readonly Readonly<Record<string, Cell>>[]) => [
  headers,
  ...lines.map((line) => headers.map((header) => line[String(header)] ?? null)),
];

describe('an administrator imports students', () => {
  let before = 0;
  let headers: Cell[] = [];
  let returned: Cell[][] = [];
  let mended: Cell[][] = [];

  test('downloads a template with the fields of students', async ({ kept }) => {
    const page = await kept();
    await holdSession(page, 'o2001r4');
    await openList(page, '/org-manage/student');
    before = await total(page);
    await button(page, '导入').click();
    [headers = []] = await rowsOf(page, button(dialog(page), '下载模板'));
    expect(headers).toEqual(
      expect.arrayContaining(['姓名', '学号', '性别', '班级', '出生日期', '身份证号', '手机号码']),
    );
  });

  test('sees what is wrong before anything is written, also after a reload', async ({ kept }) => {
    const page = await kept();
    await upload(
      page,
      filled(headers, [
        { 姓名: '钟离一', 学号: 'IMP-1', 性别: '女', 班级: '初一（1）班', 出生日期: '2013年5月20日' },
        { 姓名: '钟离二', 学号: 'IMP-2', 性别: '男', 班级: '初一（99）班' },
        { 姓名: '钟离三', 学号: 'IMP-3', 性别: '男', 班级: '初一（2）班', 手机号码: '139' },
        { 姓名: '钟离四', 学号: 'IMP-4', 性别: '女', 班级: '初一（2）班' },
      ]),
      '新生.xlsx',
    );
    await tab(page, '新增 2').waitFor();
    await tab(page, '有错误 2').click();
    await says(page, '班级：没有“初一（99）班”，或者它不在您的管理范围内');
    await says(page, '手机号码：请填写以 1 开头的 11 位手机号码');
    await page.reload();
    await tab(page, '新增 2').waitFor();
  });

  test('writes the valid rows once, and gets the others back with the reasons', async ({ kept }) => {
    const page = await kept();
    await pressTwice(button(dialog(page), '写入 2 行'));
    await says(page, '新增 2 行，修改 0 行。');

    returned = await rowsOf(page, button(dialog(page), '下载带错误说明的文件'));
    expect(returned[0]).toEqual([...headers, '错误说明']);
    expect(returned.slice(1).map((row) => row[headers.length] ?? null)).toEqual([
      null,
      expect.stringContaining('初一（99）班'),
      expect.stringContaining('11 位手机号码'),
      null,
    ]);
  });

  test('corrects the others in the returned file', async ({ kept }) => {
    const page = await kept();
    const at = (header: string) => headers.indexOf(header);
    mended = returned.map((row, i) =>
      row.map((cell, column) =>
        i === 2 && column === at('班级') ? '初一（1）班' : i === 3 && column === at('手机号码') ? '13900001234' : cell,
      ),
    );
    await button(dialog(page), '重新上传').click();
    await upload(page, mended, '新生_错误说明.xlsx');
    await tab(page, '新增 2').waitFor();
    await tab(page, '无变化 2').waitFor();
    await tab(page, '有错误 0').waitFor();
    await button(dialog(page), '写入 2 行').click();
    await says(page, '新增 2 行，修改 0 行。');
    await button(dialog(page), '关闭').click();
    await expect.poll(() => total(page)).toBe(before + 4);
    await search(page, '姓名', '钟离二');
    await expect.poll(() => total(page)).toBe(1);
  });

  test('changes nothing with the same file', async ({ kept }) => {
    const page = await kept();
    await openList(page, '/org-manage/student');
    await button(page, '导入').click();
    await upload(page, mended, '新生_错误说明.xlsx');
    await tab(page, '无变化 4').waitFor();
    await says(page, '没有需要写入的行');
    await expect.poll(() => button(dialog(page), '写入 0 行').count()).toBe(0);
    await button(dialog(page), '重新上传').click();
  });

  test('undoes one import and keeps the other', async ({ kept }) => {
    const page = await kept();
    await dialog(page).getByRole('button', { name: '查看 新生_错误说明.xlsx' }).nth(1).click();
    await button(dialog(page), '撤销这次导入').click();
    await button(page, '撤销 2 行').click();
    await says(page, '已撤销 2 行');
    await button(dialog(page), '关闭').click();
    await search(page, '姓名', '钟离');
    await expect.poll(() => total(page)).toBe(2);
  });
});

describe('an administrator imports staff and guardians', () => {
  test('gives all new staff a password in one sheet, and a guardian two children', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openList(page, '/teacher-manage/index?import=1');
    await upload(
      page,
      [
        ['姓名', '登录名', '角色', '工号'],
        ['欧阳一', 'ouyang1', '班主任', 'OY1'],
        ['欧阳二', 'o2001r4', '教师', 'OY2'],
      ],
      '教职工.xlsx',
    );
    await tab(page, '新增 1').waitFor();
    await button(dialog(page), '写入 1 行').click();
    await says(page, '新增 1 行，修改 0 行。');
    await visit(page, '/batch-modify-password/index');
    await page.getByRole('tab', { name: '密码验证' }).click();
    await page.getByLabel('登录密码').fill(PASSWORD);
    await page.getByLabel('登录密码').press('Enter');
    await page.getByText('新教职工', { exact: true }).click();
    await button(page, '预览').click();
    await says(page, '将为 1 名教职工生成初始密码');
    await page.getByRole('button', { name: /^为 1 个账号生成新密码/ }).click();
    await button(page, '下载密码表并启用').click();
    expect(await rowsOf(page, button(dialog(page), '启用并下载'))).toEqual([
      ['姓名', '工号', '登录名', '新密码'],
      ['欧阳一', 'OY1', 'ouyang1', expect.any(String)],
    ]);
    await button(page, '密码表已保存好').click();
    await says(page, '已完成，密码表已从服务器删除');

    await openList(page, '/org-manage/guardian?import=1');
    const of = (child: string) => ['令狐一', '13900000031', child, '父亲'];
    await upload(
      page,
      [['姓名', '手机号码', '孩子学号', '与孩子的关系'], of('202630144'), of('202630145')],
      '监护人.xlsx',
    );
    await tab(page, '新增 2').waitFor();
    await button(dialog(page), '写入 2 行').click();
    await says(page, '新增 1 行，修改 1 行。');
    await button(dialog(page), '关闭').click();
    await search(page, '姓名', '令狐一');
    await expect.poll(() => total(page)).toBe(1);
    await page.getByRole('cell', { name: /郭艺颖.*李明文/ }).waitFor();
  });
});

describe('a class teacher', () => {
  test('imports only students of her class, on a phone too', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/login');
    await page.getByLabel('账号').fill('o2001r10');
    await page.getByLabel('密码', { exact: true }).fill('Demo-2026!');
    await page.getByLabel('密码', { exact: true }).press('Enter');
    await page.waitForURL('**/index');
    await visit(page, '/org-manage/student?import=1');
    const headers = ['姓名', '学号', '性别', '班级'];
    await upload(
      page,
      [headers, ['诸葛一', 'T-1', '女', '初一（1）班'], ['诸葛二', 'T-2', '男', '高三（6）班']],
      '本班.xlsx',
    );
    await tab(page, '新增 1').waitFor();
    await tab(page, '有错误 1').click();
    await says(page, '班级：没有“高三（6）班”，或者它不在您的管理范围内');
    const download = button(dialog(page), '下载带错误说明的文件');
    const text = dialog(page).getByText('有错误的行不会写入，其他行不受影响', { exact: false });
    const [around, words] = [await download.boundingBox(), await text.boundingBox()];
    expect(around!.y).toBeGreaterThanOrEqual(words!.y + words!.height);
    expect(words!.width).toBeGreaterThan(250);
    await button(dialog(page), '写入 1 行').click();
    await says(page, '新增 1 行，修改 0 行。');
    await button(dialog(page), '撤销这次导入').click();
    await button(page, '撤销 1 行').click();
    await says(page, '已撤销 1 行');
  });
});
