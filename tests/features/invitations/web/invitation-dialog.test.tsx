import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { classesTree } from '../../../../src/features/classes/public.ts';
import { createInvitation } from '../../../../src/features/invitations/contract/invitations.ts';
import { InvitationDialog } from '../../../../src/features/invitations/web/InvitationDialog.tsx';
import { schoolAuths } from '../../../../src/features/organisation/public.ts';
import { orgDetails } from '../../../../src/platform/session/contract.ts';
import { aPortal, button, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const ORG = {
  org_id: '2001',
  org_name: '青禾市第一中学',
  org_type: 2,
  edu_level: 1,
  service_type: 2,
  product_status: 0,
  protection_days: 30,
  available_quota: 12,
  total_quota: 100,
};
const abilities = (...software_auth: string[]) =>
  portal.answer(schoolAuths, {
    software_auth,
    school_open: { consulting_offline_open: false },
    auto_create_user: true,
  });
const MADE = {
  invitation_code: 'ABCDEFGH23456789ABCDEFGH23',
  invitation_id: 'i1',
  code_type: 2,
  max_registrations: 5,
  expires_at: '2030-01-01T00:00:00Z',
};
beforeEach(() => {
  portal.answer(orgDetails, ORG);
  portal.answer(classesTree, []);
  abilities('single_invitation_code', 'group_invitation_code');
});
const open = () => show(<InvitationDialog open onClose={() => undefined} />);

it('asks for type, validity and maximum with the words of the specification', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '生成邀请码' }));
  expect(await screen.findByText('请选择邀请码类型')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: '单人' }));
  expect(['3 分钟', '5 分钟', '10 分钟', '15 分钟'].map((name) => screen.getByRole('radio', { name }))).toHaveLength(4);
  await user.click(screen.getByRole('radio', { name: '团体' }));
  expect(['15 分钟', '30 分钟', '60 分钟', '1 年'].map((name) => screen.getByRole('radio', { name }))).toHaveLength(4);
  await user.click(button('生成邀请码'));
  expect(await screen.findByText('请选择有效期')).toBeVisible();
  expect(await screen.findByText('请选择最大注册人数')).toBeVisible();
  await user.type(screen.getByRole('spinbutton', { name: '最大注册人数' }), '13');
  await user.click(button('生成邀请码'));
  expect(await screen.findByText('最大注册人数应在 1 到剩余名额 12 之间')).toBeVisible();
  expect(portal.requests(createInvitation)).toHaveLength(0);
});

it('shows the code once, copies its address and has a sheet to print', async () => {
  portal.answer(createInvitation, MADE);
  const { user } = open();
  await user.click(await screen.findByRole('radio', { name: '团体' }));
  await user.click(screen.getByRole('radio', { name: '1 年' }));
  await user.type(screen.getByRole('spinbutton', { name: '最大注册人数' }), '5');
  await user.click(button('生成邀请码'));
  const address = `${location.origin}/groups-invitation-register-new?invitation_codes=${MADE.invitation_code}`;
  expect(await screen.findByRole('img', { name: '注册地址的二维码' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: '注册地址' })).toHaveValue(address);
  await user.click(button('复制注册地址'));
  expect(await screen.findByText('注册地址复制成功')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(address);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await user.click(button('打印邀请说明'));
  expect(print).toHaveBeenCalledOnce();
  expect(document.body).toHaveTextContent('学生账号注册说明');
  vi.unstubAllGlobals();
  const [sent] = portal.requests(createInvitation);
  expect(sent?.body).toEqual({ code_type: 2, valid_minutes: 525600, group_max_registrations: 5 });
});

it('shows why an invitation was not made, and keeps the input', async () => {
  portal.answer(createInvitation, refusal('PSY_NO_PLACES_LEFT', { status: 409, message: '可开通的账号名额已用完' }));
  const { user } = open();
  await user.click(await screen.findByRole('radio', { name: '单人' }));
  await user.click(screen.getByRole('radio', { name: '5 分钟' }));
  await user.click(button('生成邀请码'));
  expect(await screen.findByRole('alert')).toHaveTextContent('可开通的账号名额已用完');
  expect(screen.getByRole('radio', { name: '5 分钟' })).toBeChecked();
});

it('hides the form without an ability or a place, and offers only the type that is open', async () => {
  abilities('archives');
  open();
  expect(await screen.findByText(/没有开通单人或团体邀请码/)).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

it('offers only the type that the school has opened', async () => {
  abilities('group_invitation_code');
  open();
  expect(await screen.findByRole('radio', { name: '团体' })).toBeChecked();
  expect(screen.queryByRole('radio', { name: '单人' })).toBeNull();
  await waitFor(() => expect(screen.getByText('剩余名额 12，总名额 100')).toBeVisible());
});
