import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  applyByGroupInvitation,
  checkGroupInvitation,
  sendRegistrationCode,
  signUpOnly,
  type Invited,
} from '../../../../src/features/invitations/contract/registration.ts';
import { GroupRegisterPage } from '../../../../src/features/invitations/web/register/RegisterPage.tsx';
import { passwordDigest } from '../../../../src/platform/signing/mac.ts';
import { aPortal, button, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const CODE = 'ABCDEFGH23456789ABCDEFGH23';
const PATH = '/groups-invitation-register-new';
const PASSWORD = 'Wx7#hedgerow-Qn';
const INVITED: Invited = {
  org_name: '青禾市第一中学',
  review: true,
  mobile_required: false,
  registered: false,
  class_name: '初一（1）班',
  classes: [{ class_id: 'c1', class_name: '初一（1）班', period: 3, grade: 7 }],
  secondary_token: 'ticket',
  expires_at: '2030-01-01T00:00:00Z',
};
beforeEach(() => portal.answer(checkGroupInvitation, INVITED));

const open = (code = CODE) => show(<GroupRegisterPage />, { path: PATH, at: `${PATH}?invitation_codes=${code}` });
const type = async (user: ReturnType<typeof open>['user'], name: string, text: string) => {
  const field = await screen.findByLabelText(name);
  await user.clear(field);
  await user.type(field, text);
};
/** Fills in the first two steps. */
async function fill({ user }: ReturnType<typeof open>) {
  await type(user, '姓名', '林小满');
  await type(user, '学号', '20260101');
  await user.click(screen.getByRole('radio', { name: '女' }));
  await user.click(button('下一步'));
  await type(user, '新密码', PASSWORD);
  await type(user, '再次输入新密码', PASSWORD);
  await user.click(button('下一步'));
  await screen.findByText('请核对填写的信息，提交以后不能在这里修改。');
}

it('leads through three steps, sends once with the ticket, and says what comes next', async () => {
  portal.answer(applyByGroupInvitation, { login_name: '2001-20260101', review: true });
  const page = open();
  expect(await screen.findByText('青禾市第一中学')).toBeVisible();
  await fill(page);
  await page.user.click(button('提交注册'));
  expect(await screen.findByText('请先阅读说明并勾选')).toBeVisible();
  await page.user.click(screen.getByRole('checkbox'));
  await page.user.dblClick(button('提交注册'));
  expect(await screen.findByText('2001-20260101')).toBeVisible();
  expect(screen.getByText(/学校核对以后开通账号/)).toBeVisible();
  const sent = portal.requests(applyByGroupInvitation);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers.get('secondary-token')).toBe('ticket');
  expect(sent[0]?.body).toEqual({
    invitation_code: CODE,
    child_name: '林小满',
    student_no: '20260101',
    sex: 2,
    password: passwordDigest(PASSWORD),
    agreed: true,
  });
});

it('names what is missing, and goes back to the field that the server refuses', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: '下一步' }));
  for (const text of ['请填写姓名', '请填写学号', '请选择性别']) expect(screen.getByText(text)).toBeVisible();
  await fill(page);
  portal.answer(
    applyByGroupInvitation,
    refusal('PSY_INVALID_INPUT', { status: 400, details: [{ field: '/student_no', message: '学号太长' }] }),
  );
  await page.user.click(screen.getByRole('checkbox'));
  await page.user.click(button('提交注册'));
  expect(await screen.findByText('学号太长')).toBeVisible();
  expect(screen.getByLabelText('学号')).toHaveValue('20260101');
});

it('asks for the account of a student on the roll without the sex', async () => {
  portal.answer(signUpOnly, { login_name: '2001-20260101', review: false });
  const page = open();
  await page.user.click(await screen.findByRole('radio', { name: '学校已经有我的学籍信息，只开通账号' }));
  await type(page.user, '姓名', '林小满');
  await type(page.user, '学号', '20260101');
  await page.user.click(button('下一步'));
  await type(page.user, '新密码', PASSWORD);
  await type(page.user, '再次输入新密码', PASSWORD);
  await page.user.click(button('下一步'));
  await page.user.click(await screen.findByRole('checkbox'));
  await page.user.click(button('提交注册'));
  expect(await screen.findByText(/学校核对以后开通账号/)).toBeVisible();
});

it('sends the code of the mobile with the ticket where the school asks for one', async () => {
  portal.answer(checkGroupInvitation, { ...INVITED, mobile_required: true });
  portal.answer(sendRegistrationCode, { resend_after: 60 });
  const page = open();
  await type(page.user, '手机号', '13900001234');
  await page.user.click(button('发送验证码'));
  expect(await screen.findByRole('button', { name: /秒/ })).toBeDisabled();
  const [sent] = portal.requests(sendRegistrationCode);
  expect([sent?.headers.get('secondary-token'), sent?.body]).toEqual(['ticket', { mobile: '13900001234' }]);
});

it.each([
  ['PSY_INVITATION_EXPIRED', 409, '这个注册邀请已经过了有效期，请向学校要一个新的'],
  ['PSY_INVITATION_USED_UP', 409, '这个注册邀请的人数已满，请向学校要一个新的'],
  ['PSY_INVITATION_REVOKED', 409, '学校已经停用这个注册邀请，请向学校要一个新的'],
  ['PSY_INVITATION_UNKNOWN', 404, '这不是有效的注册邀请，请向学校核对注册地址'],
] as const)('tells %s in plain words', async (code, status, message) => {
  portal.answer(checkGroupInvitation, refusal(code, { status, message }));
  open();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByLabelText('姓名')).toBeNull();
  // A registration that the school refuses makes room; nothing else opens again.
  expect(screen.queryByRole('button', { name: '重新核对' }) !== null).toBe(code === 'PSY_INVITATION_USED_UP');
});

it('says that an address is incomplete without asking the server, and that a page has registered already', async () => {
  open('ABC');
  expect(await screen.findByText(/地址不完整/)).toBeVisible();
  expect(portal.requests(checkGroupInvitation)).toHaveLength(0);
});

it('says that this page has registered already', async () => {
  portal.answer(checkGroupInvitation, { ...INVITED, registered: true, classes: [] });
  open();
  expect(await screen.findByText(/不用再次提交/)).toBeVisible();
});
