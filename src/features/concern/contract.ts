import * as Type from 'typebox/type';
import { Id, Instant, Text, idParam } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

const area = 'student/archive/concern' as const;
const path = '/v1/portal/children/:id/concerns';
/** Longest reason, in characters. */
export const CONCERN_REASON_MAX = 500;
const Level = Type.Integer({ minimum: 0, maximum: 3, description: 'concern_level：0 表示无需关注' });

const Concern = Type.Object({
  concern_id: Type.String(),
  level: Level,
  set_by_name: Type.String(),
  set_at: Instant,
  reason: Type.Optional(Type.String({ description: '没有这一项：角色无权查看理由' })),
});
export type Concern = Type.Static<typeof Concern>;

/** How closely the school watches a student, now and before. */
const Concerns = Type.Object({
  level: Level,
  can_set: Type.Boolean(),
  items: Type.Array(Concern, { description: '最近的在前；第一项是现在的' }),
});
export type Concerns = Type.Static<typeof Concerns>;

export const concerns = endpoint({
  name: 'concern.list',
  method: 'GET',
  path,
  summary: '学生的关注等级：当前和以前的，含设定人、时间和理由',
  access: { auth: 'org', area, act: 'open' },
  params: idParam('id'),
  response: Concerns,
  logged: 'concern',
});

/** `seen` is the newest entry that the caller knows, if any (optimistic lock). */
export const setConcern = endpoint({
  name: 'concern.set',
  method: 'POST',
  path,
  summary: '设定学生的关注等级；0 表示不再需要关注',
  access: { auth: 'org', area: `${area}/set`, act: 'create' },
  params: idParam('id'),
  body: Type.Object(
    { level: Level, reason: Text(CONCERN_REASON_MAX, 1), seen: Type.Optional(Id) },
    { additionalProperties: false },
  ),
  response: Concerns,
  status: 201,
});
