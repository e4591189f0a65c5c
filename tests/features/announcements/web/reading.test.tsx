import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import {
  announcement,
  announcementBanner,
  announcements,
  dismissAnnouncement,
  readAllAnnouncements,
  readAnnouncement,
  type Announcement,
  type AnnouncementLine,
} from '../../../../src/features/announcements/contract/reading.ts';
import { AnnouncementBanner } from '../../../../src/features/announcements/web/AnnouncementBanner.tsx';
import { AnnouncementPage } from '../../../../src/features/announcements/web/AnnouncementPage.tsx';
import { AnnouncementsPage } from '../../../../src/features/announcements/web/AnnouncementsPage.tsx';
import { OwnAnnouncements } from '../../../../src/features/announcements/web/OwnAnnouncements.tsx';
import { aPortal, button, show } from '../../../support/component.tsx';

const portal = aPortal();
const line = (n: number, more: Partial<AnnouncementLine> = {}): AnnouncementLine => ({
  announcement_id: `a${n}`,
  kind: 'announcement',
  title: `公告${n}`,
  summary: '',
  publisher_name: '第一中学',
  published_at: '2026-11-20T01:00:00Z',
  pinned: false,
  ...more,
});
const READ = { read_at: '2026-11-20T02:00:00Z' };
const list = (...items: AnnouncementLine[]) => ({
  total: items.length,
  unread: { announcement: items.filter(({ read_at }) => read_at === undefined).length, article: 0 },
  items,
});
const text = (more: Partial<Announcement> = {}): Announcement => ({
  ...line(1),
  content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '正文' }] }] },
  images: [],
  ...more,
});

beforeEach(() => portal.answer(readAnnouncement, { ok: true } as const));

it('lists what is addressed to the reader, and marks all as read', async () => {
  portal.answer(
    announcements,
    list(line(1, { pinned: true }), line(2, READ), line(3, { ...READ, withdrawn_at: READ.read_at })),
  );
  portal.answer(readAllAnnouncements, () => {
    portal.answer(announcements, list(line(1, READ)));
    return { ok: true } as const;
  });
  const { user, address } = show(<AnnouncementsPage />, { path: '/platform-announcement' });
  await screen.findByRole('link', { name: '公告1' });
  const [first, , third] = screen.getAllByRole('listitem');
  expect(within(first as HTMLElement).getByLabelText('未读')).toBeVisible();
  expect(within(first as HTMLElement).getByText('置顶')).toBeVisible();
  expect(within(third as HTMLElement).getByText('已撤回')).toBeVisible();
  expect(screen.getByRole('link', { name: '公告1' })).toHaveAttribute('href', '/platform-announcement/details/a1');
  expect(screen.queryByRole('button', { name: '公告管理' })).toBeNull();
  await user.click(button('全部标为已读'));
  await expect.poll(() => screen.queryByLabelText('未读')).toBeNull();
  expect(button('全部标为已读')).toBeDisabled();
  await user.click(screen.getByText('科普文章'));
  expect(address()).toBe('/platform-announcement?kind=article');
});

it('shows a text without acting on its words, and marks it as read once', async () => {
  const script = '<img src=x onerror="window.hacked=1">';
  portal.answer(
    announcement,
    text({
      title: script,
      content: {
        type: 'doc',
        content: [
          { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: script }] },
          {
            type: 'paragraph',
            content: [
              {
                type: 'text',
                text: '网站',
                marks: [{ type: 'bold' }, { type: 'link', href: 'https://www.moe.gov.cn/' }],
              },
              { type: 'text', text: '本站', marks: [{ type: 'link', href: '/talks' }] },
              { type: 'text', text: '坏的', marks: [{ type: 'link', href: 'javascript:alert(1)' }] },
            ],
          },
          { type: 'image', attrs: { file_id: 'f1', alt: '海报' } },
          { type: 'image', attrs: { file_id: 'unknown', alt: '没有' } },
        ],
      },
      images: [{ file_id: 'f1', play_url: '/v1/objects/f1' }],
    }),
  );
  show(<AnnouncementPage />, {
    path: '/platform-announcement/details/:announcementId',
    at: '/platform-announcement/details/a1',
  });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(script);
  expect(
    screen.getAllByRole('link').map((a) => [a.textContent, a.getAttribute('href'), a.getAttribute('rel')]),
  ).toEqual([
    ['网站', 'https://www.moe.gov.cn/', 'noopener noreferrer nofollow'],
    ['本站', '/talks', null],
  ]);
  expect(screen.getByText('坏的').closest('a')).toBeNull();
  expect(screen.getAllByRole('img').map((img) => img.getAttribute('src'))).toEqual(['/v1/objects/f1']);
  await expect.poll(() => portal.requests(readAnnouncement).length).toBe(1);
  expect((window as { hacked?: number }).hacked).toBeUndefined();
});

it('says why a text cannot be read any more', async () => {
  portal.answer(
    announcement,
    text({ ...READ, content: undefined, images: undefined, withdrawn_at: READ.read_at, withdraw_reason: '时间有变' }),
  );
  show(<AnnouncementPage />, { path: '/x/:announcementId', at: '/x/a1' });
  expect(await screen.findByText('这一篇已经撤回')).toBeVisible();
  expect(screen.getByText(/时间有变/)).toBeVisible();
  expect(portal.requests(readAnnouncement)).toHaveLength(0);
});

it('shows the banner until it is closed', async () => {
  const { published_at } = line(1);
  portal.answer(announcementBanner, {
    banner: { announcement_id: 'a1', kind: 'article', title: '横幅', published_at },
  });
  portal.answer(dismissAnnouncement, () => {
    portal.answer(announcementBanner, {});
    return { ok: true } as const;
  });
  const { user } = show(<AnnouncementBanner />);
  expect(await screen.findByRole('link', { name: '横幅' })).toHaveAttribute('href', '/article-details/a1');
  await user.click(screen.getByRole('button', { name: '关闭这条公告，不再显示' }));
  await expect.poll(() => screen.queryByText('横幅')).toBeNull();
  expect(portal.requests(dismissAnnouncement)).toHaveLength(1);
});

it('shows the latest on the home of students and guardians, and nothing where there is none', async () => {
  portal.answer(announcements, list(line(1), line(2, { ...READ, kind: 'article' })));
  show(<OwnAnnouncements />);
  expect(await screen.findByRole('link', { name: '公告2' })).toHaveAttribute('href', '/article-details/a2');
  expect(screen.getByRole('link', { name: '查看全部' })).toBeVisible();
});
