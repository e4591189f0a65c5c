import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { myNotices, readAllMyNotices, readMyNotice, type Notice } from '../../../../src/features/notices/contract.ts';
import { OwnNotices } from '../../../../src/features/notices/web/OwnNotices.tsx';
import { aPortal, button, show } from '../../../support/component.tsx';

const portal = aPortal();
const notice = (n: number, more: Partial<Notice> = {}): Notice => ({
  notice_id: `n${n}`,
  kind: 'exam_open',
  subject_type: 'exam',
  subject_id: 'e1',
  created_at: '2026-11-20T00:00:00Z',
  ...more,
});
const listed = (...items: Notice[]) => ({
  total: items.length,
  unread: items.filter(({ read_at }) => read_at === undefined).length,
  items,
});
const READ = { read_at: '2026-11-20T01:00:00Z' };

it('shows what is unread, marks one or all as read, and shows the earlier ones on request', async () => {
  portal.answer(myNotices, listed(notice(1), notice(2, { kind: 'exam_consent' }), notice(3, READ)));
  const { user } = show(<OwnNotices />);
  const first = (await screen.findByText('有一份心理测评等您完成')).closest('li');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  portal.answer(readMyNotice, () => {
    portal.answer(myNotices, listed(notice(1, READ), notice(2, { kind: 'exam_consent' }), notice(3, READ)));
    return { ok: true } as const;
  });
  await user.click(within(first as HTMLElement).getByRole('button', { name: '知道了' }));
  await expect.poll(() => screen.getAllByRole('listitem').length).toBe(1);
  expect(portal.requests(readMyNotice)).toHaveLength(1);
  await user.click(button('查看以前的通知'));
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

it('marks all as read at once', async () => {
  portal.answer(myNotices, listed(notice(1), notice(2)));
  portal.answer(readAllMyNotices, () => {
    portal.answer(myNotices, listed(notice(1, READ), notice(2, READ)));
    return { ok: true } as const;
  });
  const { user } = show(<OwnNotices />);
  await user.click(await screen.findByRole('button', { name: '全部标为已读' }));
  await expect.poll(() => screen.queryAllByRole('listitem').length).toBe(0);
});

it('shows nothing where nothing was ever sent', async () => {
  portal.answer(myNotices, listed());
  show(<OwnNotices />);
  await expect.poll(() => portal.requests(myNotices).length).toBe(1);
  expect(screen.queryByRole('heading')).toBeNull();
});
