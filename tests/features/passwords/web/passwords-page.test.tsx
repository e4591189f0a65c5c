import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { classesTree } from '../../../../src/features/classes/contract.ts';
import {
  startFirst,
  previewFirst,
  resets as firstBatches,
} from '../../../../src/features/passwords/contract/first-passwords.ts';
import {
  cancelReset,
  previewReset,
  resets,
  resetSheet,
  startReset,
  type PasswordBatch,
  type Plan,
} from '../../../../src/features/passwords/contract/passwords.ts';
import { FirstPasswordsPage, PasswordsPage } from '../../../../src/features/passwords/web/PasswordsPage.tsx';
import { aPortal, button, holdProof, later, named, show } from '../../../support/component.tsx';
import { NEVER, refusal } from '../../../support/msw.ts';

const portal = aPortal();
const batch = (changed: Partial<PasswordBatch> = {}): PasswordBatch => ({
  batch_id: 'b1',
  state: 'ready',
  status: 1,
  total: 2,
  done: 2,
  skipped: [],
  own: true,
  created_by: '李超',
  created_at: '2026-11-20T02:00:00.000Z',
  ...changed,
});
const plan = (changed: Partial<Plan> = {}): Plan => ({
  affected: 1,
  items: [{ child_id: 'u7', child_name: '周小雨', student_no: 'T7', login_name: 'zhou', staff: true }],
  skipped: [],
  ...changed,
});
const holds = (...items: PasswordBatch[]) => portal.answer(resets, { total: items.length, items });
const visit = () => show(<PasswordsPage />);

beforeEach(() => {
  holdProof();
  holds();
  portal.answer(classesTree, []);
});
afterEach(() => vi.useRealTimers());

describe('the choice of accounts', () => {
  it('asks for classes, and for a list, before anything is looked up', async () => {
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: named('预览') }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('请选择班级'));
    await user.click(screen.getByText('按名单'));
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    await user.click(button('预览'));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('请上传名单'));
    expect(portal.requests(previewReset)).toEqual([]);
  });

  it('names the accounts that a list passes over, with the reason', async () => {
    portal.answer(previewReset, plan({ skipped: [{ given: '没有这个', reason: 'unknown' }] }));
    const { user } = visit();
    await user.click(await screen.findByText('按名单'));
    const file = new File(['学号\n2026001\n没有这个\n'], '名单.csv', { type: 'text/csv' });
    await user.upload(screen.getByTestId('list'), file);
    expect(await screen.findByText('名单.csv：2 行')).toBeVisible();
    await user.click(button('预览'));
    expect(await screen.findByText('将为 1 名学生更换密码，跳过 1 个')).toBeVisible();
    expect(portal.requests(previewReset)[0]?.body).toEqual({ accounts: ['2026001', '没有这个'] });
  });

  it('offers no start when there is nobody to give a password to', async () => {
    portal.answer(previewReset, plan({ affected: 0, items: [] }));
    const { user } = visit();
    await user.click(await screen.findByText('新教职工'));
    await user.click(button('预览'));
    expect(await screen.findByText('所有教职工都已经有密码')).toBeVisible();
    expect(screen.queryByRole('button', { name: /生成新密码/ })).toBeNull();
  });

  it('starts one batch however often the button is pressed', async () => {
    portal.answer(previewReset, plan());
    const started = later<PasswordBatch>();
    portal.answer(startReset, started.answer);
    const { user } = visit();
    await user.click(await screen.findByText('新教职工'));
    await user.click(button('预览'));
    await user.dblClick(await screen.findByRole('button', { name: '为 1 个账号生成新密码' }));
    await waitFor(() => expect(portal.requests(startReset)).toHaveLength(1));
    holds(batch({ state: 'preparing', status: 0, done: 0 }));
    started.give(batch({ state: 'preparing', status: 0, done: 0 }));
    expect(await screen.findByRole('region', { name: '正在生成新密码' })).toBeVisible();
    expect(screen.queryByText('账号范围')).toBeNull();
    expect(portal.requests(startReset).map(({ body }) => body)).toEqual([{ new_staff: true }]);
  });
});

describe('a batch of new passwords', () => {
  it('of another user can be cancelled, but its sheet cannot be fetched', async () => {
    holds(batch({ own: false, created_by: '周敏' }));
    visit();
    const card = await screen.findByRole('region', { name: '新密码已生成' });
    expect(within(card).getByText(/等待周敏下载密码表/)).toBeVisible();
    expect(within(card).queryByRole('button', { name: '下载密码表并启用' })).toBeNull();
    expect(within(card).getByRole('button', { name: '取消本次修改' })).toBeEnabled();
  });

  it('is put into effect only after a question that says what ends', async () => {
    holds(batch());
    portal.answer(resetSheet, NEVER);
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: '下载密码表并启用' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/这 2 个账号的原密码将立即失效/)).toBeVisible();
    expect(portal.requests(resetSheet)).toEqual([]);
    await user.dblClick(within(dialog).getByRole('button', { name: '启用并下载' }));
    await waitFor(() => expect(portal.requests(resetSheet).map(({ params }) => params)).toEqual([{ id: 'b1' }]));
  });

  it('says why it was not cancelled, and stays', async () => {
    holds(batch());
    portal.answer(cancelReset, refusal('PSY_CONFLICT'));
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: '取消本次修改' }));
    expect(await screen.findByText('内容已被他人修改，请刷新后重试')).toBeVisible();
    expect(screen.getByRole('region', { name: '新密码已生成' })).toBeVisible();
  });

  it('shows how far it is until the sheet is there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    holds(batch({ state: 'preparing', status: 0, total: 40, done: 10 }));
    visit();
    expect(await screen.findByText(/已生成 10 \/ 40/)).toBeVisible();
    holds(batch({ total: 40, done: 40 }));
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(await screen.findByRole('button', { name: '下载密码表并启用' })).toBeVisible();
  });
});

it('an institution gives first passwords to its new staff, and chooses nothing', async () => {
  portal.answer(firstBatches, { total: 0, items: [] });
  portal.answer(previewFirst, plan());
  portal.answer(startFirst, refusal('PSY_CONFLICT'));
  const { user } = show(<FirstPasswordsPage />);
  expect(await screen.findByRole('heading', { name: '尚无密码的教职工' })).toBeVisible();
  expect(screen.queryByText('按班级')).toBeNull();
  await user.click(button('预览'));
  await user.click(await screen.findByRole('button', { name: '为 1 个账号生成新密码' }));
  expect(await screen.findByText('内容已被他人修改，请刷新后重试')).toBeVisible();
});

it('shows a failure of the page, and the form after a retry', async () => {
  portal.answer(resets, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = visit();
  const again = await screen.findByRole('button', { name: named('重试') });
  expect(screen.queryByRole('button', { name: named('预览') })).toBeNull();
  holds();
  await user.click(again);
  expect(await screen.findByRole('button', { name: named('预览') })).toBeVisible();
});
