import * as Type from 'typebox/type';
import { Id, Instant, idParam, paging } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

const ofSchool = <const A extends string>(act: A) => ({ auth: 'org', area: 'screening/report', act }) as const;
const ofArea = <const A extends string>(act: A) => ({ auth: 'org', area: 'screening/area-report', act }) as const;
const ofSchoolInArea = <const A extends string>(act: A) =>
  ({ auth: 'org', area: 'screening/school-report', act }) as const;

const Count = Type.Optional(Type.Integer({ minimum: 0, description: '学生数；没有：人数太少不显示，或读不到' }));
const Grade = Type.String({ pattern: '^\\d{1,2}-\\d{1,3}$', description: '学段-年级' });

const participation = {
  asked: Count,
  submitted: Count,
  under_way: Count,
  not_started: Count,
  waiting_consent: Count,
  incomplete: Count,
  withdrawn: Count,
};
const Participation = Type.Object(participation, {
  description: '应测、已提交、正在作答、未开始、等待同意、提交但有漏答、退出',
});
export type Participation = Type.Static<typeof Participation>;

const Place = Type.Object({ key: Type.String(), label: Type.String() });
const Band = Type.Object({
  band_id: Type.String(),
  title: Type.String(),
  tone: Type.String({ description: 'grey、yellow、red 或 done' }),
  order: Type.Integer({ description: '越大越需要关注' }),
});
const GroupOfStudents = Type.Object({
  by: Type.Union([Type.Literal('all'), Type.Literal('sex'), Type.Literal('part')]),
  key: Type.String(),
  label: Type.String(),
  n: Count,
  mean: Type.Optional(Type.Number({ description: '平均分；人数取整的报告没有' })),
  norm: Type.Optional(
    Type.Object(
      {
        mean: Type.Number({ description: '这些学生各自所属人群的常模平均分' }),
        sd: Type.Number({ description: '常模的标准差' }),
        difference: Type.Number({ description: '平均分减常模平均分' }),
        d: Type.Number({ description: '差除以常模的标准差' }),
      },
      { description: '与常模比较；没有：量表没有给出平均分和标准差，或有学生不在常模的人群内，或人数取整的报告' },
    ),
  ),
  bands: Type.Array(
    Type.Object({
      band_id: Type.String(),
      n: Count,
      attentive: Type.Optional(Type.Integer({ minimum: 0, description: '其中没有被标记为作答可能不认真的' })),
    }),
  ),
});
export type GroupOfStudents = Type.Static<typeof GroupOfStudents>;

const ReportDimension = Type.Object({
  dimension_id: Type.String(),
  title: Type.String(),
  sd: Type.Optional(Type.Number()),
  norm_gap: Type.Optional(
    Type.Literal(true, { description: '量表给出了常模平均分，但有学生不在常模的人群内，不作比较' }),
  ),
  bands: Type.Array(Band, { description: '从最不需要关注到最需要关注' }),
  groups: Type.Array(GroupOfStudents),
});
export type ReportDimension = Type.Static<typeof ReportDimension>;

const ReportScale = Type.Object({
  scale_id: Type.String(),
  title: Type.String(),
  norm_title: Type.Optional(Type.String()),
  versions: Type.Optional(
    Type.Array(Type.String(), {
      description: '结果由量表的几个版本算出，学生最多的在前，分级的名称以它为准；没有这一项：只有一个版本',
    }),
  ),
  valid: Count,
  void: Type.Optional(Type.Integer({ minimum: 0, description: '按量表的规则作废，不计入分布' })),
  marked: Type.Optional(Type.Integer({ minimum: 0, description: '有效，但作答可能不认真' })),
  positive: Type.Optional(Type.Integer({ minimum: 0, description: '达到划界分或符合预警规则，要访谈' })),
  dimensions: Type.Array(ReportDimension),
});
export type ReportScale = Type.Static<typeof ReportScale>;

const ComparedDimension = Type.Object({
  dimension_id: Type.String(),
  title: Type.String(),
  from: Type.Optional(Type.Number({ description: '上次的平均分' })),
  to: Type.Optional(Type.Number({ description: '这次的平均分' })),
  before: Count,
  now: Count,
  bands: Type.Array(Type.Object({ band_id: Type.String(), title: Type.String(), before: Count, now: Count })),
});
const Comparison = Type.Object({
  exam_name: Type.String(),
  starts_at: Instant,
  grades: Type.Array(Type.String(), { description: '两次都有的年级，只比较这些' }),
  scales: Type.Array(
    Type.Object({
      scale_id: Type.String(),
      title: Type.String(),
      reasons: Type.Array(Type.String(), { description: '不能比较的原因；没有就是可以比较' }),
      dimensions: Type.Array(ComparedDimension),
    }),
  ),
});
export type ReportComparison = Type.Static<typeof Comparison>;

export const GroupReport = Type.Object({
  level: Type.Union([Type.Literal('area'), Type.Literal('school'), Type.Literal('grade'), Type.Literal('class')]),
  title: Type.String({ description: '测评或测评计划的名称' }),
  name: Type.String({ description: '区域、学校、年级或班级' }),
  starts_at: Type.Optional(Instant),
  ends_at: Type.Optional(Instant),
  as_of: Instant,
  is_over: Type.Boolean(),
  smallest: Type.Optional(
    Type.Integer({ description: '少于这么多名学生的数字不显示，其余取整到它的倍数；没有这一项：数字是准确的' }),
  ),
  places: Type.Array(Type.Object({ ...Place.properties, places: Type.Optional(Type.Array(Place)) }), {
    description: '可以切换到的年级和班级；区域报告是学校',
  }),
  participation: Participation,
  parts: Type.Object({
    by: Type.Union([Type.Literal('school'), Type.Literal('grade'), Type.Literal('class')]),
    rows: Type.Array(Type.Object({ ...Place.properties, ...participation })),
  }),
  shown_at_end: Type.Optional(
    Type.Literal(true, {
      description: '测评结束之后才显示分布和比较：数字取整的学校报告，结束之前没有 scales 和 comparison',
    }),
  ),
  scales: Type.Array(ReportScale),
  comparison: Type.Optional(Comparison),
  text: Type.Array(Type.String(), { description: '可以用在会议材料里的段落，由上面的数字按规则写成' }),
});
export type GroupReport = Type.Static<typeof GroupReport>;

const place = { grade: Type.Optional(Grade), class_id: Type.Optional(Id) };

/**
 * Exact numbers for roles that see results before their interview; suppressed and rounded ones for every other reader,
 * whose distributions begin when the screening is over.
 */
export const examReport = endpoint({
  name: 'exam.report',
  method: 'GET',
  path: '/v1/portal/exams/:id/report',
  summary: '一次测评的团体报告：管理范围、一个年级或一个班的参与、分级分布和比较，只有数字',
  access: ofSchool('open'),
  params: idParam('id'),
  query: Type.Object(place, { additionalProperties: false }),
  response: GroupReport,
});

const format = Type.Optional(Type.Union([Type.Literal('xlsx'), Type.Literal('csv')]));
export const exportExamReport = endpoint({
  name: 'exam.report-export',
  method: 'GET',
  path: '/v1/portal/exams/:id/report/export',
  kind: 'blob',
  summary: '导出团体报告的数字',
  access: ofSchool('export'),
  params: idParam('id'),
  query: Type.Object({ ...place, format }, { additionalProperties: false }),
});

const Task = Type.Object({ task_id: Type.String() });
const bodyLimit = 1024;

/** The report as the caller reads it when the file is made, as a PDF in the list of exports. */
export const examReportFile = endpoint({
  name: 'exam.report-file',
  method: 'POST',
  path: '/v1/portal/exams/:id/report/file',
  summary: '把团体报告做成 PDF（后台任务），内容与页面一致',
  access: ofSchool('export'),
  params: idParam('id'),
  body: Type.Object(place, { additionalProperties: false }),
  response: Task,
  bodyLimit,
});

const Follow = Type.Object({
  child_id: Type.String(),
  child_name: Type.String(),
  class_name: Type.Optional(Type.String()),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('confirmed')], {
    description: 'waiting 等待访谈，confirmed 访谈核实有效',
  }),
  crisis_level: Type.Optional(Type.Integer({ description: '访谈核实之后的等级' })),
});

/** A level is shown only after the verdict of the interview. */
export const examFollowUp = endpoint({
  name: 'exam.follow-up',
  method: 'GET',
  path: '/v1/portal/exams/:id/report/students',
  summary: '管理范围内需要关注的学生：等待访谈的，和访谈核实有效的；没有 items：角色不能查看预警',
  access: ofSchool('open'),
  params: idParam('id'),
  query: Type.Object({ ...place, ...paging }, { additionalProperties: false }),
  response: Type.Object({
    total: Type.Optional(Type.Integer({ minimum: 0 })),
    items: Type.Optional(Type.Array(Follow)),
  }),
  logged: 'exam',
});
export type FollowUp = Type.Static<typeof examFollowUp.response>;

/** Suppressed and rounded numbers, as everything that an institution sees of its schools. */
export const planReport = endpoint({
  name: 'bureau-plan.report',
  method: 'GET',
  path: '/v1/portal/bureau_plans/:id/report',
  summary: '测评计划的区域报告：各校合计的参与和分级分布，只有取整后的人数',
  access: ofArea('open'),
  params: idParam('id'),
  response: GroupReport,
});
export const exportPlanReport = endpoint({
  name: 'bureau-plan.report-export',
  method: 'GET',
  path: '/v1/portal/bureau_plans/:id/report/export',
  kind: 'blob',
  summary: '导出区域报告的数字',
  access: ofArea('export'),
  params: idParam('id'),
  query: Type.Object({ format }, { additionalProperties: false }),
});

const school = Type.Object({ id: Id, school_id: Id }, { additionalProperties: false });
const gradeOnly = { grade: Type.Optional(Grade) };
export const planSchoolReport = endpoint({
  name: 'bureau-plan.school-report',
  method: 'GET',
  path: '/v1/portal/bureau_plans/:id/schools/:school_id/report',
  summary: '测评计划中一所学校的报告，只有取整后的人数',
  access: ofSchoolInArea('open'),
  params: school,
  query: Type.Object(gradeOnly, { additionalProperties: false }),
  response: GroupReport,
});
export const exportPlanSchoolReport = endpoint({
  name: 'bureau-plan.school-report-export',
  method: 'GET',
  path: '/v1/portal/bureau_plans/:id/schools/:school_id/report/export',
  kind: 'blob',
  summary: '导出一所学校的报告的数字',
  access: ofSchoolInArea('export'),
  params: school,
  query: Type.Object({ ...gradeOnly, format }, { additionalProperties: false }),
});

export const planReportFile = endpoint({
  name: 'bureau-plan.report-file',
  method: 'POST',
  path: '/v1/portal/bureau_plans/:id/report/file',
  summary: '把区域报告做成 PDF（后台任务），内容与页面一致',
  access: ofArea('export'),
  params: idParam('id'),
  body: Type.Object({}, { additionalProperties: false }),
  response: Task,
  bodyLimit,
});
export const planSchoolReportFile = endpoint({
  name: 'bureau-plan.school-report-file',
  method: 'POST',
  path: '/v1/portal/bureau_plans/:id/schools/:school_id/report/file',
  summary: '把一所学校的报告做成 PDF（后台任务），内容与页面一致',
  access: ofSchoolInArea('export'),
  params: school,
  body: Type.Object(gradeOnly, { additionalProperties: false }),
  response: Task,
  bodyLimit,
});
