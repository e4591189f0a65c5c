import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { button, choose, holdSession, rowAct, says, total, visit } from './support/portal.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row', { name });
const field = (page: Page, label: string) =>
  dialog(page).locator('.ant-select', { has: page.getByLabel(label, { exact: true }) });

describe('an administrator of a university keeps its colleges and majors', () => {
  test('adds a college with a major, adds a class to it, and can delete neither while it exists', async ({ page }) => {
    await holdSession(page, 'o2003r4');
    await visit(page, '/org-manage/faculty');
    await button(page, '新增院系').click();
    await dialog(page).getByLabel('院系名称').fill('体育学院');
    await button(dialog(page), '保存').click();
    await says(page, '保存成功');
    await rowAct(page, row(page, '体育学院'), '专业');
    await says(page, '没有符合条件的专业');
    await button(page, '新增专业').click();
    await choose(page, field(page, '院系'), '体育学院');
    await dialog(page).getByLabel('专业名称').fill('体育教育');
    await button(dialog(page), '保存').click();
    await row(page, '体育教育').waitFor();
    await page.goBack();

    await visit(page, '/org-manage/class?create=1');
    await choose(page, field(page, '学段'), '大学');
    await choose(page, field(page, '年级'), '大一');
    await choose(page, field(page, '院系'), '体育学院');
    await choose(page, field(page, '专业'), '体育教育');
    await dialog(page).getByLabel('行政班名称').fill('2026级体育教育1班');
    await button(dialog(page), '保存').click();
    await says(page, '保存成功');
    await visit(page, '/org-manage/faculty');
    await rowAct(page, row(page, '体育学院'), '删除');
    await button(dialog(page), '删除 1 个院系').click();
    await says(page, '体育学院还有 1 个专业、1 个班级，不能删除');
  });

  test('finds students by college', async ({ page }) => {
    await holdSession(page, 'o2003r8');
    await visit(page, '/org-manage/student?college_id=g2003-01');
    const some = await total(page);
    expect(some).toBeGreaterThan(100);
    await visit(page, '/org-manage/student');
    await expect.poll(() => total(page)).toBeGreaterThan(some);
    await visit(page, '/org-manage/faculty');
    await says(page, '您没有权限查看此页面');
  });
});

describe('a school of basic education', () => {
  test('has no colleges: no tab, no field', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await visit(page, '/org-manage/class?create=1');
    await dialog(page).getByLabel('班级名称').waitFor();
    await expect.poll(() => dialog(page).getByLabel('院系').count()).toBe(0);
    await expect.poll(() => page.getByText('院系专业').count()).toBe(0);
  });
});
