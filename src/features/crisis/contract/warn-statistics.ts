import * as Type from 'typebox/type';
import { Id } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const access = { auth: 'org', area: 'warning/statistics', act: 'open' } as const;
const path = '/v1/portal/psychology_warns/statistics';

const Month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$', description: 'YYYY-MM' });

/** An institution may filter by year and place only. */
const query = {
  school_year: Type.Optional(
    Type.Integer({ minimum: 2000, maximum: 2099, description: '学年的第一个年份，9 月 1 日开始；默认本学年' }),
  ),
  from: Type.Optional(Month),
  to: Type.Optional(Month),
  school_id: Type.Optional(Type.String({ ...Id, description: '上级单位：其中一所学校' })),
  grade: Type.Optional(Type.String({ pattern: '^\\d{1,2}-\\d{1,3}$', description: '学段-年级' })),
  class_id: Type.Optional(Id),
  source: Type.Optional(Type.Integer({ minimum: 1, maximum: 99, description: 'warn_source' })),
  crisis_level: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
};

const n = Type.Optional(Type.Integer({ minimum: 0, description: '没有：涉及的学生太少，不显示' }));
const Stat = Type.Object({ key: Type.String(), label: Type.String(), n });
const MonthStat = Type.Object({
  ...Stat.properties,
  last: Type.Optional(Type.Integer({ minimum: 0, description: '上一学年的同一个月；没有：不显示' })),
});
const Part = Type.Object({
  ...Stat.properties,
  per_100: Type.Optional(Type.Number({ description: '每 100 名在读学生的预警，只有学校的本学年有' })),
});
const Times = Type.Object({ median: Type.Integer(), p90: Type.Integer() }, { description: '分钟' });

export const WarnStatistics = Type.Object({
  place: Type.Union([
    Type.Literal('institution'),
    Type.Literal('school'),
    Type.Literal('grade'),
    Type.Literal('class'),
  ]),
  name: Type.String(),
  unit: Type.Union([Type.Literal('warning'), Type.Literal('student')], {
    description: '数的是什么：学校是预警，上级单位是学生',
  }),
  smallest: Type.Optional(
    Type.Integer({ description: '少于这么多名学生的数字不显示，其余取整到它的倍数；学校自己的数字没有这一项' }),
  ),
  years: Type.Array(Type.Integer(), { description: '可选的学年，最近的在前' }),
  total: n,
  verdicts: Type.Array(Stat, { description: 'pending、invalid，其余为 crisis_level' }),
  sources: Type.Array(Stat),
  months: Type.Array(MonthStat),
  parts: Type.Object({
    by: Type.Union([Type.Literal('school'), Type.Literal('grade'), Type.Literal('class')]),
    rows: Type.Array(Part),
  }),
  rules: Type.Array(
    Type.Object({
      source: Type.Integer(),
      label: Type.String(),
      n,
      valid: n,
      invalid: n,
      share: Type.Optional(Type.Integer({ description: '核实后有效的百分比' })),
    }),
  ),
  verify: Type.Optional(Times),
  contact: Type.Optional(Times),
});
export type WarnStatistics = Type.Static<typeof WarnStatistics>;

/**
 * Counts of warnings without drills. A school gets exact counts within the role's scope; an institution gets suppressed
 * and rounded counts.
 */
export const warnStatistics = endpoint({
  name: 'warn.statistics',
  method: 'GET',
  path,
  summary: '预警统计：等级、来源、规则、月份、年级和班级（学校），以及核实和首次联系所用的时间',
  access,
  query: Type.Object(query, { additionalProperties: false }),
  response: WarnStatistics,
});
export type StatisticsQuery = Type.Static<typeof warnStatistics.query>;

export const exportWarnStatistics = endpoint({
  name: 'warn.statistics-export',
  method: 'GET',
  path: `${path}/export`,
  kind: 'blob',
  summary: '导出预警统计',
  access: { ...access, act: 'export' },
  query: Type.Object(
    { ...query, format: Type.Optional(Type.Union([Type.Literal('xlsx'), Type.Literal('csv')])) },
    { additionalProperties: false },
  ),
});
