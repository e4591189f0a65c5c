import * as Type from 'typebox/type';
import { Instant, idParam, listOf, paging } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { Attachment } from '../../../platform/media/contract/media.ts';
import { Level, reasonFields } from './level.ts';

const warn = { auth: 'org', area: 'crisis/warn', act: 'open' } as const;
const verify = { auth: 'org', area: 'crisis/warn/verify', act: 'verify' } as const;
const warns = '/v1/portal/psychology_warns';
const OptionalLevel = Type.Optional(Type.Union([Level, Type.Null()]));

const head = {
  warn_id: Type.String(),
  child_id: Type.String(),
  child_name: Type.String(),
  class_name: Type.Optional(Type.String({ description: '上报时班级' })),
  source: Type.Integer({ description: 'warn_source' }),
  category_id: Type.Optional(Type.String({ description: '风险类型（extreme_case_id）' })),
  valid_status: Type.Integer({ description: 'valid_status：0 待核实，1 有效，2 无效' }),
  crisis_level: Type.Optional(Type.Integer({ description: 'crisis_level' })),
  suggested_level: Type.Optional(Type.Integer({ description: 'crisis_level' })),
  reporter_name: Type.String(),
  reported_at: Instant,
  case_id: Type.Optional(Type.String()),
  drill: Type.Boolean(),
};
export const WarnHead = Type.Object(head);

const WarnDetail = Type.Object({
  ...head,
  rule: Type.Optional(Type.String()),
  warn_content: Type.String(),
  source_type: Type.Optional(Type.Integer()),
  student_consulting_id: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  verified_by: Type.Optional(Type.String()),
  verified_by_name: Type.Optional(Type.String()),
  verified_at: Type.Optional(Instant),
  acknowledged_by_name: Type.Optional(Type.String()),
  acknowledged_at: Type.Optional(Instant),
  verdict_due: Type.Optional(Type.String({ format: 'date-time', description: '测评预警：要在此之前访谈并核实' })),
  version: Type.Integer(),
  can_verify: Type.Boolean({ description: '还没有核实，并且角色可以核实' }),
  can_edit: Type.Boolean({ description: '核实结果是自己写的，并且角色可以核实' }),
  attachments: Type.Array(Attachment, { description: '核实时附上的文件' }),
  former: Type.Array(
    Type.Object({
      at: Instant,
      crisis_level: Type.Optional(Type.Integer({ description: 'crisis_level' })),
      reason: Type.Optional(Type.String()),
      attachments: Type.Array(Attachment),
    }),
    { description: '核实结果修改之前的内容，最近的在前；at 是修改的时间' },
  ),
});
export type WarnDetail = Type.Static<typeof WarnDetail>;

export const warnDetail = endpoint({
  name: 'warn.get',
  method: 'GET',
  path: `${warns}/:id`,
  summary: '预警详情',
  access: warn,
  params: idParam('id'),
  response: WarnDetail,
  logged: 'warn',
});

/** Warnings of one student without their text, latest first. `id` is the id of the student or of the enrolment. */
export const childWarns = endpoint({
  name: 'student.crisis-warns',
  method: 'GET',
  path: '/v1/portal/students/:id/crisis_warns',
  summary: '一名学生的预警，最近的在前',
  access: warn,
  params: idParam('id'),
  logged: 'student',
  query: Type.Object(paging, { additionalProperties: false }),
  response: listOf(WarnHead),
});

/** A repeat by the same person with the same verdict succeeds. A second person gets a conflict that names the first. */
export const verifyWarning = endpoint({
  name: 'warn.verify',
  method: 'PUT',
  path: `${warns}/:id/verify`,
  summary: '核实预警',
  access: verify,
  params: idParam('id'),
  bodyLimit: 16_384,
  body: Type.Object(
    { valid_status: Type.Union([Type.Literal(1), Type.Literal(2)]), crisis_level: OptionalLevel, ...reasonFields },
    { additionalProperties: false },
  ),
  response: WarnDetail,
});

/** `version` is the version of the warning that the caller read; a stale one is refused. */
export const changeVerdict = endpoint({
  name: 'warn.update',
  method: 'PUT',
  path: `${warns}/:id`,
  summary: '修改自己的核实结果；原来的文字留在个案里',
  access: verify,
  params: idParam('id'),
  bodyLimit: 16_384,
  body: Type.Object(
    { crisis_level: OptionalLevel, ...reasonFields, version: Type.Optional(Type.Integer({ minimum: 1 })) },
    { additionalProperties: false },
  ),
  response: WarnDetail,
});

/** The first acknowledgement is kept; later callers learn who made it. */
export const acknowledgeWarning = endpoint({
  name: 'warn.acknowledge',
  method: 'POST',
  path: `${warns}/:id/acknowledge`,
  summary: '确认已经知道这条预警',
  access: { auth: 'org', area: 'crisis/acknowledge', act: 'acknowledge' },
  params: idParam('id'),
  response: Type.Object({ acknowledged_by_name: Type.String(), acknowledged_at: Instant }),
});
