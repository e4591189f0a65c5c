import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { png } from '../platform/media/server/samples.ts';
import { Client, type Json } from '../support/client.ts';
import { test } from './support/journey.ts';
import { button, holdSession, PASSWORD, pressTwice, says, signIn, visit } from './support/portal.ts';
import type { Product } from './support/product.ts';

const PHONE = { width: 390, height: 844 };
const SENDS = '**/psychology_warns/artificials';
const submit = (page: Page) => button(page, '确认上报');
const dialog = (page: Page, title: string) => page.getByRole('dialog').filter({ hasText: title });

/** A user of the school without a browser, with second-step verification. */
async function person({ origin }: Product, role: number): Promise<Client> {
  const client = (
    await new Client({ port: Number(new URL(origin).port), now: Date.now, appId: 'portal-mobile' }).signIn(
      `o2001r${role}`,
      PASSWORD,
    )
  ).withRole('2001', role);
  return client.verified(PASSWORD);
}

/** The warnings of the school as the psychology teacher gets them from the server, latest first. */
const warnings = async (product: Product): Promise<Json[]> =>
  (await (await person(product, 8)).get('/v1/portal/psychology_warns?size=200&source=1')).data.items;

async function prove(within: Page | Locator): Promise<void> {
  await within.getByRole('tab', { name: '密码验证' }).click();
  await within.getByLabel('登录密码').fill(PASSWORD);
  await within.getByLabel('登录密码').press('Enter');
}

/** Number of warnings in a row of the statistics. */
const counted = async (page: Page, row: string): Promise<number> =>
  Number(
    await page
      .getByRole('table', { name: '核实结果与等级' })
      .getByRole('row', { name: new RegExp(`^${row} `) })
      .getByRole('cell')
      .innerText(),
  );

/** The button of the header; the home page of some roles has another one. */
const reportButton = (page: Page) => button(page, '危机上报').first();

/** Reports the n-th student on a phone. @returns the student's name */
async function reportOf(phone: Page, n: number, description: string): Promise<string> {
  await reportButton(phone).click();
  const name = await fillIn(phone, n, description);
  await submit(phone).click();
  await says(phone, '提交成功');
  await dialog(phone, '危机上报').waitFor({ state: 'detached' });
  return name;
}

/** Selects the n-th student of the only class, and the problem. @returns the student's name */
async function fillIn(page: Page, n: number, description: string): Promise<string> {
  await page.getByLabel('学生', { exact: true }).click();
  const option = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').nth(n);
  const name = (await option.getAttribute('title')) ?? '';
  await option.click();
  await page.getByRole('radio', { name: '严重情绪问题' }).click();
  await page.getByRole('checkbox', { name: description }).click();
  return name;
}

describe('a report about a student', () => {
  test('is sent on a phone, once, despite repeated clicks and a broken connection', async ({ page, product, shot }) => {
    const before = (await warnings(product)).length;
    await signIn(page, 'o2001r10');
    await page.setViewportSize(PHONE);
    await reportButton(page).click();
    await submit(page).click();
    await page.getByRole('alert').filter({ hasText: '请选择要上报的学生' }).waitFor();
    const first = await fillIn(page, 0, '经常无故哭泣');
    await shot(page, 'crisis report 390');
    await pressTwice(submit(page));
    await says(page, '提交成功');
    await dialog(page, '危机上报').waitFor({ state: 'detached' });

    // The report arrives, its answer is lost.
    const cut = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route(SENDS, cut);
    await reportButton(page).click();
    const second = await fillIn(page, 1, '极度紧张、惊恐发作');
    await submit(page).click();
    await says(page, /内容已加密保存在本机/);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).toContain('xinyu.draft.');
    for (const text of [second, '紧张', 'warn_content', '严重情绪']) expect(stored).not.toContain(text);
    await shot(page, 'crisis report kept 390');

    // After a reload the report is offered again, unchanged.
    await page.unroute(SENDS);
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await reportButton(page).click();
    await page.getByRole('button', { name: new RegExp(`^继续填写 ${second}`) }).click();
    await submit(page).click();
    await says(page, '提交成功');
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('xinyu.draft.'))),
    ).toEqual([]);
    expect(
      (await warnings(product))
        .map(({ child_name }) => String(child_name))
        .slice(0, -before || undefined)
        .sort(),
    ).toEqual([first, second].sort());

    // Back closes the dialog and not the page, and asks before input is lost.
    await page.getByRole('link', { name: /在读学生/ }).click();
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    await reportButton(page).click();
    await fillIn(page, 2, '经常无故哭泣');
    await page.goBack();
    await page
      .getByRole('dialog')
      .filter({ hasText: '放弃已填写的内容？' })
      .getByRole('button', { name: '放弃填写' })
      .click();
    await dialog(page, '危机上报').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/org-manage/student');
    await page.context().close();
  });

  test('is reported and verified in one dialog by a role that may, with files', async ({ page, product, shot }) => {
    const before = (await warnings(product)).length;
    await signIn(page, 'o2001r8');
    await page.setViewportSize({ width: 1024, height: 768 });
    await reportButton(page).click();
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

    // The previous step keeps its input.
    await verdict.getByRole('radio', { name: /二级/ }).click();
    await button(verdict, '上一步').click();
    await button(page, '下一步').click();
    expect(await verdict.getByRole('radio', { name: /二级/ }).isChecked()).toBe(true);
    await verdict.getByRole('textbox', { name: '核实原因' }).fill('已面谈，已联系家长');
    await verdict
      .locator('input[type=file]')
      .setInputFiles([{ name: '谈话.png', mimeType: 'image/png', buffer: png({ width: 60, height: 40 }) }]);
    await verdict.locator('[data-state=there]').waitFor();
    await shot(page, 'crisis verdict 1024');
    await pressTwice(button(verdict, '确定'));
    await says(page, '提交成功');
    await verdict.waitFor({ state: 'detached' });
    const [made, ...rest] = await warnings(product);
    expect(rest.length).toBe(before);
    expect(made).toMatchObject({ child_name: name, valid_status: 1, crisis_level: 2 });

    // Opened from a student's row, the student is already selected.
    await visit(page, '/org-manage/student');
    const row = page.locator('.ant-table-tbody tr.ant-table-row').first();
    await row.getByRole('button', { name: /^更多/ }).click();
    await page.getByRole('menuitem', { name: '危机上报' }).click();
    const report = dialog(page, '危机上报');
    await report.getByRole('radio', { name: '严重情绪问题' }).waitFor();
    await expect.poll(() => report.getByLabel('学生', { exact: true }).count()).toBe(0);
    await report.getByText(await row.locator('td').nth(1).innerText(), { exact: true }).waitFor();
  });
});

const noticeOn = (page: Page) => button(page.locator('.ant-notification'), '查看');
const stepsOn = (page: Page) => page.getByRole('region', { name: '处置过程' }).getByRole('listitem');
/** Shows the numbers of the verdicts as a table. */
const readVerdicts = async (page: Page) => {
  const chart = page.getByRole('region', { name: '核实结果与等级' });
  await chart.getByText('表格', { exact: true }).click();
  await chart.getByRole('table').waitFor();
};
/** How many warnings of the second level, and how many invalid ones, the statistics count. */
const numbersOn = (page: Page) => Promise.all(['二级', '无效'].map((row) => counted(page, row)));

describe('warnings that arrive while the psychology teacher has the portal open', () => {
  /** The student of the first warning. */
  let reported = '';
  let before: number[] = [];

  test('are pushed, and verified from the notice', async ({ kept, shot }) => {
    const page = await kept('psychology teacher');
    // The stream is open by now, so later reports are pushed.
    const listening = page.waitForResponse((response) => response.url().endsWith('/v1/portal/notices/stream'));
    await signIn(page, 'o2001r8');
    const leader = await kept('leader');
    await holdSession(leader, 'o2001r12');
    await visit(leader, '/warning/statistics');
    await prove(leader);
    await readVerdicts(leader);
    before = await numbersOn(leader);
    const phone = await kept('class teacher');
    await signIn(phone, 'o2001r10');
    await phone.setViewportSize(PHONE);
    await listening;

    const verdict = dialog(page, '预警核实');
    reported = await reportOf(phone, 3, '经常无故哭泣');
    await noticeOn(page).click();
    await prove(verdict);
    await verdict.getByText(reported, { exact: true }).waitFor();
    await verdict.getByText('经常无故哭泣').waitFor();
    await verdict.getByRole('radio', { name: '有效', exact: true }).click();
    await verdict.getByRole('radio', { name: /二级/ }).click();
    await verdict.getByRole('textbox', { name: '核实原因' }).fill('已面谈，情绪低落两周');
    await shot(page, 'verdict from a notice');
    await button(verdict, '确定').click();
    await verdict.waitFor({ state: 'detached' });
  });

  test('can turn out to be invalid', async ({ kept }) => {
    const [page, phone] = [await kept('psychology teacher'), await kept('class teacher')];
    const verdict = dialog(page, '预警核实');
    await reportOf(phone, 4, '极度紧张、惊恐发作');
    await noticeOn(page).click();
    await verdict.getByRole('radio', { name: '无效', exact: true }).click();
    await verdict.getByRole('textbox', { name: '核实原因' }).fill('考试前的一时紧张');
    await button(verdict, '确定').click();
    await verdict.waitFor({ state: 'detached' });
  });

  test('that someone else verifies meanwhile show who was first, and store nothing', async ({
    kept,
    product,
    shot,
  }) => {
    const [page, phone] = [await kept('psychology teacher'), await kept('class teacher')];
    const verdict = dialog(page, '预警核实');
    const third = await reportOf(phone, 5, '易怒，与人频繁冲突');
    await noticeOn(page).click();
    await verdict.getByRole('radio', { name: '有效', exact: true }).click();
    await verdict.getByRole('radio', { name: /一级/ }).click();
    const [latest] = await warnings(product);
    expect(latest.child_name).toBe(third);
    const lead = await person(product, 14);
    const decided = await lead.put(`/v1/portal/psychology_warns/${String(latest.warn_id)}/verify`, {
      valid_status: 2,
      file_ids: [],
      reason: '与同学的误会已经说开',
    });
    expect(decided.status).toBe(200);
    await button(verdict, '确定').click();
    await verdict.getByRole('alert').filter({ hasText: '该预警已由他人核实' }).waitFor();
    await verdict.getByText(`${String(decided.data.verified_by_name)} 在`).waitFor();
    const close = button(verdict, '关闭');
    // Waits until it stands still under the pointer.
    await close.hover();
    await shot(page, 'verdict of somebody else');
    await close.click();
    await verdict.waitFor({ state: 'detached' });
  });

  test('open a case that lists the report and the verdict', async ({ kept }) => {
    const page = await kept('psychology teacher');
    await visit(page, '/crisis/case');
    await page
      .getByRole('row', { name: new RegExp(reported) })
      .first()
      .getByText('查看', { exact: true })
      .click();
    const steps = stepsOn(page);
    await steps.filter({ hasText: '已面谈，情绪低落两周' }).filter({ hasText: '核实' }).waitFor();
    await steps.filter({ hasText: '经常无故哭泣' }).filter({ hasText: '上报' }).waitFor();
  });

  test('lead to a referral that the case links to', async ({ kept }) => {
    const page = await kept('psychology teacher');
    const ofCase = page.url();
    await visit(page, '/intervention/referral?create=1');
    const referral = page.getByRole('dialog');
    await referral.getByRole('combobox', { name: /学生/ }).click();
    await page.keyboard.type(reported);
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      .filter({ hasText: reported })
      .first()
      .click();
    await referral.getByLabel('医院', { exact: true }).fill('青禾市第三人民医院');
    await referral.getByLabel('转介原因').fill('情绪低落两周以上，建议评估。');
    await referral
      .getByLabel('转介日期')
      .fill(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date()));
    await page.keyboard.press('Enter');
    // The message of success may be gone by the time it is looked for.
    await referral.waitFor({ state: 'detached' });
    await visit(page, ofCase);
    const referred = stepsOn(page)
      .filter({ hasText: '转介就医' })
      .filter({ hasText: '青禾市第三人民医院' })
      .filter({ hasText: '建议评估' });
    await referred.getByRole('link', { name: '查看记录' }).click();
    await dialog(page, '转介').getByText('情绪低落两周以上，建议评估。').waitFor();
    await page.goBack();
    await referred.waitFor();
  });

  test('end with the closing of the case, after which no step can be added', async ({ kept, shot }) => {
    const page = await kept('psychology teacher');
    await button(page, '结案').click();
    const closing = dialog(page, '结案');
    await closing.getByRole('textbox', { name: '原因' }).fill('状态稳定，转入日常关注');
    await pressTwice(button(closing, '结案'));
    await says(page, '保存成功');
    await stepsOn(page).filter({ hasText: '状态稳定，转入日常关注' }).waitFor();
    await page.getByText('已结案').waitFor();
    await expect.poll(() => button(page, '添加跟进记录').count()).toBe(0);
    await shot(page, 'case closed');
  });

  test('are counted in the statistics of the leader', async ({ kept }) => {
    const leader = await kept('leader');
    await leader.reload();
    await readVerdicts(leader);
    const [second = 0, invalid = 0] = before;
    await expect.poll(() => numbersOn(leader)).toEqual([second + 1, invalid + 2]);
  });
});
