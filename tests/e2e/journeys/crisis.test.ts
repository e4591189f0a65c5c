import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { png } from '../../server/media/samples.ts';
import { Client, type Json } from '../../support/client.ts';
import type { Product } from '../support/product.ts';
import { test } from '../support/journey.ts';
import { button, PASSWORD, pressTwice, says, signIn } from '../support/portal.ts';

const PHONE = { width: 390, height: 844 };
const SENDS = '**/psychology_warns/artificials';
const submit = (page: Page) => button(page, '确认上报');
const dialog = (page: Page, title: string) => page.getByRole('dialog').filter({ hasText: title });

/** The warnings of the school, as the server tells them to the psychology teacher. */
async function warnings({ origin }: Product): Promise<Json[]> {
  const client = (await new Client({ port: Number(new URL(origin).port), now: Date.now, appId: 'portal-mobile' }).signIn('o2001r8', PASSWORD)).withRole('2001', 8);
  const { data } = await (await client.verified(PASSWORD)).get('/v1/portal/psychology_warns?size=200&source=1');
  return data.items;
}

/** Chooses the n-th student of the only class, and what the worry is. @returns the student's name */
async function fillIn(page: Page, n: number, description: string): Promise<string> {
  await page.getByLabel('学生', { exact: true }).click();
  const option = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').nth(n);
  const name = (await option.getAttribute('title')) ?? '';
  await option.click();
  await page.getByRole('radio', { name: '严重情绪问题' }).click();
  await page.getByRole('checkbox', { name: description }).click();
  return name;
}

describe('a worry about a student', () => {
  test('is reported on a phone, once, however often it is pressed and wherever the connection breaks', async ({ page, product, shot }) => {
    const before = (await warnings(product)).length;
    await signIn(page, 'o2001r10');
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: '危机上报' }).click();
    await submit(page).click();
    await page.getByRole('alert').filter({ hasText: '请选择要上报的学生' }).waitFor();
    const first = await fillIn(page, 0, '经常无故哭泣');
    await shot(page, 'crisis report 390');
    await pressTwice(submit(page));
    await says(page, '提交成功');
    await dialog(page, '危机上报').waitFor({ state: 'detached' });

    // The report arrives, its answer does not.
    const cut = async (route: Route) => { await route.fetch(); await route.abort('connectionreset'); };
    await page.route(SENDS, cut);
    await page.getByRole('button', { name: '危机上报' }).click();
    const second = await fillIn(page, 1, '极度紧张、惊恐发作');
    await submit(page).click();
    await says(page, /内容已加密保存在本机/);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).toContain('xinyu.draft.');
    for (const text of [second, '紧张', 'warn_content', '严重情绪']) expect(stored).not.toContain(text);
    await shot(page, 'crisis report kept 390');

    // The page is gone; the report is offered again, and is the same.
    await page.unroute(SENDS);
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await page.getByRole('button', { name: '危机上报' }).click();
    await page.getByRole('button', { name: new RegExp(`^继续填写 ${second}`) }).click();
    await submit(page).click();
    await says(page, '提交成功');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('xinyu.draft.')))).toEqual([]);
    expect((await warnings(product)).map(({ child_name }) => String(child_name)).slice(0, -before || undefined).sort()).toEqual([first, second].sort());

    // Back is about the dialog and not about the page below it, and asks before anything is lost.
    await page.getByRole('link', { name: '学生管理' }).first().click();
    await page.getByText(/^共 \d+ 个/).waitFor();
    await page.getByRole('button', { name: '危机上报' }).click();
    await fillIn(page, 2, '经常无故哭泣');
    await page.goBack();
    await page.getByRole('dialog').filter({ hasText: '放弃已填写的内容？' }).getByRole('button', { name: '放弃填写' }).click();
    await dialog(page, '危机上报').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/org-manage/student');
    await page.context().close();
  });

  test('is reported and decided on in one way through by whoever may, with files', async ({ page, product, shot }) => {
    const before = (await warnings(product)).length;
    await signIn(page, 'o2001r8');
    await page.setViewportSize({ width: 1024, height: 768 });
    await button(page, '危机上报').click();
    await page.getByLabel('班级', { exact: true }).click();
    await page.getByText('初一', { exact: true }).click();
    await page.getByText('初一（3）班', { exact: true }).click();
    const name = await fillIn(page, 4, '其他');
    await page.getByRole('textbox', { name: '问题描述' }).fill('这两天一直不愿意回家');
    await button(page, '下一步').click();
    const verdict = dialog(page, '预警核实');
    await verdict.getByText('这两天一直不愿意回家').waitFor();
    await button(verdict, '确定').click();
    await verdict.getByRole('alert').filter({ hasText: '请选择危机等级' }).waitFor();

    // Stepping back loses nothing.
    await verdict.getByRole('radio', { name: /二级/ }).click();
    await button(verdict, '上一步').click();
    await button(page, '下一步').click();
    expect(await verdict.getByRole('radio', { name: /二级/ }).isChecked()).toBe(true);
    await verdict.getByRole('textbox', { name: '核实原因' }).fill('已面谈，已联系家长');
    await verdict.locator('input[type=file]').setInputFiles([{ name: '谈话.png', mimeType: 'image/png', buffer: png({ width: 60, height: 40 }) }]);
    await verdict.locator('[data-state=there]').waitFor();
    await shot(page, 'crisis verdict 1024');
    await pressTwice(button(verdict, '确定'));
    await says(page, '提交成功');
    await verdict.waitFor({ state: 'detached' });
    const [made, ...rest] = await warnings(product);
    expect(rest.length).toBe(before);
    expect(made).toMatchObject({ child_name: name, valid_status: 1, crisis_level: 2 });

    // From a student's row it is clear who it is about.
    await page.goto('/org-manage/student');
    const row = page.locator('.ant-table-tbody tr.ant-table-row').first();
    await row.getByRole('button', { name: /^更多/ }).click();
    await page.getByRole('menuitem', { name: '危机上报' }).click();
    const report = dialog(page, '危机上报');
    await report.getByRole('radio', { name: '严重情绪问题' }).waitFor();
    expect(await report.getByLabel('学生', { exact: true }).count()).toBe(0);
    await report.getByText(await row.locator('td').nth(1).innerText(), { exact: true }).waitFor();
  });
});
