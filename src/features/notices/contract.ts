import * as Type from 'typebox/type';
import { Done, idParam, Instant, paging } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

/** Default page size. */
export const NOTICES_PAGE = 20;

const own = { auth: 'org', area: 'directory', act: 'open' } as const;

const Notice = Type.Object({
  notice_id: Type.String(),
  kind: Type.String({ description: 'notice_kind' }),
  subject_type: Type.String(),
  subject_id: Type.String(),
  title: Type.Optional(Type.String({ description: '公告和文章的标题；从不含正文' })),
  body: Type.Optional(Type.String({ description: '自动化为读的人写的正文' })),
  created_at: Instant,
  read_at: Type.Optional(Instant),
});
export type Notice = Type.Static<typeof Notice>;

/**
 * The caller's notices in the organisation, latest first. Passive, because the page reloads them on every event: does
 * not extend the session.
 */
export const notices = endpoint({
  name: 'notices.list',
  method: 'GET',
  path: '/v1/portal/notices',
  summary: '我的通知',
  access: own,
  passive: true,
  query: Type.Object({ ...paging, unread: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  response: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    unread: Type.Integer({ minimum: 0 }),
    items: Type.Array(Notice),
  }),
});

export const readNotice = endpoint({
  name: 'notices.read',
  method: 'POST',
  path: '/v1/portal/notices/:id/read',
  summary: '把一条通知标为已读',
  access: own,
  params: idParam('id'),
  response: Done,
});

export const readAllNotices = endpoint({
  name: 'notices.read-all',
  method: 'POST',
  path: '/v1/portal/notices/read_all',
  summary: '把全部通知标为已读',
  access: own,
  response: Done,
});

const mine = { auth: 'org', area: 'own-notice' } as const;

/**
 * Notices of a student or guardian, latest first. The same account may be a member of staff as well; only notices that
 * were written for students and guardians are shown.
 */
export const myNotices = endpoint({
  name: 'notices.mine',
  method: 'GET',
  path: '/v1/portal/my/notices',
  summary: '学生和家长的通知',
  access: { ...mine, act: 'open' },
  passive: true,
  query: Type.Object({ ...paging, unread: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  response: notices.response,
});

export const readMyNotice = endpoint({
  name: 'notices.read-mine',
  method: 'POST',
  path: '/v1/portal/my/notices/:id/read',
  summary: '学生和家长把一条通知标为已读',
  access: { ...mine, act: 'read' },
  params: idParam('id'),
  response: Done,
});

export const readAllMyNotices = endpoint({
  name: 'notices.read-all-mine',
  method: 'POST',
  path: '/v1/portal/my/notices/read_all',
  summary: '学生和家长把全部通知标为已读',
  access: { ...mine, act: 'read' },
  response: Done,
});

/**
 * Event stream of notices (`text/event-stream`): `notice` with its id as event id; `changed` when notices were read
 * elsewhere; `replaced` when too many windows of the session listen and this one must wait for focus. `last-event-id`
 * repeats missed events; an event may arrive twice.
 */
export const noticeStream = endpoint({
  name: 'notices.stream',
  method: 'GET',
  path: '/v1/portal/notices/stream',
  summary: '通知推送（text/event-stream）',
  access: own,
  passive: true,
  kind: 'stream',
  response: Notice,
});
