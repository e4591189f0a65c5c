import { describe, expect } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, holdSession, says, visit } from './support/portal.ts';

describe('a drill', () => {
  test("reaches the open page of the psychology teacher, is acknowledged, and stops; the rules are the school's", async ({
    visitor,
    page,
    shot,
  }) => {
    const teacher = await visitor({ width: 390, height: 844 });
    await teacher.goto('/login');
    await teacher.getByLabel('账号').fill('o2001r8');
    await teacher.getByLabel('密码', { exact: true }).fill('Demo-2026!');
    const listening = teacher.waitForResponse((response) => response.url().endsWith('/v1/portal/notices/stream'));
    await teacher.getByLabel('密码', { exact: true }).press('Enter');
    await listening;

    await holdSession(page, 'o2001r4');
    await visit(page, '/warning/escalation');
    await page.getByText('暂无上报记录').waitFor();
    await shot(page, 'escalation rules');
    await button(page, '开始演练').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('所在班级').click();
    await page.locator('.ant-select-tree-switcher').nth(1).click();
    await page.locator('.ant-select-tree-title', { hasText: '初一（1）班' }).click();
    await button(dialog, '开始演练').click();
    await says(page, '演练已开始，第一级已收到通知');
    const runs = page.getByRole('region', { name: '上报记录' });
    await runs.getByText('等待确认').waitFor();

    // Pushed without a reload.
    const toast = teacher.locator('.ant-notification').getByText('预警演练：请确认您已收到');
    await toast.waitFor();
    await shot(teacher, 'a drill on a phone');
    await teacher.getByRole('button', { name: '通知，1 条未读' }).click();
    await button(teacher.getByRole('region', { name: '通知' }), '确认收到').click();
    await says(teacher, '已确认收到');
    await teacher.getByRole('button', { name: '通知', exact: true }).waitFor();

    await runs.getByText('已确认', { exact: true }).waitFor();
    await expect.poll(() => runs.getByText(/由.+确认$/).count()).toBe(1);
    await shot(page, 'escalation runs');

    const first = page.getByRole('listitem', { name: '第 1 级' });
    await first.getByLabel('名称').fill('心理教师与年级主任');
    await button(page, '保存规则').click();
    await says(page, '上报规则已保存');
    await page.reload();
    await expect
      .poll(() => page.getByRole('listitem', { name: '第 1 级' }).getByLabel('名称').inputValue())
      .toBe('心理教师与年级主任');
  });
});
