import * as Type from 'typebox/type';
import { Done, Id, Instant, Text, idParam, listOf, paging } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { Attachment, FileIds } from '../../../platform/media/contract/media.ts';

const report = { auth: 'org', area: 'crisis-report', act: 'report' } as const;
const warn = { auth: 'org', area: 'crisis/warn', act: 'open' } as const;
const verify = { auth: 'org', area: 'crisis/warn/verify', act: 'verify' } as const;
const warns = '/v1/portal/psychology_warns';
const cases = '/v1/portal/psychology_crisis/cases';

const Level = Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)], {
  description: 'crisis_level：1 最紧急',
});
const OptionalLevel = Type.Optional(Type.Union([Level, Type.Null()]));
/** Limits of the reason editor (`spec §5`, attachments). */
const reasoned = { file_ids: Type.Optional(FileIds), reason: Type.Optional(Type.Union([Text(NOTE_MAX), Type.Null()])) };

const reported = {
  child_id: Id,
  category_ids: Type.Array(Id, { minItems: 1, maxItems: 1, description: '风险类型，一个' }),
  warn_content: Text(NOTE_MAX, 1),
  source_type: Type.Union([Type.Literal(1), Type.Literal(2)], { description: '1 日常发现，2 咨询中发现' }),
  student_consulting_id: Type.Optional(
    Type.Union([Id, Type.Null()], { description: 'source_type 为 2 时必填，否则为空' }),
  ),
};
export const CrisisReport = Type.Object(reported, { additionalProperties: false });
export type CrisisReport = Type.Static<typeof CrisisReport>;

/** Risk types with their preset descriptions. `rec_type` 0 returns all types. */
export const crisisCategories = endpoint({
  name: 'crisis.categories',
  method: 'GET',
  path: '/v1/portal/extreme/cases',
  summary: '风险类型及其问题描述模板',
  access: { auth: 'org', area: 'crisis-report', act: 'open' },
  query: Type.Object({ rec_type: Type.Optional(Type.Literal('0')) }, { additionalProperties: false }),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        extreme_case_id: Type.String(),
        extreme_case: Type.String(),
        templates: Type.Array(Type.String()),
      }),
    ),
  }),
});

/** Students of a class with exactly this name, usually one. For reporters who have no list of students. */
export const studentNamed = endpoint({
  name: 'crisis.student-named',
  method: 'GET',
  path: '/v1/portal/crisis_report/students',
  summary: '按班级和全名找到要上报的学生',
  access: report,
  logged: 'student',
  query: Type.Object({ class_id: Id, child_name: Text(40, 1) }, { additionalProperties: false }),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        child_id: Type.String(),
        child_name: Type.String(),
        no_end: Type.String({ description: '学号的后四位，同名时分辨' }),
      }),
    ),
  }),
});

/** Returns no data: a reporter need not have the right to read warnings. */
export const reportWarning = endpoint({
  name: 'warn.report',
  method: 'POST',
  path: `${warns}/artificials`,
  summary: '上报预警，等待核实',
  access: report,
  status: 201,
  bodyLimit: 16_384,
  body: CrisisReport,
  response: Type.Object({ warn_id: Type.String() }),
});

export const reportCrisis = endpoint({
  name: 'crisis.report',
  method: 'POST',
  path: '/v1/portal/psychology_crisis/artificials',
  summary: '上报并同时核实为有效',
  access: { auth: 'org', area: 'crisis-report/next-step', act: 'report' },
  status: 201,
  bodyLimit: 32_768,
  body: Type.Object({ ...reported, crisis_level: Level, ...reasoned }, { additionalProperties: false }),
  response: Type.Object({ warn_id: Type.String(), case_id: Type.String() }),
});

const head = {
  warn_id: Type.String(),
  child_id: Type.String(),
  child_name: Type.String(),
  class_name: Type.Optional(Type.String({ description: '当时的班级' })),
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
    { valid_status: Type.Union([Type.Literal(1), Type.Literal(2)]), crisis_level: OptionalLevel, ...reasoned },
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
    { crisis_level: OptionalLevel, ...reasoned, version: Type.Optional(Type.Integer({ minimum: 1 })) },
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

const inWords = (description: string) =>
  Type.Array(Type.Object({ title: Type.String(), text: Type.String() }), { description });
/** The resource of a record and its list fields. */
export const recordHead = { resource: Type.String({ description: '记录的实体名' }), facts: inWords('方式、时长等') };
const SummarisedRecord = Type.Object({
  ...recordHead,
  words: inWords('写下的内容，最多 200 个字；全文在记录里'),
  attachments: Type.Array(Attachment),
});
/** Summary of a record, limited to what the caller may read. */
export type SummarisedRecord = Type.Static<typeof SummarisedRecord>;

const CaseStep = Type.Object({
  step_id: Type.String(),
  kind: Type.String({ description: 'case_step_kind' }),
  at: Instant,
  author_id: Type.String(),
  author_name: Type.String(),
  warn_id: Type.Optional(Type.String()),
  record_table: Type.Optional(Type.String()),
  record_id: Type.Optional(Type.String()),
  level: Type.Optional(Type.Integer({ description: '这一步之后的危机等级' })),
  restricted_to: Type.Optional(Type.String({ description: 'role_group：只有这些角色能看内容' })),
  readable: Type.Boolean({ description: '受限的内容对当前角色是否可见' }),
  content: Type.Optional(Type.String()),
  amends: Type.Optional(Type.String({ description: '更正的是哪一步' })),
  amended: Type.Boolean({ description: '后来更正过，有一步代替它' }),
  record: Type.Optional(SummarisedRecord),
  attachments: Type.Array(Attachment),
});
export type CaseStep = Type.Static<typeof CaseStep>;

const CaseDetail = Type.Object({
  case_id: Type.String(),
  child_id: Type.String(),
  child_name: Type.String(),
  student_no: Type.String(),
  sex: Type.Optional(Type.Integer()),
  class_name: Type.Optional(Type.String()),
  study_status: Type.Integer(),
  crisis_level: Type.Integer(),
  status: Type.Integer({ description: 'case_status' }),
  opened_at: Instant,
  first_contact_at: Type.Optional(Instant),
  closed_at: Type.Optional(Instant),
  closed_by_name: Type.Optional(Type.String()),
  version: Type.Integer(),
  warns: Type.Array(WarnHead),
  can_write: Type.Boolean(),
  can_restrict: Type.Boolean(),
  steps: listOf(CaseStep),
});
export type CaseDetail = Type.Static<typeof CaseDetail>;

/** A case with its warnings and a page of its steps, latest first. */
export const caseDetail = endpoint({
  name: 'case.get',
  method: 'GET',
  path: `${cases}/:id`,
  summary: '危机个案：学生、等级、预警和经过（最近的在前）',
  access: { auth: 'org', area: 'crisis/case', act: 'open' },
  params: idParam('id'),
  logged: 'crisis-case',
  query: Type.Object(paging, { additionalProperties: false }),
  response: CaseDetail,
});

const write = <const A extends string>(act: A) => ({ auth: 'org', area: 'crisis/case/write', act }) as const;

export const addCaseStep = endpoint({
  name: 'case.add-step',
  method: 'POST',
  path: `${cases}/:id/steps`,
  summary: '在个案里记一步，或更正自己写的一步（原文保留）',
  access: write('write'),
  status: 201,
  params: idParam('id'),
  bodyLimit: 16_384,
  body: Type.Object(
    {
      kind: Type.Union([Type.Literal('note'), Type.Literal('family'), Type.Literal('reassess')], {
        description: 'case_step_kind：note 跟进记录，family 家校联系，reassess 复评',
      }),
      content: Text(NOTE_MAX, 1),
      file_ids: Type.Optional(FileIds),
      restricted: Type.Optional(Type.Boolean({ description: '只有自己所在角色组能看' })),
      amends: Type.Optional(Id),
    },
    { additionalProperties: false },
  ),
  response: CaseStep,
});

/** `version` is the version of the case that the caller read (optimistic lock). */
const acting = { reason: Text(NOTE_MAX, 1), version: Type.Integer({ minimum: 1 }) };
export const changeCaseLevel = endpoint({
  name: 'case.change-level',
  method: 'PUT',
  path: `${cases}/:id/level`,
  summary: '调整危机等级',
  access: write('level'),
  params: idParam('id'),
  bodyLimit: 16_384,
  body: Type.Object({ crisis_level: Level, ...acting }, { additionalProperties: false }),
  response: Done,
});
export const closeCase = endpoint({
  name: 'case.close',
  method: 'POST',
  path: `${cases}/:id/close`,
  summary: '结案',
  access: write('close'),
  params: idParam('id'),
  bodyLimit: 16_384,
  body: Type.Object(acting, { additionalProperties: false }),
  response: Done,
});
