import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { button, holdSession, PASSWORD, pressTwice, says, visit } from './support/portal.ts';

const MASKED = /\d{3}\*{4}\d{4}/;
const CLEAR = /\b1\d{10}\b/;
const eyes = (page: Page) => page.getByRole('button', { name: '查看手机号码的原值' });

describe('a masked value', () => {
  test('is revealed after a second proof and a reason, shown for a minute, and logged', async ({ page, shot }) => {
    await page.clock.install();
    await holdSession(page, 'o2001r4');
    await visit(page, '/org-manage/guardian');
    const last4 =
      /\*{4}(\d{4})/.exec(await page.getByRole('row').filter({ hasText: MASKED }).first().innerText())?.[1] ?? '?';
    const row = page.getByRole('row').filter({ hasText: last4 });
    expect(await page.getByRole('table').innerText()).not.toMatch(CLEAR);
    await shot(page, 'reveal-list');

    await row.getByRole('button', { name: '查看手机号码的原值' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: '密码验证' }).click();
    await shot(page, 'reveal-verify');
    await dialog.getByLabel('登录密码').fill(PASSWORD);
    await dialog.getByLabel('登录密码').press('Enter');
    await says(page, '验证成功');
    await dialog.getByLabel('查看理由').waitFor();
    await button(dialog, '查看').click();
    await dialog.getByText('请填写理由').waitFor();
    await button(dialog, '联系监护人').click();
    await shot(page, 'reveal-reason');
    await pressTwice(button(dialog, '查看'));
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => row.innerText()).toMatch(CLEAR);
    await shot(page, 'reveal-clear');

    await page.clock.fastForward(61_000);
    await expect.poll(() => row.innerText()).toMatch(MASKED);

    await visit(page, '/teacher-manage/index');
    await page.getByRole('row').filter({ hasText: MASKED }).first().waitFor();
    expect(await page.getByRole('table').innerText()).not.toMatch(CLEAR);

    await visit(page, '/operation-log/index');
    const entries = page.getByRole('row', { name: /查看原值/ });
    await entries.first().waitFor();
    await expect.poll(() => entries.count()).toBe(1);
    await entries.first().getByRole('button', { name: /^详情/ }).click();
    await says(page, '联系监护人');
    await shot(page, 'reveal-log');
  });

  test('is kept when a form around it is saved, and can be revealed there', async ({ page, shot }) => {
    await holdSession(page, 'o2001r4');
    await visit(page, '/org-manage/guardian');
    const row = page.getByRole('row').filter({ hasText: MASKED }).first();
    const before = MASKED.exec(await row.innerText())?.[0];
    await row.getByRole('button', { name: /编辑/ }).click();
    const dialog = page.getByRole('dialog', { name: '编辑监护人' });
    expect(await dialog.getByLabel('手机号码', { exact: true }).inputValue()).toBe(before);
    await dialog.getByRole('button', { name: '查看手机号码的原值' }).click();
    const question = page.getByRole('dialog', { name: '查看手机号码' });
    await question.getByRole('tab', { name: '密码验证' }).click();
    await question.getByLabel('登录密码').fill(PASSWORD);
    await question.getByLabel('登录密码').press('Enter');
    await question.getByLabel('查看理由').fill('核对信息');
    await question.getByLabel('查看理由').press('Enter');
    await dialog.getByText(CLEAR).waitFor();
    expect(await dialog.getByLabel('手机号码', { exact: true }).inputValue()).toBe(before);
    await shot(page, 'reveal-form');
    await dialog.getByLabel('备注').fill('晚上联系');
    await button(dialog, '保存').click();
    await says(page, '保存成功');
    await expect.poll(() => row.innerText()).toContain(before ?? '?');
  });

  test('has no reveal button for roles without the right', async ({ page }) => {
    await holdSession(page, 'o2001r10');
    await visit(page, '/org-manage/guardian');
    await page.getByRole('row').filter({ hasText: MASKED }).first().waitFor();
    await expect.poll(() => eyes(page).count()).toBe(0);
  });
});
