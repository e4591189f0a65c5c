import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, listOf, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { LINK_HOURS, LINK_NAME_MAX } from './rules.ts';

const area = 'large-screen/link';
const closed = { additionalProperties: false } as const;
const bodyLimit = 4096;

const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));
const FEW = '没有：涉及的学生太少，不显示';

const progress = {
  planned: count(`参加测评的学生；${FEW}`),
  submitted: count(`其中已全部提交的学生；${FEW}`),
};

const School = Type.Object({
  school_id: Id,
  school_name: Type.String(),
  edu_level: Type.Optional(Type.Integer({ description: 'edu_level' })),
  product_status: Type.Integer({ description: 'product_status' }),
  warned: count(`本学年有预警的学生；${FEW}`),
  verify_minutes: count('从上报到核实的中位数'),
  answer: Type.Optional(Type.String({ description: 'bureau_answer，对最近一次区域测评计划的答复' })),
  ...progress,
});
export type ScreenSchool = Type.Static<typeof School>;

/** Everything that a large screen shows: numbers of students, suppressed and rounded; no names of people. */
export const ScreenNumbers = Type.Object({
  org_name: Type.String(),
  org_type: Type.Integer({ description: 'org_type' }),
  as_of: Instant,
  smallest: Type.Integer({ description: '少于这么多名学生的数字不显示，其余取整到它的倍数' }),
  warnings: Type.Optional(
    Type.Object({
      states: Type.Array(Type.Object({ key: Type.String({ description: 'warn_progress' }), n: count(FEW) })),
      warned: count(`本学年有预警的学生；${FEW}`),
      months: Type.Array(
        Type.Object({
          month: Type.String({ description: 'YYYY-MM' }),
          n: count(FEW),
          last: count('上一学年的同一个月'),
        }),
      ),
      sources: Type.Array(Type.Object({ source: Type.Integer({ description: 'warn_source' }), n: count(FEW) })),
      verify_minutes: count('从上报到核实的中位数'),
    }),
  ),
  cases: Type.Optional(
    Type.Array(Type.Object({ level: Type.Integer({ description: 'crisis_level' }), n: count(FEW) })),
  ),
  consultations: Type.Optional(Type.Object({ booked: count(`今天有咨询的学生；${FEW}`), done: count(FEW) })),
  screening: Type.Optional(
    Type.Object({
      ...progress,
      parts: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), ...progress })),
    }),
  ),
  schools: Type.Optional(Type.Array(School)),
});
export type ScreenNumbers = Type.Static<typeof ScreenNumbers>;

export const largeScreen = endpoint({
  name: 'large-screen.read',
  method: 'GET',
  path: '/v1/portal/large_screen',
  summary: '数据大屏：本单位的实时数字',
  access: { auth: 'org', area: 'large-screen', act: 'open' },
  response: ScreenNumbers,
  // Sent by the page once a minute.
  passive: true,
});

const ScreenLink = Type.Object({
  link_id: Id,
  name: Type.String(),
  created_by: Type.String(),
  created_at: Instant,
  expires_at: Instant,
  state: Type.Union([
    Type.Literal('active'),
    Type.Literal('suspended', { description: '失效：建立人已停用，或不再有这项权限' }),
    Type.Literal('expired'),
    Type.Literal('revoked'),
  ]),
  last_used_at: Type.Optional(Instant),
  last_address: Type.Optional(Type.String()),
});
export type ScreenLink = Type.Static<typeof ScreenLink>;

export const screenLinks = endpoint({
  name: 'large-screen.links',
  method: 'GET',
  path: '/v1/portal/large_screen/links',
  summary: '数据大屏的投放链接',
  access: { auth: 'org', area, act: 'open' },
  response: listOf(ScreenLink),
});

export const createScreenLink = endpoint({
  name: 'large-screen.create-link',
  method: 'POST',
  path: '/v1/portal/large_screen/links',
  summary: '新建投放链接：不登录就能打开数据大屏，到期失效；密钥只在这一次的答复里',
  access: { auth: 'org', area, act: 'create' },
  verified: true,
  body: Type.Object(
    {
      name: Text(LINK_NAME_MAX, 1),
      valid_hours: Type.Integer({ minimum: LINK_HOURS.least, maximum: LINK_HOURS.most }),
    },
    closed,
  ),
  response: Type.Object({
    link_id: Id,
    key: Type.String({ description: '放在 /screen# 之后' }),
    expires_at: Instant,
  }),
  status: 201,
  bodyLimit,
});

export const revokeScreenLink = endpoint({
  name: 'large-screen.revoke-link',
  method: 'POST',
  path: '/v1/portal/large_screen/links/:id/revoke',
  summary: '停用投放链接，立即生效',
  access: { auth: 'org', area, act: 'revoke' },
  params: idParam('id'),
  response: Done,
});

export const shownScreen = endpoint({
  name: 'large-screen.show',
  method: 'POST',
  path: '/v1/portal/large_screen/shown',
  summary: '凭投放链接读取数据大屏的数字，不登录',
  access: { auth: 'public' },
  body: Type.Object({ key: Text(160, 1) }, closed),
  response: Type.Object({
    numbers: ScreenNumbers,
    expires_at: Instant,
    next_at: Type.String({ format: 'date-time', description: '在这之前数字不变' }),
  }),
  bodyLimit,
});
