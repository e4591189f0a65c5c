import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { Client } from '../support/client.ts';
import { test } from './support/journey.ts';
import { holdSession, PASSWORD, says, total, visit } from './support/portal.ts';

const PAGE = '/warning/statistics';

/** Shows the numbers of every chart as its table. */
async function readTables(page: Page): Promise<void> {
  await page.getByRole('heading', { name: '核实结果与等级' }).waitFor();
  for (const table of await page.getByText('表格', { exact: true }).all()) await table.click();
  await page.getByRole('table', { name: '核实结果与等级' }).waitFor();
}

async function open(page: Page, login: string): Promise<void> {
  await holdSession(page, login);
  await visit(page, PAGE);
  await page.getByRole('tab', { name: '密码验证' }).click();
  await page.getByLabel('登录密码').fill(PASSWORD);
  await page.getByLabel('登录密码').press('Enter');
  await readTables(page);
}

const numberOf = (page: Page, table: string, row: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row', { name: new RegExp(`^${row} `) })
    .getByRole('cell')
    .innerText();

describe('the statistics of warnings', () => {
  test('change for a leader with a verdict, and stay hidden from the bureau while they are small', async ({
    page,
    product,
    visitor,
    shot,
  }) => {
    const psychologist = await (
      await new Client({ port: Number(new URL(product.origin).port), now: Date.now }).signIn('o2001r8')
    )
      .withRole(2001, 8)
      .verified();
    const {
      items: [child],
    } = (await psychologist.get('/v1/portal/students?size=1')).data as { items: { child_id: string }[] };
    const report = await psychologist.post('/v1/portal/psychology_warns/artificials', {
      child_id: child?.child_id,
      category_ids: ['emotion'],
      warn_content: '经常无故哭泣',
      source_type: 1,
      student_consulting_id: null,
    });
    const { warn_id: id } = report.data as { warn_id: string };

    await open(page, 'o2001r12');
    const before = [
      Number(await numberOf(page, '核实结果与等级', '二级')),
      Number(await numberOf(page, '核实结果与等级', '待核实')),
    ];
    expect(before[1]).toBeGreaterThan(0);
    expect(
      (
        await psychologist.put(`/v1/portal/psychology_warns/${id}/verify`, {
          valid_status: 1,
          crisis_level: 2,
          file_ids: [],
          reason: '',
        })
      ).status,
    ).toBe(200);
    await page.reload();
    await readTables(page);
    await expect
      .poll(async () => [
        Number(await numberOf(page, '核实结果与等级', '二级')),
        Number(await numberOf(page, '核实结果与等级', '待核实')),
      ])
      .toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) - 1]);
    await shot(page, 'warn-statistics-school');
    // A number links to the warnings that it counts, and Back returns to the numbers.
    await page.getByRole('link', { name: /^查看二级的/ }).click();
    await expect.poll(() => total(page)).toBe((before[0] ?? 0) + 1);
    await page.goBack();
    await readTables(page);
    // Down to a grade, and back.
    await page.getByRole('table', { name: '年级' }).getByRole('button').first().click();
    await page.getByRole('table', { name: '班级' }).waitFor();
    await page.goBack();
    await page.getByRole('table', { name: '年级' }).waitFor();

    const above = await visitor();
    await open(above, 'o1001r1');
    expect(await numberOf(above, '学校', '青禾师范学院')).toBe('少于 5');
    await above.getByRole('button', { name: '青禾师范学院' }).click();
    await says(above, /返回上一级/);
    await expect.poll(() => numberOf(above, '核实结果与等级', '一级')).toBe('少于 5');
    expect(await above.getByRole('main').getByRole('link', { name: /预警/ }).count()).toBe(0);
    await shot(above, 'warn-statistics-bureau');
  });

  test('are closed to a class teacher', async ({ page }) => {
    await holdSession(page, 'o2001r10');
    await visit(page, PAGE);
    await says(page, /没有权限/);
  });
});
