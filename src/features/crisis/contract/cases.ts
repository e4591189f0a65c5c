import * as Type from 'typebox/type';
import { Done, Id, Instant, Text, idParam, listOf, paging } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { Attachment, FileIds } from '../../../platform/media/contract/media.ts';
import { INFORMED } from '../rules/crisis.ts';
import { Level } from './level.ts';
import { WarnHead } from './warnings.ts';

export const cases = '/v1/portal/psychology_crisis/cases';

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

export const CaseStep = Type.Object({
  step_id: Type.String(),
  kind: Type.String({ description: 'case_step_kind' }),
  at: Instant,
  author_id: Type.String(),
  author_name: Type.String(),
  warn_id: Type.Optional(Type.String()),
  record_table: Type.Optional(Type.String()),
  record_id: Type.Optional(Type.String()),
  informed_at: Type.Optional(Type.String({ format: 'date-time', description: '告知时间' })),
  informed_how: Type.Optional(Type.Integer({ description: 'informed_how' })),
  contact_result: Type.Optional(Type.Integer({ description: 'contact_result：与监护人联系的结果' })),
  level: Type.Optional(Type.Integer({ description: '此记录之后的危机等级' })),
  restricted_to: Type.Optional(Type.String({ description: 'role_group：只有这些角色能看内容' })),
  readable: Type.Boolean({ description: '受限的内容对当前角色是否可见' }),
  content: Type.Optional(Type.String()),
  amends: Type.Optional(Type.String({ description: '更正的是哪一步' })),
  amended: Type.Boolean({ description: '后来更正过，有一步代替它' }),
  record: Type.Optional(SummarisedRecord),
  attachments: Type.Array(Attachment),
});
export type CaseStep = Type.Static<typeof CaseStep>;

const Who = Type.Enum([...INFORMED], { description: 'informed_who' });
const Notice = Type.Object({
  who: Who,
  at: Instant,
  how: Type.Integer({ description: 'informed_how' }),
  by_name: Type.String({ description: '记录的老师' }),
});

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
  owner_id: Type.Optional(Type.String({ description: '负责人' })),
  owner_name: Type.Optional(Type.String()),
  next_on: Type.Optional(Type.String({ format: 'date', description: '下一步的日期' })),
  next_text: Type.Optional(Type.String({ description: '下一步做什么' })),
  next_state: Type.Optional(Type.String({ description: 'due_state' })),
  safety_plan: Type.Optional(
    Type.Object(
      { edition: Type.Integer(), at: Instant, author_name: Type.String() },
      { description: '安全计划现在是第几版，谁写的' },
    ),
  ),
  version: Type.Integer(),
  warns: Type.Array(WarnHead),
  inform: Type.Boolean({ description: '来自筛查：要告知监护人和班主任' }),
  informed: Type.Array(Notice, { description: '已告知的，每种人最近的一次' }),
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

/** The whole case as a PDF, as far as the caller may read its parts. */
export const exportCase = endpoint({
  name: 'case.export',
  method: 'GET',
  path: `${cases}/:id/file`,
  summary: '危机个案的 PDF：预警、核实、安全计划、联系、干预和全部经过',
  access: { auth: 'org', area: 'crisis/case/file', act: 'export' },
  params: idParam('id'),
  kind: 'blob',
});

const write = <const A extends string>(act: A) => ({ auth: 'org', area: 'crisis/case/write', act }) as const;

export const addCaseStep = endpoint({
  name: 'case.add-step',
  method: 'POST',
  path: `${cases}/:id/steps`,
  summary: '添加跟进记录，或更正自己的记录（原文保留）',
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

/** Who was informed of the risk, when and how; the names stand in the step. */
export const informPeople = endpoint({
  name: 'case.inform',
  method: 'POST',
  path: `${cases}/:id/informed`,
  summary: '记录已告知监护人和班主任：告知了谁、什么时候、怎样告知',
  access: write('write'),
  status: 201,
  params: idParam('id'),
  bodyLimit: 16_384,
  body: Type.Object(
    {
      people: Type.Array(Type.Object({ who: Who, name: Text(60, 1) }, { additionalProperties: false }), {
        minItems: 1,
        maxItems: INFORMED.length,
      }),
      at: Instant,
      how: Type.Integer({ minimum: 1, maximum: 5, description: 'informed_how' }),
      note: Type.Optional(Text(NOTE_MAX)),
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
  body: Type.Object(
    {
      ...acting,
      uninformed_reason: Type.Optional(Text(NOTE_MAX, 1)),
    },
    {
      additionalProperties: false,
      description: 'uninformed_reason：来自筛查的个案还没有告知监护人和班主任就结案，要说明原因',
    },
  ),
  response: Done,
});
