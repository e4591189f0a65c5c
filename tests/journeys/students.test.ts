import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import {
  button,
  choose,
  enter,
  holdSession,
  pressTwice,
  rowAct,
  says,
  search,
  total,
  verify,
  visit,
} from './support/portal.ts';

async function openStudents(page: Page, query: Record<string, string> = {}): Promise<void> {
  await visit(page, `/org-manage/student?${new URLSearchParams(query).toString()}`);
  await page
    .getByText(/^共 \d+ [个名条所]|没有符合条件/)
    .first()
    .waitFor();
}

const row = (page: Page, name: string) => page.getByRole('row', { name });
const dialog = (page: Page) => page.getByRole('dialog');

const act = (page: Page, name: string, label: string) => rowAct(page, row(page, name), label);

/** Selects a class in the tree: period, grade, class. */
async function pickClass(page: Page, grade: string, name: string): Promise<void> {
  await dialog(page).getByLabel(/班级/).click();
  const tree = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await tree
    .locator('.ant-select-tree-treenode', { hasText: grade })
    .first()
    .locator('.ant-select-tree-switcher')
    .click();
  await tree.getByTitle(name, { exact: true }).click();
}

async function createStudent(page: Page, name: string, no: string): Promise<void> {
  await button(page, '新增学生').click();
  await dialog(page).getByLabel('姓名').fill(name);
  await dialog(page).getByLabel('学号').fill(no);
  await pickClass(page, '初一', '初一（1）班');
  await button(dialog(page), '保存').click();
  await says(page, '保存成功');
  await dialog(page).waitFor({ state: 'hidden' });
}

describe('an administrator manages the students of a school', () => {
  test('adds one, moves, suspends and resumes it, and reads the history', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openStudents(page);
    await createStudent(page, '上官知夏', 'E2E-1');
    await openStudents(page);
    await search(page, '姓名', '上官');
    await expect.poll(() => total(page)).toBe(1);

    await act(page, '上官知夏', '转班');
    await pickClass(page, '初一', '初一（2）班');
    await button(dialog(page), '转班').click();
    await says(page, '上官知夏已转班');
    await row(page, '初一（2）班').waitFor();

    await act(page, '上官知夏', '休学');
    await button(dialog(page), '休学 1 名学生').click();
    await says(page, '已办理 1 名学生休学');
    await openStudents(page, { study_status: '2' });
    await search(page, '姓名', '上官');
    await act(page, '上官知夏', '复学');
    await pickClass(page, '初一', '初一（3）班');
    await button(dialog(page), '复学').click();
    await says(page, '上官知夏已复学');

    await openStudents(page);
    await search(page, '姓名', '上官');
    await act(page, '上官知夏', '学籍经历');
    await dialog(page).getByText('复学', { exact: true }).waitFor();
    expect((await dialog(page).innerText()).match(/复学|休学|转班|入学/g)).toEqual([
      '复学',
      '休学',
      '休学',
      '转班',
      '入学',
    ]);
    await button(dialog(page), '关闭').click();

    await act(page, '上官知夏', '删除');
    await button(dialog(page), '删除 1 名学生').click();
    await says(page, /有学籍变动的记录，不能删除/);
  });

  test('opens an account, whose password is shown once', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openStudents(page);
    await createStudent(page, '司徒清扬', 'E2E-2');
    await openStudents(page);
    await search(page, '姓名', '司徒清扬');
    await act(page, '司徒清扬', '开通账号');
    await pressTwice(button(dialog(page), '开通账号'));
    await verify(page);
    await says(page, '2001-E2E-2');
    const shown = /\b(?:[a-z2-9]{4}-){2}[a-z2-9]{4}\b/.exec(await dialog(page).innerText())?.[0] ?? '';
    expect(shown).not.toBe('');
    await page.reload();
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    await expect.poll(() => page.getByText(shown).count()).toBe(0);
    await row(page, '司徒清扬').getByRole('button', { name: '更多 司徒清扬' }).click();
    await expect.poll(() => page.getByRole('menuitem', { name: '开通账号' }).count()).toBe(0);
  });

  test('graduates several at once, and filters them by status', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openStudents(page, { class_id: 'c2001-2026-12-01' });
    const before = await total(page);
    for (const i of [1, 2]) await page.getByRole('checkbox').nth(i).check();
    await button(page, '毕业').click();
    await button(dialog(page), '2 名学生毕业').click();
    await says(page, '已办理 2 名学生毕业');
    await expect.poll(() => total(page)).toBe(before - 2);
    await page.goBack();
    await openStudents(page);
    await choose(page, page.locator('.ant-select', { has: page.getByLabel('学籍状态') }).first(), '毕业');
    await button(page, '查询').click();
    await expect.poll(() => total(page)).toBe(2);
    await page.reload();
    await expect.poll(() => total(page)).toBe(2);
  });
});

describe('a search by name', () => {
  test('is not in the address, and is kept after a reload and after Back', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openStudents(page);
    const all = await total(page);
    await page.getByLabel('姓名').first().fill('李');
    await button(page, '查询').click();
    await expect.poll(() => total(page)).toBeLessThan(all);
    const found = await total(page);
    expect(decodeURIComponent(page.url())).not.toContain('李');
    await page.reload();
    await expect.poll(() => total(page)).toBe(found);
    await button(page, '新增学生').click();
    await dialog(page).waitFor();
    await page.goBack();
    await expect.poll(() => total(page)).toBe(found);
    await page.goBack();
    await expect.poll(() => total(page)).toBe(all);
  });

  test('is gone for the next user of the same window who goes Back', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openStudents(page);
    await search(page, '姓名', '赵紫彤');
    await expect.poll(() => total(page)).toBe(1);
    await page.getByRole('button', { name: '用户菜单' }).click();
    await page.getByText('退出登录').click();
    await button(dialog(page), '退出').click();
    await page.waitForURL('**/login');
    await enter(page, 'o2001r10');
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
    for (let i = 0; i < 3 && !page.url().includes('/org-manage/student'); i++) await page.goBack();
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    expect(await total(page)).toBeGreaterThan(1);
    expect(await page.getByRole('search').getByLabel('姓名', { exact: true }).inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('赵紫彤');
  });
});

describe('a class teacher', () => {
  test('sees only her class, with masked phones, and keeps hidden values when she edits', async ({ page }) => {
    await holdSession(page, 'o2001r10');
    await openStudents(page);
    expect(await total(page)).toBeLessThan(60);
    expect(await page.locator('.ant-table-tbody').innerText()).toMatch(/199\*{4}\d{4}/);
    const name = (await page.locator('.ant-table-row').first().locator('td').nth(1).innerText()).trim();
    await act(page, name, '编辑');
    await dialog(page).getByLabel('备注').fill('喜欢打球');
    await button(dialog(page), '保存').click();
    await says(page, '保存成功');
    await openStudents(page, { class_id: 'c2001-2026-12-06' });
    await says(page, '没有符合条件的学生');
  });
});
