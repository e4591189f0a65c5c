import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { at, holdSession, signIn, visit } from './support/portal.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: '查找' });
const options = (page: Page) => dialog(page).getByRole('option');

async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const input = dialog(page).getByRole('combobox');
  await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  await input.fill(text);
}

describe('the search', () => {
  test('opens a student by the initials of the name, with the keyboard alone', async ({ page, shot }) => {
    await signIn(page, 'o2001r8');
    await searchFor(page, 'xzy');
    await options(page).filter({ hasText: '徐梓阳' }).waitFor();
    const names = await options(page).allInnerTexts();
    await shot(page, 'hits');
    const steps = names.findIndex((text) => text.includes('徐梓阳'));
    for (let i = 0; i < steps; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await at(page, '/student/archive');
    expect(new URL(page.url()).search).toMatch(/^\?child_id=/);

    // What was opened is offered again, and Back closes the search.
    await page.keyboard.press('Control+k');
    await options(page).filter({ hasText: '徐梓阳' }).waitFor();
    await page.goBack();
    await dialog(page).waitFor({ state: 'hidden' });
    await at(page, '/student/archive');
  });

  test('opens pages and new rows, and finds for a class teacher nobody of other classes', async ({ page, visitor }) => {
    await signIn(page, 'o2001r4');
    await searchFor(page, '新增班级');
    await options(page).filter({ hasText: '新增班级' }).click();
    await page.getByRole('dialog').filter({ hasText: '新增班级' }).waitFor();
    await at(page, '/org-manage/class');

    const teacher = await visitor({ width: 390, height: 800 });
    await holdSession(teacher, 'o2001r10');
    await visit(teacher, '/');
    await teacher.getByRole('button', { name: /^查找/ }).click();
    await dialog(teacher).getByRole('combobox').fill('肖梓妍');
    await dialog(teacher).getByText('没有找到“肖梓妍”').waitFor();
    await dialog(teacher).getByRole('combobox').fill('徐梓阳');
    await options(teacher).filter({ hasText: '徐梓阳' }).waitFor();
  });
});
