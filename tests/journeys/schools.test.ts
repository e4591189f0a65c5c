import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { at, button, holdSession, says, total, visit } from './support/portal.ts';

describe('an institution', () => {
  test('enters one of its schools, sees which one, and returns', async ({ page }) => {
    await holdSession(page, 'o1001r1');
    await visit(page, '/school-manage/index');
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    expect(await total(page)).toBe(5);
    await page.getByRole('button', { name: '进入学校 青禾市第一中学' }).click();
    await button(page.getByRole('dialog'), '进入学校').click();
    await says(page, '您正以青禾市教育局的身份在青禾市第一中学中工作');
    await page.reload();
    await says(page, '您正以青禾市教育局的身份在青禾市第一中学中工作');
    await visit(page, '/org-manage/student');
    await says(page, /没有权限/);
    await button(page, '返回青禾市教育局').click();
    await at(page, '/school-manage/index');
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    await expect.poll(() => page.getByText(/中工作$/).count()).toBe(0);
  });

  test('shows a psychology teacher only the schools in scope, and no button to enter', async ({ page }) => {
    await holdSession(page, 'o1001r13');
    await visit(page, '/school-manage/index');
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    expect(await total(page)).toBe(2);
    await expect.poll(() => page.getByRole('button', { name: /^进入学校/ }).count()).toBe(0);
  });
});
