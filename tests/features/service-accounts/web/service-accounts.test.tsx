import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createServiceAccount,
  revokeServiceAccount,
  rotateSecret,
  serviceAccounts,
  type ServiceAccount,
} from '../../../../src/features/service-accounts/contract.ts';
import { ServiceAccountsPage } from '../../../../src/features/service-accounts/web/ServiceAccountsPage.tsx';
import { aPortal, button, show } from '../../../support/component.tsx';
import { NO_NETWORK, refusal } from '../../../support/msw.ts';

const portal = aPortal();
const grantable = [
  { area: 'org-manage/student', act: 'open' as const },
  { area: 'org-manage/student', act: 'create' as const },
  { area: 'org-manage/class', act: 'open' as const },
];
const account: ServiceAccount = {
  service_id: 's1',
  name: '教务系统',
  client_id: '2001.s1',
  rights: grantable.slice(0, 1),
  networks: ['10.0.0.0/8'],
  expires_at: '2027-05-01T00:00:00+08:00',
  created_at: '2026-11-01T08:00:00+08:00',
  created_by: '李超',
  responsible: '李超',
  lost: [],
  state: 'active',
};
const secret = {
  service_id: 's1',
  client_id: '2001.s1',
  client_secret: 'once-and-never-again',
  expires_at: account.expires_at,
};
const listed = (...items: ServiceAccount[]) => ({ total: items.length, items, grantable });
const open = () => show(<ServiceAccountsPage />, { may: { 'service-account': ['open', 'create'] } });

beforeEach(() => portal.answer(serviceAccounts, listed(account)));

describe('the page of service accounts', () => {
  it('shows each with its rights, networks, end and use', async () => {
    const used = { last_used_at: '2026-11-20T09:30:00+08:00', last_address: '10.2.3.4' };
    portal.answer(serviceAccounts, listed({ ...account, ...used }, { ...account, service_id: 's2', state: 'revoked' }));
    open();
    await screen.findAllByRole('heading', { name: '教务系统' });
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent(/教务系统.*使用中.*2001\.s1.*学生管理（查看）.*10\.0\.0\.0\/8.*10\.2\.3\.4/);
    expect(second).toHaveTextContent(/已停用.*尚未使用/);
    expect(within(second!).queryAllByRole('button', { name: /更换|停用/ })).toEqual([]);
  });

  it('makes one with the chosen rights, and shows the secret once', async () => {
    portal.answer(serviceAccounts, listed());
    portal.answer(createServiceAccount, secret);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '新建系统账号' }));
    const dialog = await screen.findByRole('dialog', { name: '新建系统账号' });
    await user.click(within(dialog).getByRole('button', { name: '新建系统账号' }));
    expect(await within(dialog).findByText('请输入名称')).toBeVisible();
    expect(await within(dialog).findByText('请至少选择一项权限')).toBeVisible();
    expect(portal.requests(createServiceAccount)).toEqual([]);
    await user.type(within(dialog).getByLabelText('名称'), ' 课表系统 ');
    await user.click(within(within(dialog).getByRole('group', { name: '学生管理' })).getByLabelText('查看'));
    await user.type(within(dialog).getByLabelText('允许的来源地址'), '10.0.0.0/8\n\n ::1 ');
    await user.click(within(dialog).getByRole('button', { name: '新建系统账号' }));
    expect(await screen.findByText('once-and-never-again')).toBeVisible();
    expect(portal.requests(createServiceAccount)[0]?.body).toEqual({
      name: '课表系统',
      rights: [{ area: 'org-manage/student', act: 'open' }],
      networks: ['10.0.0.0/8', '::1'],
      valid_days: 180,
    });
    await user.click(button('关闭'));
    await waitFor(() => expect(screen.queryByText('once-and-never-again')).toBeNull());
  });

  it('keeps the input when the server refuses a network or cannot be reached', async () => {
    const details = [{ field: '/networks/0', message: '请填写 IPv4、IPv6 地址，或 10.1.0.0/16 这样的网段' }];
    portal.answer(createServiceAccount, refusal('PSY_INVALID_INPUT', { details }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '新建系统账号' }));
    const dialog = await screen.findByRole('dialog', { name: '新建系统账号' });
    await user.type(within(dialog).getByLabelText('名称'), '课表系统');
    await user.click(within(within(dialog).getByRole('group', { name: '班级管理' })).getByLabelText('查看'));
    await user.type(within(dialog).getByLabelText('允许的来源地址'), 'nonsense');
    await user.click(within(dialog).getByRole('button', { name: /新建系统账号$/ }));
    expect(await within(dialog).findByText(/这样的网段/)).toBeVisible();
    portal.answer(createServiceAccount, NO_NETWORK);
    await user.click(within(dialog).getByRole('button', { name: /新建系统账号$/ }));
    expect(await within(dialog).findByRole('alert')).toBeVisible();
    expect(within(dialog).getByLabelText('名称')).toHaveValue('课表系统');
  });

  it('changes a secret with an overlap, and ends an account after asking', async () => {
    portal.answer(rotateSecret, secret);
    portal.answer(revokeServiceAccount, { ok: true });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '更换 教务系统 的密钥' }));
    await user.click(screen.getByLabelText('保留 72 小时'));
    await user.click(screen.getByRole('button', { name: '更换密钥' }));
    expect(await screen.findByText('once-and-never-again')).toBeVisible();
    expect(portal.requests(rotateSecret)[0]).toMatchObject({ params: { id: 's1' }, body: { overlap_hours: 72 } });
    await user.click(button('关闭'));
    await user.click(screen.getByRole('button', { name: '停用 教务系统' }));
    const dialog = await screen.findByRole('dialog', { name: '停用 教务系统' });
    expect(dialog).toHaveTextContent('停用后不能恢复');
    await user.click(within(dialog).getByRole('button', { name: /^停\s?用$/ }));
    await waitFor(() => expect(portal.requests(revokeServiceAccount)[0]?.params).toEqual({ id: 's1' }));
  });

  it('takes a public key in place of a secret, shows the refusal at its field and then the thumbprint', async () => {
    const public_key = { key_id: 'thumbprint-of-the-key', kind: 'Ed25519' as const };
    portal.answer(serviceAccounts, listed({ ...account, public_key }));
    portal.answer(
      rotateSecret,
      refusal('PSY_INVALID_INPUT', { details: [{ field: '/public_key', message: '这是私钥。请只提交公钥' }] }),
    );
    const { user } = open();
    expect(await screen.findByText('thumbprint-of-the-key')).toBeVisible();
    expect(screen.getByText(/公钥 Ed25519/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '更换 教务系统 的密钥' }));
    const dialog = await screen.findByRole('dialog', { name: '更换 教务系统 的密钥' });
    await user.click(within(dialog).getByLabelText('对接系统的公钥'));
    const field = within(dialog).getByLabelText('公钥');
    await user.type(field, ' a key ');
    await user.click(within(dialog).getByRole('button', { name: '更换密钥' }));
    expect(await within(dialog).findByText(/这是私钥/)).toBeVisible();
    expect(field).toBeInvalid();
    portal.answer(rotateSecret, {
      ...secret,
      client_secret: undefined,
      public_key: { key_id: 'another', kind: 'P-256' },
    });
    await user.click(within(dialog).getByRole('button', { name: /更换密钥$/ }));
    expect(await within(dialog).findByText('another')).toBeVisible();
    expect(dialog).toHaveTextContent(/公钥 P-256，指纹/);
    expect(portal.requests(rotateSecret).at(-1)?.body).toEqual({ overlap_hours: 24, public_key: 'a key' });
  });

  it('shows an account that nobody answers for, which is taken over without an overlap', async () => {
    portal.answer(serviceAccounts, listed({ ...account, state: 'suspended', lost: account.rights }));
    portal.answer(rotateSecret, secret);
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('失效：负责人李超已停用');
    await user.click(screen.getByRole('button', { name: '接管 教务系统' }));
    const dialog = await screen.findByRole('dialog', { name: '接管 教务系统' });
    expect(within(dialog).queryByLabelText(/^保留/)).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: /^接\s?管$/ }));
    expect(await screen.findByText('once-and-never-again')).toBeVisible();
    expect(portal.requests(rotateSecret)[0]?.body).toEqual({ overlap_hours: 0 });
  });

  it('says which rights have no effect because the responsible person has lost them', async () => {
    portal.answer(serviceAccounts, listed({ ...account, rights: grantable, lost: grantable.slice(2) }));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('以下权限不生效：班级管理（查看）');
  });

  it('says what failed and can be retried', async () => {
    portal.answer(serviceAccounts, NO_NETWORK);
    const { user } = open();
    const retry = await screen.findByRole('button', { name: /重\s?试/ });
    portal.answer(serviceAccounts, listed(account));
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: '教务系统' })).toBeVisible();
  });
});
