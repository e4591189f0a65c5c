import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { button, choose, holdSession, openClasses, pressTwice, rowAct, says, total, visit } from './support/portal.ts';

/** Names that screen readers would read in another language than that of the portal: those of antd and of its icons. */
const inEnglish = async (page: Page) =>
  [
    ...(await page.locator('body').ariaSnapshot()).matchAll(
      /- (?:img|button|checkbox|textbox|treeitem|columnheader) "[a-z -]*"/gi,
    ),
  ].map(String);

const row = (page: Page, name: string) => page.getByRole('row', { name });

async function createClass(page: Page, name: string) {
  await button(page, '新增班级').click();
  const dialog = page.getByRole('dialog');
  await choose(page, dialog.getByLabel('学段'), '初中');
  await choose(page, dialog.getByLabel('年级'), '初一');
  await dialog.getByLabel('班级名称').fill(name);
  await button(dialog, '保存').click();
}

describe('an administrator manages the classes of a school', () => {
  test('creates one, edits it, finds it and deletes it', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openClasses(page);
    expect(await inEnglish(page)).toEqual([]);
    await button(page, '下一页').click();
    await page.waitForURL(/[?&]page=2/);
    await button(page, '上一页').click();
    await page.waitForURL((url) => !url.search.includes('page=2'));
    const before = await total(page);
    await pressTwice(button(page, '新增班级'));
    await button(page.getByRole('dialog'), '关闭窗口').waitFor();
    expect(await inEnglish(page)).toEqual([]);
    // A double click adds one entry to the history.
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await button(page, '新增班级').click();
    await button(page.getByRole('dialog'), '取消').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await createClass(page, '初一（91）班');
    await says(page, '保存成功');
    await expect.poll(() => total(page)).toBe(before + 1);

    await openClasses(page, '?class_name=' + encodeURIComponent('初一（91）'));
    await expect.poll(() => total(page)).toBe(1);
    await rowAct(page, row(page, '初一（91）班'), '编辑');
    await page.getByRole('dialog').getByLabel('备注').fill('新校区');
    await button(page.getByRole('dialog'), '保存').click();
    await row(page, '新校区').waitFor();

    await rowAct(page, row(page, '初一（91）班'), '删除');
    await button(page, '删除 1 个班级').click();
    await says(page, '没有符合条件的班级');
  });

  test('is opened by its address with each request sent once', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openClasses(page);
    const targets: string[] = [];
    page.on('request', (request) => {
      // The page before may send until it is left.
      if (request.isNavigationRequest()) targets.length = 0;
      if (request.resourceType() === 'xhr') targets.push(new URL(request.url()).pathname);
    });
    await page.reload();
    await page.locator('tr.ant-table-row').first().waitFor();
    await page.waitForLoadState('load');
    expect(targets).toContain('/v1/portal/classes');
    expect(targets).toContain('/v1/portal/users/preferences/list-class');
    expect(targets.toSorted()).toEqual([...new Set(targets)].toSorted());
  });

  test('loads the layout beside the entry script where somebody is signed in', async ({ page }) => {
    /** Whether the page asks for the layout before it comes to the entry script. */
    const isAhead = () =>
      page.evaluate(() => {
        const layout = document.querySelector('link[rel=modulepreload][href*="/assets/layout-"]');
        const entry = document.querySelector('script[src*="/assets/index-"]');
        return entry !== null && (layout?.compareDocumentPosition(entry) ?? 0) === Node.DOCUMENT_POSITION_FOLLOWING;
      });
    await page.goto('/login');
    expect(await isAhead()).toBe(false);
    await holdSession(page, 'o2001r4');
    await openClasses(page);
    expect(await isAhead()).toBe(true);
  });

  test('uses the prebuilt styles of the list, and creates only those of its colours', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openClasses(page);
    const made = await page.evaluate(() =>
      [...document.querySelectorAll('style[data-css-hash]')]
        .map((style) => style.textContent ?? '')
        .filter((text) => text.includes('.ant-table')),
    );
    expect(made.filter((text) => !text.startsWith('.xy-'))).toEqual([]);
  });

  test('shows a refusal of the server at its field, and keeps the input', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openClasses(page);
    await createClass(page, '初一（1）班');
    const dialog = page.getByRole('dialog');
    await says(page, /已有|重名|已存在/);
    expect(await dialog.getByLabel('班级名称').inputValue()).toBe('初一（1）班');
  });

  test('shows which required fields are missing and sends nothing', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    const sent: string[] = [];
    page.on(
      'request',
      (request) => request.method() === 'POST' && request.url().includes('/classes') && sent.push(request.url()),
    );
    await openClasses(page, '?create=1');
    await button(page.getByRole('dialog'), '保存').click();
    await page.getByRole('dialog').locator('.ant-form-item-explain-error').first().waitFor();
    expect(sent).toEqual([]);
  });

  test('creates several at once', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openClasses(page);
    const before = await total(page);
    await button(page, '批量新增').click();
    const dialog = page.getByRole('dialog');
    await choose(page, dialog.getByLabel('学段'), '高中');
    await choose(page, dialog.getByLabel('年级'), '高三');
    await dialog.getByLabel('班级数').fill('3');
    await dialog.getByLabel('从几班开始').fill('61');
    await button(dialog, '新增 3 个班级').click();
    await says(page, '已新增 3 个班级');
    await expect.poll(() => total(page)).toBe(before + 3);

    await openClasses(page, '?class_name=' + encodeURIComponent('高三（6'));
    await expect.poll(() => total(page)).toBeGreaterThanOrEqual(3);
  });

  test('gets the reason when a class with students cannot be deleted', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openClasses(page);
    const before = await total(page);
    await rowAct(page, row(page, '初一（1）班').first(), '删除');
    // Said beforehand: nothing is sent.
    await page
      .getByRole('dialog')
      .getByText(/还有.*名在读学生/)
      .waitFor();
    expect(await button(page, '删除 1 个班级').count()).toBe(0);
    await page.reload();
    await expect.poll(() => total(page)).toBe(before);
  });

  test('keeps filters, order and page in the address, after a reload and Back', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openClasses(page);
    const all = await total(page);
    await page.getByLabel('班级名称').first().fill('初二');
    await button(page, '查询').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('class_name')).toBe('初二');
    await expect.poll(() => total(page)).toBeLessThan(all);
    const filtered = await total(page);
    await page.reload();
    await expect.poll(() => total(page)).toBe(filtered);
    expect(await page.getByLabel('班级名称').first().inputValue()).toBe('初二');
    await page.goBack();
    await expect.poll(() => total(page)).toBe(all);
  });

  test('exports the filtered list as a workbook with Chinese headers', async ({ page }) => {
    await holdSession(page, 'o2001r4');
    await openClasses(page, '?class_name=' + encodeURIComponent('高一'));
    const rows = await total(page);
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, '导出').click()]);
    expect(download.suggestedFilename()).toMatch(/^班级.*\.xlsx$/);
    const workbook = await readXlsx(await readFile(await download.path()));
    const [header, ...lines] = workbook.sheets[0]?.rows ?? [];
    expect(header).toContain('班级名称');
    expect(header).toContain('在读人数');
    expect(lines).toHaveLength(rows);
  });
});

describe('a tenant with fields of its own', () => {
  test('shows them in list, filters and form, and hides its hidden ones', async ({ page }) => {
    await holdSession(page, 'o2003r4');
    await openClasses(page);
    const headers = page.locator('.ant-table-thead').first();
    await headers.getByText('行政班名称').waitFor();
    expect(await headers.innerText()).toMatch(/辅导员[\s\S]*校区/);
    expect(await headers.innerText()).not.toContain('班号');
    await button(page, '新增班级').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('辅导员').waitFor();
    await expect.poll(() => dialog.getByLabel('班号').count()).toBe(0);
  });
});

describe('a user without the right', () => {
  test('sees the reason, and no row', async ({ page }) => {
    await holdSession(page, 'o2001r10');
    await visit(page, '/org-manage/class');
    await says(page, /没有权限/);
    await expect.poll(() => page.getByText(/^共 \d+ [个名条所]/).count()).toBe(0);
  });
});
