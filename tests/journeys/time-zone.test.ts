import type { BrowserContext } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { Client } from '../support/client.ts';
import { FOREIGN_ZONES } from '../support/time-zones.ts';
import { test } from './support/journey.ts';
import { button, holdSession, PASSWORD, says, verify, visit } from './support/portal.ts';

const inSchoolTime = (at: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));

describe.each(FOREIGN_ZONES)('a browser in %s', (timezoneId) => {
  test('shows and sends the times of the school', async ({ browser, product }) => {
    const context: BrowserContext = await browser.newContext({
      baseURL: product.origin,
      locale: 'zh-CN',
      timezoneId,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      viewport: { width: 1440, height: 900 },
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await holdSession(page, 'o2001r8');

    await visit(page, '/intervention/record?create=1');
    await verify(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /学生/ }).click();
    await page.keyboard.type('赵紫彤');
    const options = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option');
    await options.filter({ hasText: '赵紫彤' }).first().click();
    // Two in the morning is the day before in America.
    await dialog.getByLabel('时间', { exact: true }).fill('2026-10-21 02:15');
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: /干预方式/ }).click();
    await options.first().click();
    await dialog.getByRole('textbox', { name: /干预过程/ }).fill(`时区 ${timezoneId}`);
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('intervention'),
    );
    await button(dialog, '保存').click();
    expect(String((await sent).postData())).toContain('2026-10-20T18:15:00.000Z');
    await says(page, '保存成功');

    const { origin } = product;
    const client = new Client({ port: Number(new URL(origin).port), now: Date.now, appId: 'portal-mobile' });
    const reader = await (await client.signIn('o2001r8', PASSWORD)).withRole(2001, 8).verified(PASSWORD);
    const { items } = (await reader.get('/v1/portal/interventions?size=10')).data as {
      items: { happened_at: string }[];
    };
    await page.goto('/intervention/record');
    const cells = page.getByRole('row').getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
    await cells.first().waitFor();
    const shown = await cells.allInnerTexts();
    expect(items.length).toBeGreaterThan(2);
    for (const { happened_at } of items) expect(shown).toContain(inSchoolTime(happened_at));
  });
});
