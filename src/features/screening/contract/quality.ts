import * as Type from 'typebox/type';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { Conditions } from './rules.ts';

const access = { auth: 'org', area: 'screening/rules', act: 'open' } as const;
const Count = Type.Integer({ minimum: 0 });
const Share = Type.Object(
  {
    of: Count,
    share: Type.Number({ minimum: 0, maximum: 1 }),
    from: Type.Number({ minimum: 0, maximum: 1 }),
    to: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { description: '比例和 95 % 置信区间（Wilson）；of 为分母' },
);
export type Share = Type.Static<typeof Share>;

const hours = {
  hours_median: Type.Optional(Type.Number({ description: '从预警到核实，小时，中位数' })),
  hours_p90: Type.Optional(Type.Number({ description: '九成在多少小时内核实' })),
};

const Quality = Type.Object({
  rules: Type.Array(
    Type.Object({
      rule_id: Type.String({ description: 'critical：关键题；positive：达到划界分、没有规则' }),
      title: Type.String(),
      raised: Count,
      valid: Count,
      invalid: Count,
      pending: Count,
      precision: Type.Optional({ ...Share, description: '已核实的预警中有效的比例' }),
      ...hours,
    }),
  ),
  screening: Type.Object({
    sheets: { ...Count, description: '已计分的答卷' },
    positive: { ...Count, description: '阳性或触发预警的答卷' },
    found: { ...Count, description: '筛查之后一年内确认有效的学生，筛查时是阳性' },
    missed: { ...Count, description: '筛查时是阴性，之后一年内由老师、监护人或学生本人报告并确认有效' },
    sensitivity: Type.Optional(Share),
  }),
  load: Type.Array(
    Type.Object({
      user_name: Type.String(),
      verified: { ...Count, description: '核实的测评预警' },
      waiting: { ...Count, description: '已接手、还没有核实的' },
      ...hours,
    }),
  ),
});
export type Quality = Type.Static<typeof Quality>;

/** What became of the warnings of screenings, within the caller's scope. */
export const screeningQuality = endpoint({
  name: 'screening.quality',
  method: 'GET',
  path: '/v1/portal/screening/quality',
  summary: '筛查质量：每条规则预警了多少、多少有效、多久核实，筛查漏了多少',
  access,
  query: Type.Object(
    { from: Type.Optional(Type.String({ format: 'date', description: '答卷提交和预警的最早日期；不写就是全部' })) },
    { additionalProperties: false },
  ),
  response: Quality,
});

/** Students whom a replay names at most. */
export const MISSED_MAX = 50;

const Replay = Type.Object({
  exams: Type.Array(
    Type.Object({
      exam_id: Type.String(),
      exam_name: Type.String(),
      sheets: Count,
      met: { ...Count, description: '会预警的答卷' },
      cases: { ...Count, description: '之后一年内确认有效的学生' },
      missed: { ...Count, description: '其中这条规则不会预警的' },
    }),
    { description: '用到条件里全部量表的测评，最近的在前' },
  ),
  sensitivity: Type.Optional(Share),
  missed: Type.Array(
    Type.Object({
      child_id: Type.String(),
      child_name: Type.String(),
      class_name: Type.Optional(Type.String()),
      exam_name: Type.String(),
    }),
    { description: `不会预警的学生，管理范围内最多 ${MISSED_MAX} 名；能看预警的角色才有` },
  ),
});
export type Replay = Type.Static<typeof Replay>;

/** Tries conditions on the results that exist; nothing is stored and no warning raised. */
export const replayRule = endpoint({
  name: 'screening.replay-rule',
  method: 'POST',
  path: '/v1/portal/screening/rules/replay',
  summary: '用已有的测评结果试算一条规则：会预警多少、会漏掉哪些已确认的学生',
  access,
  body: Type.Object({ conditions: Conditions }, { additionalProperties: false }),
  response: Replay,
});
