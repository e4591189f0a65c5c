import * as Type from 'typebox/type';
import { Id, Instant, listOf, paging, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { Level, reasonFields } from './level.ts';

const report = { auth: 'org', area: 'crisis-report', act: 'report' } as const;

const reported = {
  child_id: Id,
  category_ids: Type.Array(Id, { minItems: 1, maxItems: 1, description: '风险类型，一个' }),
  warn_content: Text(NOTE_MAX, 1),
  source_type: Type.Union([Type.Literal(1), Type.Literal(2)], { description: '1 日常发现，2 咨询中发现' }),
  student_consulting_id: Type.Optional(
    Type.Union([Id, Type.Null()], { description: 'source_type 为 2 时必填，否则为空' }),
  ),
  talk_id: Type.Optional({ ...Id, description: '与 AI 助手的对话里引起上报的提问；来源记为智能谈心' }),
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
  path: '/v1/portal/psychology_warns/artificials',
  summary: '上报预警，等待核实',
  access: report,
  status: 201,
  bodyLimit: 16_384,
  body: CrisisReport,
  response: Type.Object({ warn_id: Type.String() }),
});

const ReportState = Type.Union([Type.Literal('waiting'), Type.Literal('taken'), Type.Literal('verified')], {
  description: 'own_report_state：waiting 等待处理，taken 已有人跟进，verified 已核实',
});

const OwnReport = Type.Object({
  warn_id: Type.String(),
  child_name: Type.String(),
  class_name: Type.Optional(Type.String({ description: '上报时班级' })),
  category_name: Type.Optional(Type.String({ description: '风险类型' })),
  reported_at: Instant,
  state: ReportState,
  taken_by_name: Type.Optional(Type.String({ description: '跟进或核实的人' })),
  taken_at: Type.Optional(Instant),
});
export type OwnReport = Type.Static<typeof OwnReport>;

/**
 * The caller's own reports, latest first: what they wrote themselves and who looks after it. Verdict, level and reason
 * need the right to read warnings.
 */
export const ownReports = endpoint({
  name: 'warn.own-reports',
  method: 'GET',
  path: '/v1/portal/psychology_warns/own_reports',
  summary: '我的上报：本人上报的预警和处理进展',
  access: { ...report, act: 'open' },
  query: Type.Object({ ...paging, state: Type.Optional(ReportState) }, { additionalProperties: false }),
  response: listOf(OwnReport),
});

export const reportCrisis = endpoint({
  name: 'crisis.report',
  method: 'POST',
  path: '/v1/portal/psychology_crisis/artificials',
  summary: '上报并同时核实为有效',
  access: { auth: 'org', area: 'crisis-report/next-step', act: 'report' },
  status: 201,
  bodyLimit: 32_768,
  body: Type.Object({ ...reported, crisis_level: Level, ...reasonFields }, { additionalProperties: false }),
  response: Type.Object({ warn_id: Type.String(), case_id: Type.String() }),
});
