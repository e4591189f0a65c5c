import * as Type from 'typebox/type';
import { Id, Instant, idParam, listOf } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { BATCH_MAX, resourceEndpoints, type Row } from '../../platform/resources/contract/resource.ts';

const area = 'org-manage/student';
const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;
const own = resourceEndpoints({ name: 'student', title: '学生', path: '/v1/portal/students', area, acts: [] });

/**
 * The other endpoints use "child" for a student (`api.md`, envelope). `id` is the id of the child; endpoints under
 * `students/` accept the enrolment's too.
 */
export const child = endpoint({
  name: 'student.child',
  method: 'GET',
  path: '/v1/portal/children/:id',
  summary: '学生基本信息，以及未结个案的危机等级和转介',
  access: own.get.access,
  params: idParam('id'),
  logged: 'student',
  response: Type.Unsafe<Row & { crisis_level?: number; referral_id?: string; referral_statuses?: readonly number[] }>(
    Type.Record(Type.String(), Type.Unknown()),
  ),
});
export const updateChild = endpoint({
  ...own.update,
  name: 'student.update-child',
  path: '/v1/portal/children/:id',
  summary: '修改学生信息',
});
/** `id` is the caller's organisation. */
export const studentTemplate = endpoint({
  ...own.template,
  name: 'student.temp-export',
  method: 'POST',
  path: '/v1/portal/students/temp/export/:id',
  params: idParam('id'),
});
export const studentImport = endpoint({
  ...own.import,
  name: 'student.temp-import',
  path: '/v1/portal/students/temp/import/:id',
  params: idParam('id'),
});
export const orgStudents = endpoint({
  ...own.list,
  name: 'student.of-org',
  path: '/v1/portal/users/orgs/students',
  summary: '本组织学生列表',
});

/** State of a student after a change. */
const Standing = Type.Object({
  child_id: Type.String(),
  student_id: Type.String(),
  class_id: Type.Optional(Type.String()),
  study_status: Type.Integer(),
});
export type Standing = Type.Static<typeof Standing>;
const intoClass = Type.Object({ class_id: Id }, { additionalProperties: false });

export const switchClass = endpoint({
  name: 'student.switch-class',
  method: 'POST',
  path: '/v1/portal/children/switch_classes/:id',
  summary: '转班',
  access: may('switch-class'),
  params: idParam('id'),
  body: intoClass,
  response: Standing,
});

export const resumeStudy = endpoint({
  name: 'student.resume-study',
  method: 'PUT',
  path: '/v1/portal/students/:id/resume_study',
  summary: '复学到一个班级',
  access: may('study-status'),
  params: idParam('id'),
  body: intoClass,
  response: Standing,
});

export const changeStudyStatus = endpoint({
  name: 'student.study-status',
  method: 'PUT',
  path: '/v1/portal/students/study_status/batch',
  summary: '批量变更学籍状态：全部成功或全部不写',
  access: may('study-status'),
  body: Type.Object(
    {
      study_status: Type.Integer({ minimum: 1, maximum: 4 }),
      student_ids: Type.Array(Id, { minItems: 1, maxItems: BATCH_MAX, uniqueItems: true }),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ total: Type.Integer({ description: 'students whose status changed' }) }),
});

/** Only this response contains the password; the caller passes it on. */
export const registerStudent = endpoint({
  name: 'student.register',
  method: 'POST',
  path: '/v1/portal/students/:id/register',
  summary: '为学生开通账号',
  access: may('register'),
  verified: true,
  params: idParam('id'),
  response: Type.Object({
    child_id: Type.String(),
    user_id: Type.String(),
    login_name: Type.String(),
    initial_password: Type.String(),
  }),
});

export const semestersHistory = endpoint({
  name: 'student.history',
  method: 'GET',
  path: '/v1/portal/students/:id/semesters/history',
  summary: '学籍经历，最近的在前',
  access: may('open'),
  params: idParam('id'),
  response: listOf(
    Type.Object({
      since: Instant,
      until: Type.Optional(Instant),
      change: Type.String({ description: 'enrolment_change' }),
      study_status: Type.Integer(),
      year_id: Type.Optional(Type.String()),
      year_name: Type.Optional(Type.String()),
      class_id: Type.Optional(Type.String()),
      class_name: Type.Optional(Type.String()),
      period: Type.Optional(Type.Integer()),
      grade: Type.Optional(Type.Integer()),
    }),
  ),
});
