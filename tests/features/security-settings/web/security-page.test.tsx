import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  permitSecurity,
  putRoleAuths,
  putSecurityConfig,
  roleFlags,
  securityConfig,
  type SecurityConfig,
} from '../../../../src/features/security-settings/contract.ts';
import { SecurityPage } from '../../../../src/features/security-settings/web/SecurityPage.tsx';
import { abilities } from '../../../../src/platform/access/contract.ts';
import { aPortal, holdProof, later, named, show } from '../../../support/component.tsx';
import { abilitiesOf } from '../../../support/msw-data.ts';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const config = (changed: Partial<SecurityConfig> = {}): SecurityConfig => ({
  permit: true,
  modules: [
    { module_code: 'watermark', open: true },
    { module_code: 'desensitization', open: false },
    { module_code: 'authorization_secondary', open: true },
  ],
  functions: [{ function_code: 'student/archive', open: true }],
  retention_years: 3,
  authenticator_roles: [],
  staff_roles: [4, 5],
  ...changed,
});
const MAY = { 'security-setting': ['open', 'update'] };
const visit = (may: Record<string, string[]> = MAY) => show(<SecurityPage />, { may });
const toggle = (name: string) => screen.findByRole('switch', { name });

beforeEach(() => {
  holdProof();
  portal.answer(securityConfig, config());
  portal.answer(roleFlags, { total: 0, items: [] });
  portal.answer(abilities, abilitiesOf(['security-setting'], { update: ['security-setting'] }));
});

it('locks every switch for a role that may only read', async () => {
  visit({ 'security-setting': ['open'] });
  await toggle('安全防护');
  for (const one of screen.getAllByRole('switch')) expect(one).toBeDisabled();
  expect(screen.getByLabelText('学生离校后保留的年数')).toBeDisabled();
});

it('turns a protection on at once, without a question', async () => {
  portal.answer(putSecurityConfig, config({ modules: [{ module_code: 'desensitization', open: true }] }));
  const { user } = visit();
  await user.click(await toggle('信息脱敏'));
  expect(await screen.findByText('已开启信息脱敏')).toBeVisible();
  expect(portal.requests(putSecurityConfig).map(({ body }) => body)).toEqual([
    { modules: [{ module_code: 'desensitization', open: true }] },
  ]);
});

it('says what is lost before it turns everything off, and sends once', async () => {
  const answered = later<SecurityConfig>();
  portal.answer(permitSecurity, answered.answer);
  const { user } = visit();
  await user.click(await toggle('安全防护'));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/有权打开页面的教职工均可查看完整的学生信息/)).toBeVisible();
  expect(portal.requests(permitSecurity)).toEqual([]);
  await user.dblClick(within(dialog).getByRole('button', { name: '关闭安全防护' }));
  await waitFor(() => expect(portal.requests(permitSecurity)).toHaveLength(1));
  answered.give(config({ permit: false }));
  expect(await screen.findByText('已关闭安全防护')).toBeVisible();
  expect(await toggle('页面水印')).toBeDisabled();
});

it('keeps the switch as it was when the change is refused', async () => {
  portal.answer(putSecurityConfig, refusal('PSY_CONFLICT'));
  const { user } = visit();
  await user.click(await toggle('页面水印'));
  await user.click(await screen.findByRole('button', { name: '关闭页面水印' }));
  expect(await screen.findByText('内容已被他人修改，请刷新后重试')).toBeVisible();
  expect(await toggle('页面水印')).toBeChecked();
});

it('warns when no page is protected any more', async () => {
  portal.answer(securityConfig, config({ functions: [{ function_code: 'student/archive', open: false }] }));
  visit();
  expect(await screen.findByText(/没有受保护的页面/)).toBeVisible();
});

it('saves the years of retention only when they changed', async () => {
  portal.answer(putSecurityConfig, config({ retention_years: 5 }));
  const { user } = visit();
  const years = await screen.findByLabelText('学生离校后保留的年数');
  const save = within(screen.getByRole('region', { name: '记录的保留' })).getByRole('button', { name: /^保\s?存$/ });
  expect(save).toBeDisabled();
  await user.clear(years);
  await user.type(years, '5');
  await user.click(save);
  await waitFor(() => expect(portal.requests(putSecurityConfig)[0]?.body).toEqual({ retention_years: 5 }));
  await waitFor(() => expect(save).toBeDisabled());
});

it('names the roles that must use an authenticator app', async () => {
  portal.answer(putSecurityConfig, config({ authenticator_roles: [5] }));
  const { user } = visit();
  const card = within(await screen.findByRole('region', { name: '动态口令' }));
  const save = card.getByRole('button', { name: /^保\s?存$/ });
  expect(save).toBeDisabled();
  await user.type(card.getByRole('combobox', { name: '必须使用动态口令的角色' }), '管理员');
  await user.click(await screen.findByTitle('管理员'));
  await user.click(save);
  await waitFor(() => expect(portal.requests(putSecurityConfig)[0]?.body).toEqual({ authenticator_roles: [5] }));
  await waitFor(() => expect(save).toBeDisabled());
});

it('shows a refused change of a role at that role alone', async () => {
  portal.answer(roleFlags, {
    total: 2,
    items: [
      { role_id: 9, flags: { report_detail: false } },
      { role_id: 10, flags: { report_detail: false } },
    ],
  });
  portal.answer(putRoleAuths, refusal('PSY_CONFLICT'));
  const { user } = visit();
  const teacher = await screen.findByRole('region', { name: '班主任可以' });
  await user.click(within(teacher).getByRole('switch'));
  expect(await within(teacher).findByRole('alert')).toBeVisible();
  expect(within(screen.getByRole('region', { name: '年级主任可以' })).queryByRole('alert')).toBeNull();
  expect(portal.requests(putRoleAuths)[0]?.params).toEqual({ role_id: '10' });
});

it('shows a failure, and the settings after a retry', async () => {
  portal.answer(securityConfig, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = visit();
  const again = await screen.findByRole('button', { name: named('重试') });
  portal.answer(securityConfig, config());
  await user.click(again);
  expect(await toggle('安全防护')).toBeChecked();
});
