import * as Type from 'typebox/type';
import { Done, idParam, Instant, paging } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { StoredDocument } from '../../../platform/rich-text/shape.ts';
import { ANNOUNCEMENT_KINDS } from '../rules/kinds.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'platform-announcement', act }) as const;
const one = idParam('id');
export const Kind = Type.Enum([...ANNOUNCEMENT_KINDS], { description: 'announcement 公告，article 科普文章' });

/** An announcement or article as its readers see it in a list. */
export const AnnouncementLine = Type.Object({
  announcement_id: Type.String(),
  kind: Kind,
  title: Type.String(),
  summary: Type.String(),
  publisher_name: Type.String(),
  published_at: Instant,
  pinned: Type.Boolean(),
  read_at: Type.Optional(Instant),
  withdrawn_at: Type.Optional(Type.String({ format: 'date-time', description: '已撤回；仅已读者可见' })),
  cover_url: Type.Optional(Type.String()),
});
export type AnnouncementLine = Type.Static<typeof AnnouncementLine>;

const Unread = Type.Object({ announcement: Type.Integer({ minimum: 0 }), article: Type.Integer({ minimum: 0 }) });

/** Whom an announcement reaches follows from the caller's identity, role and classes; the pinned ones are first. */
export const announcements = endpoint({
  name: 'announcement.list',
  method: 'GET',
  path: '/v1/portal/announcements',
  summary: '发给我的公告和科普文章',
  access: may('open'),
  query: Type.Object(
    { ...paging, kind: Type.Optional(Kind), unread: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  response: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    unread: Unread,
    items: Type.Array(AnnouncementLine),
  }),
});

/** The banner of the header: the latest one that the caller has not dismissed on any device. */
export const announcementBanner = endpoint({
  name: 'announcement.banner',
  method: 'GET',
  path: '/v1/portal/announcements/banner',
  summary: '页头横幅显示的公告',
  access: may('open'),
  passive: true,
  response: Type.Object({
    banner: Type.Optional(
      Type.Object({ announcement_id: Type.String(), kind: Kind, title: Type.String(), published_at: Instant }),
    ),
  }),
});

const Image = Type.Object({ file_id: Type.String(), play_url: Type.String() });

export const announcement = endpoint({
  name: 'announcement.get',
  method: 'GET',
  path: '/v1/portal/announcements/:id',
  summary: '一篇公告或科普文章；已撤回的只剩标题和原因',
  access: may('open'),
  params: one,
  response: Type.Object({
    ...AnnouncementLine.properties,
    ends_at: Type.Optional(Instant),
    content: Type.Optional(StoredDocument),
    images: Type.Optional(Type.Array(Image)),
    withdraw_reason: Type.Optional(Type.String()),
  }),
});
export type Announcement = Type.Static<typeof announcement.response>;

export const readAnnouncement = endpoint({
  name: 'announcement.read',
  method: 'POST',
  path: '/v1/portal/announcements/:id/read',
  summary: '把一篇公告或科普文章标为已读',
  access: may('read'),
  params: one,
  response: Done,
});

export const readAllAnnouncements = endpoint({
  name: 'announcement.read-all',
  method: 'POST',
  path: '/v1/portal/announcements/read_all',
  summary: '把全部公告或全部科普文章标为已读',
  access: may('read'),
  body: Type.Object({ kind: Type.Optional(Kind) }, { additionalProperties: false }),
  response: Done,
});

export const dismissAnnouncement = endpoint({
  name: 'announcement.dismiss',
  method: 'POST',
  path: '/v1/portal/announcements/:id/dismiss',
  summary: '关闭页头横幅，在其他设备上也不再显示',
  access: may('read'),
  params: one,
  response: Done,
});
