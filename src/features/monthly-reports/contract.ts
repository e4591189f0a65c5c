import * as Type from 'typebox/type';
import { Done, Instant } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

const ofReport = <const A extends string>(act: A) => ({ auth: 'org', area: 'report/monthly', act }) as const;

const Month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$', description: 'YYYY-MM' });
const n = Type.Optional(Type.Integer({ minimum: 0, description: '没有：人数太少不显示' }));

const Line = Type.Object({
  key: Type.String(),
  label: Type.String(),
  unit: Type.Union([Type.Literal('student'), Type.Literal('event'), Type.Literal('minute'), Type.Literal('hour')]),
  now: n,
  before: n,
  last_year: n,
});
export type MonthlyLine = Type.Static<typeof Line>;

const Section = Type.Object({ key: Type.String(), title: Type.String(), lines: Type.Array(Line) });
export type MonthlySection = Type.Static<typeof Section>;

const Screening = Type.Object({
  id: Type.String({ description: '测评或测评计划' }),
  title: Type.String(),
  starts_at: Type.Optional(Instant),
  ends_at: Type.Optional(Instant),
  asked: n,
  submitted: n,
  shown_at_end: Type.Optional(Type.Literal(true, { description: '测评结束之后才显示分布' })),
  scales: Type.Array(
    Type.Object({
      scale_id: Type.String(),
      title: Type.String(),
      dimension: Type.String(),
      valid: n,
      bands: Type.Array(Type.Object({ band_id: Type.String(), title: Type.String(), n })),
    }),
  ),
});
export type MonthlyScreening = Type.Static<typeof Screening>;

export const MonthlyReport = Type.Object({
  level: Type.Union([Type.Literal('school'), Type.Literal('area')]),
  name: Type.String({ description: '学校、管理范围或区域' }),
  month: Month,
  months: Type.Array(Month, { description: '可以选择的月份，最近的在前' }),
  as_of: Instant,
  smallest: Type.Optional(
    Type.Integer({ description: '少于这么多名学生的数字不显示，其余取整到它的倍数；没有这一项：数字是准确的' }),
  ),
  known: Type.Object(
    { before: Type.Boolean(), last_year: Type.Boolean() },
    { description: '上月、去年同月有没有统计过' },
  ),
  sections: Type.Array(Section),
  screenings: Type.Array(Screening),
  schools: Type.Optional(
    Type.Object({
      columns: Type.Array(Type.Object({ key: Type.String(), label: Type.String() })),
      rows: Type.Array(
        Type.Object({
          key: Type.String(),
          label: Type.String(),
          counted: Type.Boolean({ description: '这所学校的这个月已经统计' }),
          numbers: Type.Array(Type.Object({ key: Type.String(), n })),
        }),
      ),
    }),
  ),
  text: Type.Array(Type.String(), { description: '可以用在会议材料里的段落，由上面的数字按规则写成' }),
});
export type MonthlyReport = Type.Static<typeof MonthlyReport>;

const params = Type.Object({ month: Month }, { additionalProperties: false });
const numbers = Type.Optional(
  Type.Literal('exact', { description: '学校：准确的次数和人数，只在校内使用；不写：取整的人数' }),
);

/** A month that is over: rounded numbers of students, and for a school its exact numbers on request. */
export const monthlyReport = endpoint({
  name: 'monthly-report.read',
  method: 'GET',
  path: '/v1/portal/monthly_reports/:month',
  summary: '心理月报：预警、个案、干预、咨询、转介、测评，与上月和去年同月比较，只有数字',
  access: ofReport('open'),
  params,
  query: Type.Object({ numbers }, { additionalProperties: false }),
  response: MonthlyReport,
});

export const monthlyReportFile = endpoint({
  name: 'monthly-report.file',
  method: 'POST',
  path: '/v1/portal/monthly_reports/:month/file',
  summary: '把心理月报做成 PDF（后台任务），内容与页面一致',
  access: ofReport('export'),
  params,
  body: Type.Object({ numbers }, { additionalProperties: false }),
  response: Type.Object({ task_id: Type.String() }),
  bodyLimit: 1024,
});

const SETTING = '/v1/portal/monthly_report_settings';

export const monthlySetting = endpoint({
  name: 'monthly-report.setting',
  method: 'GET',
  path: SETTING,
  summary: '上月的心理月报是否在每月第一个工作日早上自动生成，以及最近一次',
  access: ofReport('open'),
  response: Type.Object({
    automatic: Type.Boolean(),
    made: Type.Optional(Type.Object({ month: Month, at: Instant })),
  }),
});

/** The file goes to everyone who may export the report, in rounded numbers of their own scope. */
export const putMonthlySetting = endpoint({
  name: 'monthly-report.put-setting',
  method: 'PUT',
  path: SETTING,
  summary: '开启或关闭心理月报的自动生成',
  access: { auth: 'org', area: 'report/monthly/setting', act: 'edit' },
  body: Type.Object({ automatic: Type.Boolean() }, { additionalProperties: false }),
  response: Done,
  bodyLimit: 256,
});
