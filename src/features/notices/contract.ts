import * as Type from 'typebox/type';
import { Done, idParam, Instant, paging } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

/** Notices of a page of the list. */
export const NOTICES_PAGE = 20;

const own = { auth: 'org', area: 'directory', act: 'open' } as const;

const Notice = Type.Object({
  notice_id: Type.String(),
  kind: Type.String({ description: 'notice_kind' }),
  subject_type: Type.String(),
  subject_id: Type.String(),
  created_at: Instant,
  read_at: Type.Optional(Instant),
});
export type Notice = Type.Static<typeof Notice>;

/**
 * A person's own notices in the organisation, the latest first. Asked for by the page itself whenever one arrives, so
 * that it keeps no session awake.
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

/**
 * Tells of notices as they come (`text/event-stream`): `notice` with one, its id the event's; `changed` where some were
 * read elsewhere; `replaced` where too many windows of the session listen and this one is to wait until it is looked
 * at. With `last-event-id` what was missed is told again; an event may come twice.
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
