import * as Type from 'typebox/type';
import { Id, Instant, Text, idParam } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';

const planning = <const A extends string>(act: A) => ({ auth: 'org', area: 'screening/bureau', act }) as const;
const answering = <const A extends string>(act: A) => ({ auth: 'org', area: 'exam', act }) as const;
const one = idParam('id');
const PlanState = Type.Object({
  plan_id: Type.String(),
  status: Type.String({ description: 'bureau_plan_status' }),
});

/** The schools that a plan may name. */
export const planSchools = endpoint({
  name: 'bureau-plan.schools',
  method: 'GET',
  path: '/v1/portal/bureau_plans/schools',
  summary: '可以写进测评计划的下属学校',
  access: planning('open'),
  response: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    items: Type.Array(Type.Object({ school_id: Type.String(), school_name: Type.String() })),
  }),
});

/** The schools are notified after the answer. */
export const sendPlan = endpoint({
  name: 'bureau-plan.send',
  method: 'POST',
  path: '/v1/portal/bureau_plans/:id/send',
  summary: '把测评计划下发给学校',
  access: planning('send'),
  params: one,
  response: PlanState,
});

export const closePlan = endpoint({
  name: 'bureau-plan.close',
  method: 'POST',
  path: '/v1/portal/bureau_plans/:id/close',
  summary: '结束测评计划：学校不能再接受，已经接受的照常进行',
  access: planning('close'),
  params: one,
  response: PlanState,
});

export const recallPlan = endpoint({
  name: 'bureau-plan.recall',
  method: 'POST',
  path: '/v1/portal/bureau_plans/:id/recall',
  summary: '撤回测评计划并通知学校；学校已经建立的测评归学校自己',
  access: planning('recall'),
  params: one,
  response: PlanState,
});

const Rounded = (description: string) => Type.Optional(Type.Integer({ description }));
const FEW = '人数少时没有，否则取整到 smallest 的倍数';

export const planProgress = endpoint({
  name: 'bureau-plan.progress',
  method: 'GET',
  path: '/v1/portal/bureau_plans/:id/progress',
  summary: '各校对测评计划的答复和进度，只有取整后的人数',
  access: planning('open'),
  params: one,
  response: Type.Object({
    plan_id: Type.String(),
    smallest: Type.Integer({ description: '少于这么多人的不显示' }),
    waiting: Type.Integer({ description: '学校数' }),
    accepted: Type.Integer({ description: '学校数' }),
    declined: Type.Integer({ description: '学校数' }),
    planned: Rounded(`应测学生，各校合计；${FEW}`),
    submitted: Rounded(`已提交的学生，各校合计；${FEW}`),
    schools: Type.Array(
      Type.Object({
        school_id: Type.String(),
        school_name: Type.String(),
        answer: Type.String({ description: 'bureau_answer' }),
        answered_at: Type.Optional(Instant),
        reason: Type.Optional(Type.String({ description: '不参加的理由' })),
        exam_status: Type.Optional(Type.String({ description: 'exam_status' })),
        starts_at: Type.Optional(Instant),
        ends_at: Type.Optional(Instant),
        planned: Rounded(FEW),
        submitted: Rounded(FEW),
      }),
    ),
  }),
});
export type PlanProgress = Type.Static<typeof planProgress.response>;

const ReceivedPlan = Type.Object({
  plan_id: Type.String(),
  plan_name: Type.String(),
  bureau_name: Type.String(),
  answer: Type.String({ description: 'bureau_answer' }),
  answered_by_name: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String({ description: '不参加的理由' })),
  exam_id: Type.Optional(Type.String({ description: '接受后建立的测评' })),
  scales: Type.Array(
    Type.Object({
      scale_id: Type.String(),
      title: Type.String(),
      problem: Type.Optional(Type.String({ description: '本校为什么不能用' })),
    }),
  ),
  grades: Type.Array(Type.String(), { description: '建议的学段和年级' }),
  consent_text: Type.Optional(Type.String()),
  visibility: Type.Record(Type.String(), Type.String(), { description: '建议的可见范围' }),
  note: Type.Optional(Type.String()),
  starts_at: Instant,
  ends_at: Instant,
  sent_at: Type.Optional(Instant),
});
export type ReceivedPlan = Type.Static<typeof ReceivedPlan>;

/** Plans that a school may still accept, and those whose screening it has. */
export const receivedPlans = endpoint({
  name: 'received-plan.list',
  method: 'GET',
  path: '/v1/portal/received_plans',
  summary: '上级单位下发给本校、还没有结束的测评计划，和本校的答复',
  access: answering('open'),
  response: Type.Object({ total: Type.Integer({ minimum: 0 }), items: Type.Array(ReceivedPlan) }),
});

const Ids = Type.Array(Id, { maxItems: 5000 });
/** Of two that accept at once, one gets 409. The answer is the draft that was made. */
export const acceptPlan = endpoint({
  name: 'received-plan.accept',
  method: 'POST',
  path: '/v1/portal/received_plans/:id/accept',
  summary: '接受计划：用它的量表、常模和知情同意书建立本校的测评草稿，时间、范围和值守由本校定',
  access: answering('accept'),
  params: one,
  body: Type.Object(
    {
      exam_name: Type.Optional(Text(50, 1)),
      starts_at: Instant,
      ends_at: Instant,
      scope: Type.Object(
        {
          grade_ids: Type.Optional(Ids),
          class_ids: Type.Optional(Ids),
          group_ids: Type.Optional(Ids),
          child_ids: Type.Optional(Ids),
        },
        { additionalProperties: false },
      ),
      duty: Type.Optional(Type.Array(Id, { maxItems: 50 })),
      place: Type.Optional(Type.Integer({ description: 'exam_place' })),
    },
    { additionalProperties: false },
  ),
  status: 201,
  response: Type.Unsafe<Row>(Type.Record(Type.String(), Type.Unknown())),
});

export const declinePlan = endpoint({
  name: 'received-plan.decline',
  method: 'POST',
  path: '/v1/portal/received_plans/:id/decline',
  summary: '答复不参加，写明理由',
  access: answering('decline'),
  params: one,
  body: Type.Object(
    { reason: Type.String({ minLength: 4, maxLength: 500, pattern: '\\S', description: '上级单位会看到' }) },
    { additionalProperties: false },
  ),
  response: Type.Object({ plan_id: Type.String(), answer: Type.String({ description: 'bureau_answer' }) }),
});
