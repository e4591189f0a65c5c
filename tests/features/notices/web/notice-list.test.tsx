import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { crisisDialog } from '../../../../src/features/crisis/web/crisis-dialogs.ts';
import { notices, readAllNotices, readNotice, type Notice } from '../../../../src/features/notices/contract.ts';
import { NoticeList } from '../../../../src/features/notices/web/NoticeList.tsx';
import { aPortal, button, named, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const MAY = { 'crisis/warn': ['open'] };
const notice = (n: number, changed: Partial<Notice> = {}): Notice => ({
  notice_id: `n${n}`,
  kind: 'warning',
  subject_type: 'warn',
  subject_id: `w${n}`,
  created_at: new Date(Date.now() - n * 3_600_000).toISOString(),
  ...changed,
});
const holds = (items: Notice[], total = items.length) =>
  portal.answer(notices, { total, unread: items.filter(({ read_at }) => read_at === undefined).length, items });
const READ = { read_at: '2026-11-20T02:00:00.000Z' };
const onLeave = vi.fn();
/** The rows, once they have taken the place of the skeleton. */
async function rows(): Promise<HTMLElement[]> {
  await screen.findByRole('button', { name: '全部标为已读' });
  return screen.getAllByRole('listitem');
}
const visit = (may: Record<string, string[]> = MAY) => show(<NoticeList onLeave={onLeave} />, { may });

it('says that there is no notice, and offers nothing to mark as read', async () => {
  holds([]);
  visit();
  expect(await screen.findByText('暂无通知')).toBeVisible();
  expect(screen.queryByRole('button', { name: '全部标为已读' })).toBeNull();
});

it('counts the unread notices, and offers to acknowledge only those', async () => {
  holds([notice(1), notice(2, READ)]);
  visit();
  const [unread, read] = await rows();
  expect(screen.getByText('1 条未读')).toBeVisible();
  expect(unread).toHaveTextContent(/（未读）1 小时前/);
  expect(within(unread!).getByRole('button', { name: '确认收到' })).toBeVisible();
  expect(within(read!).queryByRole('button', { name: '确认收到' })).toBeNull();
});

it('opens the subject of a notice, and marks it as read', async () => {
  holds([notice(1)]);
  portal.answer(readNotice, { ok: true });
  const { user } = visit();
  const [row] = await rows();
  await user.click(within(row!).getAllByRole('button')[0]!);
  await waitFor(() => expect(portal.requests(readNotice).map(({ params }) => params)).toEqual([{ id: 'n1' }]));
  expect(crisisDialog.get()).toMatchObject({ name: 'verdict', request: { warnId: 'w1' } });
  expect(onLeave).toHaveBeenCalledOnce();
  crisisDialog.set(undefined);
});

it('opens nothing for a role that may not see the subject, but marks the notice as read', async () => {
  holds([notice(1)]);
  portal.answer(readNotice, { ok: true });
  const { user } = visit({});
  const [row] = await rows();
  await user.click(within(row!).getAllByRole('button')[0]!);
  await waitFor(() => expect(portal.requests(readNotice)).toHaveLength(1));
  expect(crisisDialog.get()).toBeUndefined();
});

it('marks all as read with one call, however often it is pressed', async () => {
  holds([notice(1), notice(2)]);
  portal.answer(readAllNotices, () => {
    holds([notice(1, READ), notice(2, READ)]);
    return { ok: true as const };
  });
  const { user } = visit();
  await user.dblClick(await screen.findByRole('button', { name: '全部标为已读' }));
  expect(await screen.findByText('没有未读通知')).toBeVisible();
  expect(button('全部标为已读')).toBeDisabled();
  expect(portal.requests(readAllNotices)).toHaveLength(1);
});

it('shows a failure, and the notices after a retry', async () => {
  portal.answer(notices, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = visit();
  const again = await screen.findByRole('button', { name: named('重试') });
  holds([notice(1)]);
  await user.click(again);
  expect(await screen.findByText('1 条未读')).toBeVisible();
});

it('loads the next page on demand', async () => {
  portal.answer(notices, ({ query }) => ({ total: 21, unread: 0, items: [notice(Number(query['page']), READ)] }));
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: /更多/ }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /更多/ })).toBeNull();
});
