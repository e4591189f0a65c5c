import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { png } from '../platform/media/server/samples.ts';
import { test } from './support/journey.ts';
import { button, holdSession, PASSWORD, rowAct, says, visit } from './support/portal.ts';

/** The time zone of the schools. */
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());

const dialog = (page: Page) => page.getByRole('dialog');
const options = (page: Page) =>
  page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option');

/** Passes second-step verification, which all pages of the group require. */
async function prove(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page.getByRole('tab', { name: '密码验证' }).click();
  await page.getByLabel('登录密码').fill(PASSWORD);
  await page.getByLabel('登录密码').press('Enter');
  await page.getByText(/^共 \d+ [个名条所]/).waitFor();
}

/** Finds a student by name in the form of a record. */
async function chooseStudent(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: /学生/ }).click();
  await page.keyboard.type(name);
  await options(page).filter({ hasText: name }).first().click();
}

describe('a psychology teacher', () => {
  test('refers a student to a hospital', async ({ kept }) => {
    const page = await kept();
    await holdSession(page, 'o2001r8');
    await prove(page, '/intervention/referral?create=1');
    await chooseStudent(page, '赵紫彤');
    await dialog(page).getByLabel('医院', { exact: true }).fill('青禾市第三人民医院');
    await dialog(page).getByLabel('转介原因').fill('情绪低落两周以上，建议评估。');
    // Enter keeps the current value.
    await dialog(page).getByLabel('转介日期').fill(today);
    await page.keyboard.press('Enter');
    await says(page, '保存成功');
  });

  test('closes the referral step by step', async ({ kept, shot }) => {
    const page = await kept();
    const row = page.getByRole('row', { name: /赵紫彤/ });
    await row.getByRole('button', { name: /^转介进度/ }).click();
    for (const status of ['医院已接收', '治疗中', '治疗结束', '已返校']) {
      await dialog(page)
        .getByRole('button', { name: `改为“${status}”` })
        .click();
      await dialog(page).locator('.ant-timeline-item').last().getByText(status).waitFor();
    }
    await dialog(page).getByLabel('说明').fill('复查正常');
    await dialog(page).getByRole('button', { name: '改为“已结案”' }).click();
    await dialog(page).getByText('转介已结案，不能再修改。').waitFor();
    await expect.poll(() => dialog(page).locator('.ant-timeline-item').count()).toBe(6);
    await shot(page, 'referral closed');
  });

  test('can only read a closed referral', async ({ kept }) => {
    const page = await kept();
    const row = page.getByRole('row', { name: /赵紫彤/ });
    await page.reload();
    await dialog(page).getByText('复查正常').waitFor();
    await button(dialog(page), '关闭').click();
    await row.getByText('已结案').waitFor();
    await expect.poll(() => row.getByRole('button', { name: /^编辑/ }).count()).toBe(0);

    await row.getByRole('button', { name: /^查看/ }).click();
    await dialog(page).getByText('情绪低落两周以上，建议评估。').waitFor();
    await expect.poll(() => dialog(page).locator('input[type=file]').count()).toBe(0);
    await button(dialog(page), '关闭').click();
  });

  test('plans a follow-up, and completes it with its record', async ({ kept }) => {
    const page = await kept();
    const follow = page.getByRole('row', { name: /赵紫彤/ });
    await visit(page, '/intervention/follow-up?create=1');
    await chooseStudent(page, '赵紫彤');
    await dialog(page).getByLabel('计划日期').fill('2036-11-30');
    await page.keyboard.press('Enter');
    await says(page, '保存成功');
    await follow.getByRole('button', { name: /^编辑/ }).click();
    await dialog(page)
      .getByRole('textbox', { name: /随访记录/ })
      .fill('按时上课，睡眠正常。');
    await button(dialog(page), '保存').click();
    await follow.getByText('已完成').waitFor();
  });

  test('adds a file to a follow-up, which is saved at once', async ({ kept }) => {
    const page = await kept();
    const follow = page.getByRole('row', { name: /赵紫彤/ });
    await follow.getByRole('button', { name: /^查看/ }).click();
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles([{ name: '复诊单.png', mimeType: 'image/png', buffer: png() }]);
    await says(page, '附件已添加');
    await page.reload();
    await dialog(page)
      .getByRole('button', { name: '预览 复诊单.png' })
      .or(dialog(page).getByText('复诊单.png'))
      .first()
      .waitFor();
  });

  test('books an hour, and writes the record of a past consultation', async ({ page, shot }) => {
    await holdSession(page, 'o2001r8');
    await prove(page, '/intervention/consultation?create=1');
    await chooseStudent(page, '赵紫彤');
    await dialog(page)
      .getByRole('combobox', { name: /预约时段/ })
      .click();
    const hour = options(page).last();
    await hour.click();
    await button(dialog(page), '保存').click();
    await says(page, '保存成功');
    const mine = page.getByRole('row', { name: /赵紫彤/ });
    await rowAct(page, mine, '取消预约');
    await button(dialog(page), '取消预约').click();
    await says(page, '预约已取消');
    await mine.getByText('已取消').waitFor();

    // The newest hours come first: the last booked one is over.
    const due = page.getByRole('row').filter({ hasText: '已预约' }).last();
    const student = await due.locator('td').nth(1).innerText();
    await rowAct(page, due, '编辑');
    await dialog(page)
      .getByRole('textbox', { name: /咨询记录/ })
      .fill('谈了睡眠和作息。');
    await button(dialog(page), '保存').click();
    await dialog(page).getByText('请选择效果评估').waitFor();
    await dialog(page)
      .getByRole('combobox', { name: /效果评估/ })
      .click();
    await options(page).filter({ hasText: '有所好转' }).click();
    await button(dialog(page), '保存').click();
    await page.getByRole('row', { name: student }).filter({ hasText: '已完成' }).first().waitFor();
    await shot(page, 'consultations');
  }, 240_000);
});

describe('a verification that expires over a form', () => {
  test('keeps what was typed when the verification expires, and saves it after a new one', async ({ page }) => {
    await holdSession(page, 'o2001r8');
    await prove(page, '/intervention/referral');
    await button(page, '新增转介').click();
    await chooseStudent(page, '赵紫彤');
    await dialog(page).getByLabel('转介日期').fill(today);
    await dialog(page).getByLabel('医院', { exact: true }).fill('青禾市第二人民医院');
    await dialog(page).getByLabel('转介原因').fill('写了十几分钟的原因。');
    await page.evaluate(() => localStorage.removeItem('xinyu.secondary'));
    await dialog(page).getByLabel('转介原因').press('End');
    await page.keyboard.type('最后一句。');
    await button(dialog(page), '保存').click();

    const layer = page.getByRole('dialog', { name: '身份验证' });
    await layer.waitFor();
    await page.getByLabel('转介原因').waitFor({ state: 'hidden' });
    await layer.getByRole('button', { name: '返回' }).click();
    await says(page, '已取消身份验证，操作没有提交');
    await layer.waitFor({ state: 'detached' });
    expect(await dialog(page).getByLabel('转介原因').inputValue()).toBe('写了十几分钟的原因。最后一句。');

    await button(dialog(page), '保存').click();
    // Back closes the layer, not the form below it.
    await layer.waitFor();
    await page.goBack();
    await layer.waitFor({ state: 'detached' });
    expect(await dialog(page).getByLabel('转介原因').inputValue()).toBe('写了十几分钟的原因。最后一句。');

    await button(dialog(page), '保存').click();
    await layer.getByRole('tab', { name: '密码验证' }).click();
    await layer.getByLabel('登录密码').fill(PASSWORD);
    await layer.getByLabel('登录密码').press('Enter');
    await says(page, '保存成功');
    await expect.poll(() => dialog(page).count()).toBe(0);
  });
});
