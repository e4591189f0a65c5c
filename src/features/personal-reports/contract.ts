import * as Type from 'typebox/type';
import { Id, idParam, Instant } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

const literals = <const V extends readonly string[]>(values: V) => Type.Unsafe<V[number]>(Type.Enum([...values]));

const Change = Type.Object({
  from: Type.Number(),
  to: Type.Number(),
  difference: Type.Number(),
  meaning: Type.Optional(literals(['better', 'worse', 'within-chance'])),
});

const Dimension = Type.Object({
  dimension_id: Type.String(),
  title: Type.String(),
  words: Type.Optional(Type.String({ description: '写给调用者的话' })),
  band_title: Type.Optional(Type.String()),
  tone: Type.Optional(literals(['grey', 'yellow', 'red', 'done'])),
  score: Type.Optional(Type.Union([Type.Number(), Type.Null()], { description: '缺答太多时没有' })),
  missing: Type.Optional(Type.Integer()),
  bands: Type.Optional(
    Type.Array(
      Type.Object({
        title: Type.String(),
        from: Type.Number(),
        to: Type.Number(),
        severity: Type.Number({ minimum: 0, maximum: 1, description: '在本维度各级中的轻重' }),
      }),
      { description: '从低分到高分' },
    ),
  ),
  norm_mean: Type.Optional(Type.Number()),
  norm_raw: Type.Optional(
    Type.Object(
      { value: Type.Number(), mean: Type.Number(), sd: Type.Number() },
      { description: '换算为 T 分之前的原始分，以及常模的平均和标准差；量表给出常模时才有' },
    ),
  ),
  change: Type.Optional(Change),
});

const Scale = Type.Object({
  scale_id: Type.String(),
  title: Type.String(),
  version: Type.String(),
  valid: Type.Boolean(),
  unofficial: Type.Boolean({ description: '题目文字不是授权的译文' }),
  marks: Type.Array(Type.String(), { description: '没有通过的作答检查' }),
  imported: Type.Optional(Type.Boolean({ description: '总分是导入的，没有作答' })),
  norm: Type.Optional(
    Type.Object({ title: Type.String(), source: Type.String(), population: Type.Optional(Type.String()) }),
  ),
  dimensions: Type.Array(Dimension),
  answers: Type.Optional(
    Type.Array(Type.Object({ item_id: Type.String(), text: Type.String(), answer: Type.String() }), {
      description: '自编问卷的回答',
    }),
  ),
  former: Type.Optional(
    Type.Object({
      exam_name: Type.String(),
      submitted_at: Instant,
      not_comparable: Type.Optional(Type.Array(Type.String(), { description: '为什么不能比较' })),
    }),
  ),
});

const Replaced = Type.Object({
  scale_id: Type.String(),
  title: Type.String(),
  version: Type.String(),
  norm_title: Type.Optional(Type.String()),
  scores: Type.Array(
    Type.Object({
      dimension_id: Type.String(),
      title: Type.String(),
      score: Type.Union([Type.Number(), Type.Null()]),
      band_title: Type.Optional(Type.String()),
    }),
    { description: '作废的结果没有' },
  ),
  scored_at: Type.Optional(Instant),
  ended_at: Instant,
  ended_by_name: Type.Optional(Type.String({ description: '重新计分的人；更正导入的分数时没有' })),
});

const Report = Type.Object({
  child_exam_id: Type.String(),
  exam_id: Type.String(),
  exam_name: Type.String(),
  child_id: Type.String(),
  child_name: Type.String(),
  class_name: Type.Optional(Type.String()),
  submitted_at: Instant,
  reader: literals(['teacher', 'student', 'guardian']),
  view: literals(['scores', 'bands', 'words']),
  state: literals(['ready', 'held', 'waiting']),
  scales: Type.Array(Scale),
  critical: Type.Array(
    Type.Object({
      scale_id: Type.String(),
      item_id: Type.String(),
      text: Type.String(),
      answer: Type.String(),
      words: Type.String(),
    }),
    { description: '需要立即关注的回答，仅提供给有权查看分数的人员' },
  ),
  replaced: Type.Optional(
    Type.Array(Replaced, { description: '重新计分或更正以前的结果，最近的在前；仅提供给有权查看分数的人员' }),
  ),
  may_export: Type.Boolean(),
});
export type Report = Type.Static<typeof Report>;
export type ScaleReport = Report['scales'][number];
export type ReplacedReport = NonNullable<Report['replaced']>[number];
export type DimensionReport = ScaleReport['dimensions'][number];

/** The report of one sheet in the version of the caller: the staff's, the student's or the guardian's. */
export const personalReport = endpoint({
  name: 'report.personal',
  method: 'GET',
  path: '/v1/portal/child_exams/:id/report',
  summary: '个人测评报告：老师、学生和家长各有一版，只含计划和权限开放的部分',
  access: { auth: 'org', area: 'screening/result', act: 'open' },
  logged: 'exam_sheet',
  params: idParam('id'),
  response: Report,
});

/** The same report as a file. The operation log has an entry for each. */
export const exportPersonalReport = endpoint({
  name: 'report.personal-export',
  method: 'GET',
  path: '/v1/portal/exams/tests/users/report/export',
  kind: 'blob',
  summary: '导出个人测评报告（PDF）',
  access: { auth: 'org', area: 'screening/result/file', act: 'open' },
  query: Type.Object({ child_exam_id: Id }, { additionalProperties: false }),
});
