import { writeXlsx } from 'hucre/xlsx';
import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, says, signIn, total, verify, visit } from './support/portal.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADERS = ['编号', '玩具名称', '购买日期', '数量', '好用'];

describe('an administrator makes a resource of a spreadsheet', () => {
  test('by its columns, as a draft that is published, and with its rows', async ({ page }) => {
    const rows = Array.from({ length: 6 }, (_, i) => [
      `T-${i + 1}`,
      `玩具${i + 1}`,
      new Date(Date.UTC(2026, 0, i + 1)),
      i + 1,
      i % 2 === 0 ? '是' : '否',
    ]);
    const book = await writeXlsx({ sheets: [{ name: '表', rows: [['沙盘玩具登记表'], HEADERS, ...rows] }] });
    await signIn(page, 'o2001r4');
    await visit(page, '/schema-studio');
    await button(page, '从表格新建').click();
    const dialog = page.getByRole('dialog').last();
    const drop = dialog.locator('input[type=file]');
    await drop.setInputFiles({ name: '名单.xlsx', mimeType: TYPE, buffer: Buffer.from('PK\u0003\u0004') });
    await dialog.getByText(/已损坏/).waitFor();
    await drop.setInputFiles({ name: '沙盘玩具.xlsx', mimeType: TYPE, buffer: Buffer.from(book) });
    await dialog.getByText('6 行，5 列').waitFor();
    expect(await dialog.getByLabel('台账名称').inputValue()).toBe('沙盘玩具');
    expect(await dialog.getByLabel('以 编号 为名称列').isChecked()).toBe(true);
    expect(await dialog.locator('.ant-select-selection-item').allInnerTexts()).toEqual([
      '单行文字',
      '日期',
      '整数',
      '是否',
    ]);
    await dialog.getByLabel('数量 的名称').fill('件数');
    await button(dialog, '新建台账，其余列存入草稿').click();
    await dialog.waitFor({ state: 'hidden' });

    await page.getByText('“沙盘玩具.xlsx”中有 6 行尚未导入').waitFor();
    expect(await button(page, '导入表格中的行').isDisabled()).toBe(true);
    await page.getByText('wan_ju_ming_cheng').waitFor();
    await button(page, '检查并发布').click();
    await page.getByRole('dialog').getByRole('button', { name: '发布第 1 版' }).click();
    await verify(page);
    await says(page, '已发布第 1 版');
    await button(page, '导入表格中的行').click();
    await button(page, '写入 6 行').click();
    await page
      .getByText(/新增 6/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await visit(page, '/x/sha-pan-wan-ju');
    expect(await total(page)).toBe(6);
    await page.getByRole('columnheader', { name: '件数' }).waitFor();
  });
});
