import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  announcementChoices,
  announcementReaders,
  createAnnouncement,
  publishAnnouncement,
  withdrawAnnouncement,
  writtenAnnouncements,
  type OwnLine,
} from '../../../../src/features/announcements/contract/writing.ts';
import { EditPage } from '../../../../src/features/announcements/web/editor/EditPage.tsx';
import { ManagePage } from '../../../../src/features/announcements/web/manage/ManagePage.tsx';
import { aPortal, button, show } from '../../../support/component.tsx';

const portal = aPortal();
const line = (more: Partial<OwnLine> = {}): OwnLine => ({
  announcement_id: 'a1',
  kind: 'announcement',
  title: '消防演练',
  status: 'published',
  version: 3,
  pinned: true,
  banner: false,
  closed: false,
  published_at: '2026-11-20T01:00:00Z',
  updated_at: '2026-11-20T01:00:00Z',
  people: 99,
  readers: 12,
  ...more,
});
const listed = (...items: OwnLine[]) => ({ total: items.length, items });
const READERS = {
  staff: { people: 99, readers: 12 },
  students: { people: 0, readers: 0 },
  guardians: { people: 0, readers: 0 },
  schools: [],
  total: 1,
  items: [{ real_name: '王芳', read_at: '2026-11-20T02:00:00Z' }],
};

it('lists what was written with its readers, and withdraws with a reason', async () => {
  portal.answer(writtenAnnouncements, listed(line()));
  portal.answer(withdrawAnnouncement, () => {
    portal.answer(writtenAnnouncements, listed(line({ status: 'withdrawn', withdrawn_at: '2026-11-21T01:00:00Z' })));
    return { announcement_id: 'a1', version: 4, status: 'withdrawn' };
  });
  const { user } = show(<ManagePage />);
  expect(await screen.findByText(/已读 12 \/ 99 人/)).toBeVisible();
  await user.click(button('撤回'));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('撤回“消防演练”');
  const [, verb] = screen.getAllByRole('button', { name: /^撤\s?回$/ });
  await user.click(verb as HTMLElement);
  expect(await screen.findByText('请写明原因（至少两个字）')).toBeVisible();
  await user.type(screen.getByLabelText('撤回原因'), '时间有变');
  await user.click(verb as HTMLElement);
  await expect.poll(() => portal.requests(withdrawAnnouncement).length).toBe(1);
  expect(await screen.findByText(/撤回于/)).toBeVisible();
});

it('shows who has read it', async () => {
  portal.answer(writtenAnnouncements, listed(line()));
  portal.answer(announcementReaders, READERS);
  const { user } = show(<ManagePage />);
  await user.click(await screen.findByRole('button', { name: '阅读情况' }));
  expect(await screen.findByText('王芳')).toBeVisible();
  expect(screen.getByRole('row', { name: '教职工 99 12' })).toBeVisible();
});

it('saves a new text once, says whom it reaches, and publishes it', async () => {
  portal.answer(announcementChoices, { own_roles: [4, 7], school_roles: [], schools: [], may_all_schools: false });
  portal.answer(createAnnouncement, { announcement_id: 'a9', version: 1, status: 'draft' });
  portal.answer(announcementReaders, READERS);
  portal.answer(publishAnnouncement, { announcement_id: 'a9', version: 2, status: 'published' });
  const { user, address } = show(<EditPage />, {
    path: '/platform-announcement/edit/:announcementId',
    at: '/platform-announcement/edit/new?kind=announcement',
  });
  await user.click(await screen.findByRole('button', { name: '保存并发布…' }));
  expect(await screen.findByText('请填写标题')).toBeVisible();
  expect(portal.requests(createAnnouncement)).toHaveLength(0);
  await user.type(screen.getByLabelText('标题'), '放假安排');
  await user.click(screen.getByRole('button', { name: '保存并发布…' }));
  expect(await screen.findByText(/将发给：教职工 99 人/)).toBeVisible();
  expect(portal.requests(createAnnouncement)).toHaveLength(1);
  await user.dblClick(button('发布'));
  await expect.poll(address).toBe('/platform-announcement/manage');
  expect(portal.requests(publishAnnouncement)).toHaveLength(1);
});
