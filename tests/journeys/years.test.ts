import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, holdSession, openClasses, says, total, visit } from './support/portal.ts';

describe('academic years', () => {
  test('are created by an administrator, and the school rolls over into the next', async ({ page }) => {
    await holdSession(page, 'o2002r4');
    await visit(page, '/academic-year-setting/index');
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    await button(page, '新增学年').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('学年名称').fill('2027—2028学年');
    for (const [field, day] of [
      ['开始日期', '2027-09-01'],
      ['结束日期', '2028-08-31'],
    ] as const) {
      await form.getByLabel(field).fill(day);
      await form.getByLabel(field).press('Tab');
    }
    await button(form, '保存').click();
    await says(page, '保存成功');

    await page.getByRole('button', { name: '全校升级 2027—2028学年' }).click();
    const plan = page.getByRole('dialog');
    await plan.getByRole('row', { name: /一年级（1）班.*二年级（1）班/ }).waitFor();
    await expect.poll(() => plan.getByRole('row', { name: /毕业/ }).count()).toBe(3);
    await plan.getByRole('combobox', { name: '班级' }).click();
    await page.locator('.ant-select-dropdown').getByTitle('二年级（1）班', { exact: true }).click();
    await plan.getByRole('combobox', { name: '学生' }).click();
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option[title*="2025"]')
      .first()
      .click();
    await plan.getByRole('button', { name: /^移除/ }).waitFor();
    await button(plan, '升级到2027—2028学年').click();
    await says(page, /已升级到2027—2028学年.*留级 1 人/);
    await expect.poll(() => page.getByRole('row', { name: /2027—2028学年/ }).innerText()).toMatch(/是/);
    await expect.poll(() => page.getByRole('button', { name: /^全校升级/ }).count()).toBe(0);

    await openClasses(page);
    expect(await total(page)).toBe(15);
  });

  test('are managed by a moral-education lead too, who sees the reason of a refused change', async ({ page }) => {
    await holdSession(page, 'o2001r14');
    await visit(page, '/academic-year-setting/index');
    await page.getByRole('button', { name: '编辑 2026—2027学年' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('学年名称').fill('2025—2026学年');
    await button(form, '保存').click();
    await form
      .getByText(/已(经)?有/)
      .first()
      .waitFor();
    await form.getByLabel('学年名称').fill('2026学年');
    await button(form, '保存').click();
    await says(page, '保存成功');
    await page.getByRole('cell', { name: '2026学年', exact: true }).waitFor();
  });

  test('are closed to a grade head', async ({ page }) => {
    await holdSession(page, 'o2001r9');
    await visit(page, '/academic-year-setting/index');
    await says(page, /没有权限/);
  });
});
