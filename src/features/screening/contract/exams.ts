import * as Type from 'typebox/type';
import { Id, Instant, Text, idParam, paging } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { ScaleItem } from './scales.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'exam', act }) as const;
const progressing = <const A extends string>(act: A) => ({ auth: 'org', area: 'screening/progress', act }) as const;
const one = idParam('id');
const ExamState = Type.Object({ exam_id: Type.String(), status: Type.String({ description: 'exam_status' }) });
const AddedSheets = Type.Object({
  exam_id: Type.String(),
  status: Type.String({ description: 'exam_status' }),
  added: Type.Integer({ description: '这次生成的答卷' }),
  waiting_consent: Type.Integer({ description: '其中等待监护人同意的' }),
});

/** Answers when all sheets exist. All that keeps the plan from being published is reported at once. */
export const publishExam = endpoint({
  name: 'exam.publish',
  method: 'POST',
  path: '/v1/portal/exams/:id/publish',
  summary: '发布测评：检查计划，为范围内的每名学生生成答卷，定下量表版本',
  access: may('publish'),
  params: one,
  response: AddedSheets,
});

export const closeExam = endpoint({
  name: 'exam.close',
  method: 'POST',
  path: '/v1/portal/exams/:id/close',
  summary: '提前结束测评',
  access: may('close'),
  params: one,
  response: ExamState,
});

export const archiveExam = endpoint({
  name: 'exam.archive',
  method: 'POST',
  path: '/v1/portal/exams/:id/archive',
  summary: '把结束了的测评归档',
  access: may('archive'),
  params: one,
  response: ExamState,
});

/** Also opens a plan again whose window has just passed, unless it was closed by a person. */
export const extendExam = endpoint({
  name: 'exam.extend',
  method: 'POST',
  path: '/v1/portal/exams/:id/extend',
  summary: '推后测评的结束时间',
  access: may('extend'),
  params: one,
  body: Type.Object({ ends_at: Instant }, { additionalProperties: false }),
  response: Type.Object({ exam_id: Type.String(), status: Type.String(), ends_at: Instant }),
});

/** Classes of past years, groups and students that are gone, and packs that are not installed are left out. */
export const copyExam = endpoint({
  name: 'exam.copy',
  method: 'POST',
  path: '/v1/portal/exams/:id/copy',
  summary: '复制成新的草稿，时间默认推后一年；不再存在的班级、分组、学生和量表不复制',
  access: may('create'),
  params: one,
  body: Type.Object(
    {
      exam_name: Type.Optional(Text(50, 1)),
      starts_at: Type.Optional(Instant),
      ends_at: Type.Optional(Instant),
    },
    { additionalProperties: false },
  ),
  status: 201,
  response: Type.Unsafe<Row>(Type.Record(Type.String(), Type.Unknown())),
});

export const makeUpExam = endpoint({
  name: 'exam.make-up',
  method: 'POST',
  path: '/v1/portal/exams/:id/make_up',
  summary: '为发布以后进入范围的学生补上答卷',
  access: may('make-up'),
  params: one,
  response: AddedSheets,
});

const Person = Type.Object({
  child_id: Type.String(),
  child_name: Type.String(),
  class_name: Type.Optional(Type.String()),
});
const Lacking = Type.Object({
  total: Type.Integer(),
  items: Type.Array(Person, { description: '调用者管理范围内的，最多 200 名' }),
});

export const examPreview = endpoint({
  name: 'exam.preview',
  method: 'GET',
  path: '/v1/portal/exams/:id/preview',
  summary: '发布前的预览：学生、同意、账号、预计的关键题预警和值守、用时，以及还不能发布的原因',
  access: may('open'),
  params: one,
  response: Type.Object({
    exam_id: Type.String(),
    students: Type.Integer(),
    classes: Type.Integer(),
    item_count: Type.Integer(),
    minutes: Type.Integer({ description: '预计用时' }),
    without_consent: Lacking,
    without_account: Lacking,
    expected_critical: Type.Integer({ description: '按公开的研究估计，会触发关键题的学生' }),
    duty: Type.Array(Type.Object({ user_id: Type.String(), user_name: Type.String() }), {
      description: '最先收到关键题预警的人',
    }),
    critical_per_person: Type.Optional(Type.Number({ description: '平均每人要处理多少；没有值守人时没有' })),
    consent_text: Type.Optional(Type.String({ description: '发布后学生和监护人看到的文本' })),
    problems: Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
      description: '现在发布会被拒绝的原因',
    }),
  }),
});

export type ExamPreview = Type.Static<(typeof examPreview)['response']>;

/** Includes what a student sees, for the people who release a pack or publish a plan. */
export const examTopic = endpoint({
  name: 'exam.topic',
  method: 'GET',
  path: '/v1/portal/exams/:id/topic',
  summary: '测评的量表和题目，供教职工预览',
  access: may('open'),
  params: one,
  response: Type.Object({
    exam_id: Type.String(),
    exam_name: Type.String(),
    minutes: Type.Integer({ description: '预计用时' }),
    scales: Type.Array(
      Type.Object({
        scale_id: Type.String(),
        title: Type.String(),
        version: Type.String(),
        about: Type.String(),
        instruction: Type.Optional(Type.String()),
        licence: Type.String(),
        wording: Type.String({ description: '题目文字：unofficial、authorised 或 none' }),
        authorised_text: Type.Optional(Type.String()),
        sensitive: Type.Boolean(),
        items: Type.Array(ScaleItem),
      }),
    ),
  }),
});

const counts = {
  total: Type.Integer(),
  started: Type.Integer(),
  submitted: Type.Integer(),
  waiting_consent: Type.Integer(),
};
export const examProgress = endpoint({
  name: 'exam.progress',
  method: 'GET',
  path: '/v1/portal/exams/:id/progress',
  summary: '测评进度：管理范围内的各班；指定一个班时还有谁没有完成',
  access: progressing('open'),
  params: one,
  query: Type.Object({ class_id: Type.Optional(Id) }, { additionalProperties: false }),
  response: Type.Object({
    exam_id: Type.String(),
    exam_name: Type.String(),
    status: Type.String({ description: 'exam_status' }),
    starts_at: Type.Optional(Instant),
    ends_at: Type.Optional(Instant),
    ...counts,
    classes: Type.Array(
      Type.Object({ class_id: Type.Optional(Type.String()), class_name: Type.Optional(Type.String()), ...counts }),
    ),
    missing: Type.Optional(
      Type.Array(
        Type.Object({
          child_id: Type.String(),
          child_name: Type.String(),
          student_no: Type.String(),
          state: Type.String({ description: 'waiting_consent、waiting 或 started' }),
          answered: Type.Integer(),
          total: Type.Integer(),
          has_account: Type.Boolean(),
        }),
        { description: '这个班没有完成的学生；不愿意参加的不列出' },
      ),
    ),
  }),
});
export type ExamProgress = Type.Static<typeof examProgress.response>;

const Group = Type.Union([Type.Literal('students'), Type.Literal('guardians'), Type.Literal('class_teachers')]);
export type RemindedGroup = Type.Static<typeof Group>;
const Reminded = Type.Object({
  notified: Type.Integer({ description: '收到站内通知的人' }),
  without_account: Type.Integer({ description: '没有账号、通知不到的人' }),
});
export const remindExam = endpoint({
  name: 'exam.remind',
  method: 'POST',
  path: '/v1/portal/exams/:id/remind',
  summary: '提醒没有完成的学生、还没有同意的监护人、还有学生没有完成的班主任，只限管理范围内',
  access: progressing('remind'),
  params: one,
  body: Type.Object(
    {
      to: Type.Array(Group, { minItems: 1, uniqueItems: true }),
      class_id: Type.Optional(Id),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    students: Type.Optional(Reminded),
    guardians: Type.Optional(Reminded),
    class_teachers: Type.Optional(Reminded),
  }),
});

/** Default page size of a student's exams (`spec §7`). */
export const CHILD_EXAMS_PAGE = 20;
export const childExams = endpoint({
  name: 'child.exams',
  method: 'GET',
  path: '/v1/portal/children/:id/exams',
  summary: '一名学生参加的测评，最近的在前',
  access: { auth: 'org', area: 'student/archive', act: 'open' },
  params: one,
  query: Type.Object(paging, { additionalProperties: false }),
  response: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    items: Type.Array(
      Type.Object({
        exam_id: Type.String(),
        child_exam_id: Type.String(),
        exam_name: Type.String(),
        status: Type.String({ description: 'waiting_consent、planned、open、submitted、scored 或 closed' }),
        starts_at: Type.Optional(Instant),
        ends_at: Type.Optional(Instant),
        attempt: Type.Integer(),
        submitted_at: Type.Optional(Instant),
        scales: Type.Optional(
          Type.Array(Type.Object({ scale_id: Type.String(), title: Type.String() }), {
            description: '已计分的答卷含有的量表和问卷',
          }),
        ),
      }),
    ),
  }),
});
