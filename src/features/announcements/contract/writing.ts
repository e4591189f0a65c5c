import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, paging, Reason, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { StoredDocument, WrittenDocument } from '../../../platform/rich-text/shape.ts';
import { ANNOUNCEMENT_STATES, SUMMARY_MAX, TITLE_MAX } from '../rules/kinds.ts';
import { Kind } from './reading.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'platform-announcement/manage', act }) as const;
const one = idParam('id');
const path = '/v1/portal/manage/announcements';
const Version = Type.Integer({ minimum: 1, description: '读到的版本；已被别人修改时答 409' });
/** The largest document is about 200 kB in UTF-8 with its structure. */
const BODY_MAX = 512 * 1024;
const GRADE = '^\\d{1,2}-\\d{1,4}$';

/** Whom it addresses. Grades and classes limit students and guardians only. */
export const Audience = Type.Object(
  {
    role_ids: Type.Array(Type.Integer({ minimum: 1, maximum: 99 }), { maxItems: 30, uniqueItems: true }),
    to_students: Type.Boolean(),
    to_guardians: Type.Boolean(),
    grades: Type.Array(Type.String({ pattern: GRADE }), { maxItems: 60, uniqueItems: true }),
    class_ids: Type.Array(Id, { maxItems: 500, uniqueItems: true }),
    all_schools: Type.Boolean({ description: '机构：全部下属学校' }),
    school_ids: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
  },
  { additionalProperties: false },
);
export type Audience = Type.Static<typeof Audience>;

const Display = {
  pinned: Type.Boolean(),
  banner: Type.Boolean({ description: '在页头横幅显示' }),
  ends_at: Type.Optional(Type.Union([Instant, Type.Null()], { description: '到这个时间不再显示' })),
};

const Written = {
  kind: Kind,
  title: Type.String({ minLength: 1, maxLength: TITLE_MAX, pattern: '\\S' }),
  summary: Text(SUMMARY_MAX),
  cover_id: Type.Optional(Type.Union([Id, Type.Null()])),
  audience: Audience,
  notifies: Type.Boolean({ description: '发布时通知读者' }),
  ...Display,
};
export const Draft = Type.Object({ ...Written, content: WrittenDocument }, { additionalProperties: false });
export type Draft = Type.Static<typeof Draft>;

const State = Type.Object({ announcement_id: Type.String(), version: Type.Integer(), status: Type.String() });

const OwnLine = Type.Object({
  announcement_id: Type.String(),
  kind: Kind,
  title: Type.String(),
  status: Type.String({ description: 'announcement_status' }),
  version: Type.Integer(),
  pinned: Type.Boolean(),
  banner: Type.Boolean(),
  closed: Type.Boolean({ description: '已到结束时间' }),
  publish_at: Type.Optional(Instant),
  published_at: Type.Optional(Instant),
  ends_at: Type.Optional(Instant),
  withdrawn_at: Type.Optional(Instant),
  withdraw_reason: Type.Optional(Type.String()),
  updated_by_name: Type.Optional(Type.String()),
  updated_at: Instant,
  people: Type.Integer({ description: '发布时的读者人数' }),
  readers: Type.Integer(),
});
export type OwnLine = Type.Static<typeof OwnLine>;

export const writtenAnnouncements = endpoint({
  name: 'announcement.written',
  method: 'GET',
  path,
  summary: '本单位写的公告和科普文章',
  access: may('open'),
  query: Type.Object(
    { ...paging, kind: Type.Optional(Kind), status: Type.Optional(Type.Enum([...ANNOUNCEMENT_STATES])) },
    { additionalProperties: false },
  ),
  response: Type.Object({ total: Type.Integer({ minimum: 0 }), items: Type.Array(OwnLine) }),
});

/** What the writer may choose from. */
export const announcementChoices = endpoint({
  name: 'announcement.choices',
  method: 'GET',
  path: `${path}/choices`,
  summary: '写公告时可以选择的读者',
  access: may('open'),
  response: Type.Object({
    own_roles: Type.Array(Type.Integer(), { description: '本单位的角色' }),
    school_roles: Type.Array(Type.Integer(), { description: '机构：下属学校的角色' }),
    schools: Type.Array(Type.Object({ school_id: Type.String(), school_name: Type.String() })),
    may_all_schools: Type.Boolean(),
  }),
});
export type Choices = Type.Static<typeof announcementChoices.response>;

export const writtenAnnouncement = endpoint({
  name: 'announcement.written-one',
  method: 'GET',
  path: `${path}/:id`,
  summary: '本单位写的一篇公告或科普文章',
  access: may('open'),
  params: one,
  response: Type.Object({
    ...OwnLine.properties,
    summary: Type.String(),
    content: StoredDocument,
    audience: Audience,
    notifies: Type.Boolean(),
    files: Type.Array(Type.Object({ file_id: Type.String(), name: Type.String(), play_url: Type.String() })),
    cover_id: Type.Optional(Type.String()),
  }),
});
export type WrittenAnnouncement = Type.Static<typeof writtenAnnouncement.response>;

export const createAnnouncement = endpoint({
  name: 'announcement.create',
  method: 'POST',
  path,
  summary: '写一篇公告或科普文章，存为草稿',
  access: may('create'),
  status: 201,
  bodyLimit: BODY_MAX,
  body: Draft,
  response: State,
});

export const updateAnnouncement = endpoint({
  name: 'announcement.update',
  method: 'PUT',
  path: `${path}/:id`,
  summary: '修改草稿或待发布的公告',
  access: may('update'),
  params: one,
  bodyLimit: BODY_MAX,
  body: Type.Object({ ...Draft.properties, version: Version }, { additionalProperties: false }),
  response: State,
});

export const deleteAnnouncement = endpoint({
  name: 'announcement.delete',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: '删除草稿',
  access: may('delete'),
  params: one,
  response: Done,
});

export const publishAnnouncement = endpoint({
  name: 'announcement.publish',
  method: 'POST',
  path: `${path}/:id/publish`,
  summary: '发布，或定时发布',
  access: may('publish'),
  params: one,
  body: Type.Object({ version: Version, publish_at: Type.Optional(Instant) }, { additionalProperties: false }),
  response: State,
});

export const unscheduleAnnouncement = endpoint({
  name: 'announcement.unschedule',
  method: 'POST',
  path: `${path}/:id/unschedule`,
  summary: '取消定时发布，变回草稿',
  access: may('publish'),
  params: one,
  response: State,
});

export const withdrawAnnouncement = endpoint({
  name: 'announcement.withdraw',
  method: 'POST',
  path: `${path}/:id/withdraw`,
  summary: '撤回已发布的公告；读过的人会看到已撤回和原因',
  access: may('withdraw'),
  params: one,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  response: State,
});

export const displayAnnouncement = endpoint({
  name: 'announcement.display',
  method: 'PUT',
  path: `${path}/:id/display`,
  summary: '已发布的公告：置顶、横幅、结束时间',
  access: may('publish'),
  params: one,
  body: Type.Object({ ...Display, version: Version }, { additionalProperties: false }),
  response: State,
});

const Group = Type.Object({ people: Type.Integer(), readers: Type.Integer() });

/** Names are those of the own staff; of students, guardians and schools there are numbers only. */
export const announcementReaders = endpoint({
  name: 'announcement.readers',
  method: 'GET',
  path: `${path}/:id/readers`,
  summary: '阅读情况：人数，和本单位教职工的名单',
  access: may('open'),
  params: one,
  query: Type.Object({ ...paging, read: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  response: Type.Object({
    staff: Group,
    students: Group,
    guardians: Group,
    schools: Type.Array(Type.Object({ school_id: Type.String(), school_name: Type.String(), ...Group.properties })),
    total: Type.Integer({ minimum: 0 }),
    items: Type.Array(Type.Object({ real_name: Type.String(), read_at: Type.Optional(Instant) })),
  }),
});
export type Readers = Type.Static<typeof announcementReaders.response>;
