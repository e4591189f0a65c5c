import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, holdSession, says, signIn, verify, visit } from './support/portal.ts';

const dialogOf = (page: Page) => page.getByRole('dialog').last();
const options = (page: Page) => page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');

/** Chooses in the select of this name. */
async function pick(page: Page, name: string | RegExp, option: string): Promise<void> {
  await dialogOf(page)
    .locator('.ant-select', { has: page.getByRole('combobox', { name }) })
    .last()
    .click();
  await options(page).getByTitle(option, { exact: true }).click();
}

async function addField(page: Page, title: string, kind: string, fill?: (dialog: Locator) => Promise<void>) {
  await button(page, '新增字段').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('名称', { exact: true }).fill(title);
  await dialog.locator('.ant-select', { has: page.getByLabel('类型') }).click();
  await options(page).getByTitle(kind, { exact: true }).click();
  await fill?.(dialog);
  await button(dialog, '存入草稿').click();
  await dialog.waitFor({ state: 'hidden' });
}

const withOptions =
  (...labels: string[]) =>
  async (dialog: Locator) => {
    for (const [i, label] of labels.entries()) {
      const input = dialog.getByLabel(`第 ${i + 1} 个选项`, { exact: true });
      if ((await input.count()) === 0) await button(dialog, '添加选项').click();
      await input.fill(label);
    }
  };

/** Books a room through the form. */
async function book(page: Page, name: string, room: string, from: string, to: string) {
  await button(page, '新增活动室预约').first().click();
  const form = dialogOf(page);
  await form.getByLabel('事由').fill(name);
  await pick(page, '活动室', room);
  const ends = form.locator('.ant-picker-range input');
  await ends.first().fill(from);
  await page.keyboard.press('Enter');
  await ends.last().fill(to);
  await page.keyboard.press('Enter');
  await button(form, '保存').click();
}

describe('an implementer builds the booking of rooms by the studio alone', () => {
  test('with states, a range without overlap and a calendar, and takes it to another school', async ({
    page,
    visitor,
  }) => {
    await signIn(page, 'o2001r4');
    await visit(page, '/schema-studio');
    await button(page, '新建台账').click();
    await dialogOf(page).getByLabel('台账名称').fill('活动室预约');
    await dialogOf(page).getByLabel('名称字段').fill('事由');
    await button(dialogOf(page), '新建台账').click();
    await says(page, '已新建活动室预约');
    await dialogOf(page).waitFor({ state: 'hidden' });

    await addField(page, '活动室', '选项', withOptions('沙盘室', '宣泄室'));
    await addField(page, '时段', '日期时间段');
    await addField(page, '学生', '关联一条记录', async (dialog) => {
      // Opened first: a select that has just closed takes the focus back, and what was typed elsewhere is dropped.
      await dialog.locator('.ant-select', { has: page.getByLabel('关联到') }).click();
      await options(page).first().waitFor();
      // The list is long: only what is typed is there for sure.
      await dialog.getByLabel('关联到').fill('学生');
      await options(page).getByTitle('学生', { exact: true }).click();
    });
    await addField(page, '审批', '选项', withOptions('待审', '已通过', '已取消'));

    await button(page, '校验规则').click();
    await pick(page, '不能重叠', '时段');
    await pick(page, /分组字段/, '活动室');
    // The list of a multiple select stays open.
    await dialogOf(page).getByText('校验规则').click();
    await button(dialogOf(page), '存入草稿').click();

    await button(page, '状态与操作').click();
    await pick(page, '状态字段', '审批');
    await dialogOf(page).getByLabel('名称', { exact: true }).fill('通过');
    await button(dialogOf(page), '存入草稿').click();

    await button(page, '视图').click();
    await button(dialogOf(page), '添加视图').click();
    await dialogOf(page).getByLabel('名称', { exact: true }).fill('日程');
    await pick(page, '种类', '日历');
    await pick(page, '依据字段', '时段');
    await button(dialogOf(page), '存入草稿').click();

    await button(page, '自动化').click();
    await button(dialogOf(page), '添加自动化').click();
    await dialogOf(page).getByLabel('名称', { exact: true }).fill('通过后提醒');
    await pick(page, '何时', '状态变为');
    await pick(page, '状态', '已通过');
    await dialogOf(page).getByLabel('通知新增这条记录的人员').check();
    await dialogOf(page).getByLabel('通知标题', { exact: true }).fill('已安排：{事由}');
    await button(dialogOf(page), '存入草稿').click();

    await button(page, '打印模板').click();
    await button(dialogOf(page), '添加打印模板').click();
    await dialogOf(page).getByLabel('标题', { exact: true }).fill('活动室使用单');
    await button(dialogOf(page), '存入草稿').click();

    await button(page, '检查并发布').click();
    await dialogOf(page).getByRole('button', { name: '发布第 1 版' }).click();
    await verify(page);
    await says(page, '已发布第 1 版');

    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '活动室预约' }).click();
    await book(page, '团体沙盘', '沙盘室', '2026-11-26 14:00', '2026-11-26 15:30');
    await page.getByRole('row', { name: /团体沙盘/ }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await book(page, '个别辅导', '沙盘室', '2026-11-26 15:00', '2026-11-26 16:00');
    // The refusal stands at the range, and nothing of the form is lost.
    await dialogOf(page).getByText(/重叠/).first().waitFor();
    expect(await dialogOf(page).getByLabel('事由').inputValue()).toBe('个别辅导');
    await pick(page, '活动室', '宣泄室');
    await button(dialogOf(page), '保存').click();
    await page.getByRole('row', { name: /个别辅导/ }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await page
      .getByRole('row', { name: /团体沙盘/ })
      .getByRole('button', { name: /通过/ })
      .click();
    await button(dialogOf(page), '通过').click();
    await page.getByRole('row', { name: /团体沙盘.*已通过/ }).waitFor();
    // The automation runs in the background, and its notice reaches the open page.
    await page
      .getByText(/已安排：团体沙盘/)
      .first()
      .waitFor();
    await page
      .getByRole('row', { name: /团体沙盘/ })
      .getByRole('button', { name: /查\s?看/ })
      .click();
    const [slip] = await Promise.all([page.waitForEvent('download'), button(dialogOf(page), '打印').click()]);
    expect(slip.suggestedFilename()).toMatch(/^活动室使用单_团体沙盘_.*\.pdf$/);
    await button(dialogOf(page), '关闭').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('日程', { exact: true }).click();
    await page.getByText('团体沙盘').first().waitFor();

    await visit(page, '/schema-studio');
    await button(page, '设置包').click();
    const [download] = await Promise.all([page.waitForEvent('download'), button(dialogOf(page), '导出设置包').click()]);
    const bytes = await readFile(await download.path());

    const other = await visitor();
    await holdSession(other, 'o2002r4');
    await visit(other, '/schema-studio');
    const take = async () => {
      await button(other, '设置包').click();
      await dialogOf(other)
        .locator('input[type=file]')
        .setInputFiles({ name: '设置包.json', mimeType: 'application/json', buffer: bytes });
    };
    await take();
    await dialogOf(other)
      .getByText(/共 \d+ 处改动/)
      .waitFor();
    await dialogOf(other)
      .getByRole('button', { name: /处改动生效/ })
      .click();
    await verify(other);
    await says(other, /已生效/);
    // The second time there is nothing left to do.
    await take();
    await says(other, '没有差异：设置包中的设置已生效');
    await button(dialogOf(other), '关闭').click();
    await visit(other, '/index');
    await other.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '活动室预约' }).click();
    await book(other, '读书会', '宣泄室', '2026-11-27 14:00', '2026-11-27 15:00');
    await says(other, '保存成功');
  });
});
