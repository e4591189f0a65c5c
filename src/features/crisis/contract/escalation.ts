import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, paging, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'escalation', act }) as const;

export const STEPS_MAX = 8;
export const MINUTES_MAX = 1440;
export const INTERVIEW_DAYS_MAX = 20;
/** Working days until the interview after a screening, where the school says nothing else. */
export const INTERVIEW_DAYS = 3;
const PEOPLE_MAX = 50;

const Minutes = Type.Integer({ minimum: 1, maximum: MINUTES_MAX });
const Day = Type.String({ format: 'date' });
const Time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });
const People = Type.Array(Id, { maxItems: PEOPLE_MAX, uniqueItems: true });
const strict = { additionalProperties: false } as const;

/** One step: recipients, their stand-ins outside working time, and the minutes until the next step is notified. */
const Step = Type.Object(
  {
    name: Text(20, 1),
    roles: Type.Array(Type.Integer({ minimum: 1, maximum: 99 }), {
      maxItems: 10,
      uniqueItems: true,
      description: '持有这些角色、且管得到这名学生的教职工',
    }),
    user_ids: { ...People, description: '指定的教职工' },
    stand_in_ids: { ...People, description: '工作时间以外代为接收的教职工；没有时仍通知本级' },
    minutes: Type.Object(
      { level_1: Minutes, level_2: Minutes, level_3: Minutes },
      { ...strict, description: '各等级的预警在这一级等多久，再上报下一级；没有等级的按一级' },
    ),
    sms: Type.Boolean(),
  },
  strict,
);

const Rules = Type.Object(
  {
    steps: Type.Array(Step, { minItems: 1, maxItems: STEPS_MAX }),
    hours: Type.Object(
      {
        days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7, uniqueItems: true }),
        from: Time,
        to: Time,
        holidays: Type.Array(Type.Object({ from: Day, to: Day }, strict), { maxItems: 60 }),
        workdays: Type.Array(Day, { maxItems: 60, uniqueItems: true }),
      },
      strict,
    ),
    interview_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: INTERVIEW_DAYS_MAX,
        description: '测评预警在几个工作日内访谈并核实；没有填时 3 个',
      }),
    ),
  },
  strict,
);
export type EscalationRules = Type.Static<typeof Rules>;
export type EscalationStep = EscalationRules['steps'][number];

const Person = Type.Object({ user_id: Type.String(), real_name: Type.String() });
const Known = Type.Object({
  rules: Rules,
  version: Type.Integer({ minimum: 0, description: '0：还是默认规则' }),
  people: Type.Array(Person, { description: '可以点名的教职工' }),
  roles: Type.Array(Type.Integer(), { description: '学校里有的角色' }),
});

export const escalation = endpoint({
  name: 'escalation.get',
  method: 'GET',
  path: '/v1/portal/escalation',
  summary: '预警上报规则：谁先知道，多久没人处理再告诉谁',
  access: may('open'),
  response: Known,
});

export const putEscalation = endpoint({
  name: 'escalation.put',
  method: 'PUT',
  path: '/v1/portal/escalation',
  summary: '修改预警上报规则',
  access: may('update'),
  body: Type.Object({ rules: Rules, version: Type.Integer({ minimum: 0 }) }, strict),
  response: Known,
});

const Telling = Type.Object({
  step: Type.Integer(),
  step_name: Type.String(),
  teacher_name: Type.String(),
  channel: Type.String({ description: 'telling_channel' }),
  stand_in: Type.Boolean(),
  at: Instant,
  state: Type.String({ description: 'telling_state' }),
});
const Run = Type.Object({
  run_id: Type.String(),
  drill: Type.Boolean(),
  student_name: Type.Optional(Type.String({ description: '演练中虚构的学生；真实预警不显示姓名' })),
  class_name: Type.Optional(Type.String()),
  level: Type.Optional(Type.Integer()),
  state: Type.String({ description: 'escalation_state' }),
  started_at: Instant,
  next_at: Type.Optional(Instant),
  ended_at: Type.Optional(Instant),
  ended_by_name: Type.Optional(Type.String()),
  tellings: Type.Array(Telling),
});
export type EscalationRun = Type.Static<typeof Run>;

/** Recipients, times and acknowledgements of warnings and drills. Students are not named. */
export const escalationRuns = endpoint({
  name: 'escalation.runs',
  method: 'GET',
  path: '/v1/portal/escalation/runs',
  summary: '上报记录：何时通知了谁，谁确认了',
  access: may('open'),
  query: Type.Object({ ...paging, drill: Type.Optional(Type.Boolean()) }, strict),
  response: Type.Object({ total: Type.Integer({ minimum: 0 }), items: Type.Array(Run) }),
});

/** Runs the escalation for a fictitious student: no student record changes, the notifications are real. */
export const startDrill = endpoint({
  name: 'escalation.start-drill',
  method: 'POST',
  path: '/v1/portal/escalation/drills',
  summary: '用一名虚构的学生演练一次上报',
  access: may('update'),
  status: 201,
  body: Type.Object(
    { student_name: Text(20, 1), class_id: Id, level: Type.Integer({ minimum: 1, maximum: 3 }) },
    strict,
  ),
  response: Type.Object({ run_id: Type.String() }),
});

export const endDrill = endpoint({
  name: 'escalation.end-drill',
  method: 'POST',
  path: '/v1/portal/escalation/drills/:id/end',
  summary: '结束一次演练',
  access: may('update'),
  params: idParam('id'),
  response: Done,
});

/** For recipients of the drill only. */
export const acknowledgeDrill = endpoint({
  name: 'escalation.acknowledge-drill',
  method: 'POST',
  path: '/v1/portal/escalation/drills/:id/acknowledge',
  summary: '确认收到一次演练',
  access: { auth: 'org', area: 'directory', act: 'open' },
  params: idParam('id'),
  response: Done,
});
