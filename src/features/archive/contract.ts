import * as Type from 'typebox/type';
import { Instant, idParam } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import type { Row } from '../../platform/resources/contract/resource.ts';
import { recordHead, WarnHead } from '../crisis/public.ts';

const Archive = Type.Object({
  student: Type.Unsafe<Row>(Type.Record(Type.String(), Type.Unknown(), { description: '基本信息，按角色脱敏' })),
  crisis_level: Type.Optional(Type.Integer({ description: 'crisis_level：未结个案的' })),
  cases: Type.Optional(
    Type.Array(
      Type.Object({
        case_id: Type.String(),
        crisis_level: Type.Integer(),
        status: Type.Integer({ description: 'case_status' }),
        opened_at: Instant,
        closed_at: Type.Optional(Instant),
      }),
      { description: '没有这一项：角色看不到个案' },
    ),
  ),
  warns: Type.Optional(Type.Array(WarnHead, { description: '没有这一项：角色看不到预警' })),
  records: Type.Optional(
    Type.Array(
      Type.Object({
        record_id: Type.String(),
        at: Type.Optional(Type.String({ description: '时间或日期' })),
        created_by_name: Type.Optional(Type.String()),
        ...recordHead,
      }),
      { description: '最近的在前；没有这一项：角色看不到任何一类记录' },
    ),
  ),
});
export type Archive = Type.Static<typeof Archive>;

/** All data of one student at the school; each part, text included, under the rights of its own page. */
export const studentArchive = endpoint({
  name: 'student.archive',
  method: 'GET',
  path: '/v1/portal/archives/students/:id',
  summary: '学生的心理健康档案：基本信息、个案、预警和干预记录',
  access: { auth: 'org', area: 'student/archive', act: 'open' },
  params: idParam('id'),
  response: Archive,
  logged: 'student',
});

/** The role's rights to archives and their protection. */
export const archiveSettings = endpoint({
  name: 'org.archive-settings',
  method: 'GET',
  path: '/v1/portal/archives/students/settings',
  summary: '学生档案：当前角色可以看什么、怎样保护',
  access: { auth: 'org', area: 'directory', act: 'open' },
  response: Type.Object({
    archive_open: Type.Boolean({ description: 'the role may open archives at all' }),
    student_report_view: Type.Boolean(),
    student_risk_view: Type.Boolean(),
    head_class_teacher_check_wraning: Type.Boolean(),
    authorization_secondary: Type.Boolean({ description: 'archives want second-step verification' }),
    desensitization: Type.Boolean(),
    watermark: Type.Boolean(),
  }),
});

/** Maximum number of students in one file. */
export const ARCHIVES_MAX = 200;

/** Packs archives of students: a ZIP with a PDF each, limited to what the role may read. */
export const batchToPdf = endpoint({
  name: 'students.batch2pdf',
  method: 'GET',
  path: '/v3/portal/students/file/batch2pdf',
  summary: '把所选学生的档案打包成 PDF（后台任务）',
  access: { auth: 'org', area: 'student/archive', act: 'export' },
  query: Type.Object(
    {
      student_ids: Type.String({
        minLength: 1,
        maxLength: ARCHIVES_MAX * 65,
        pattern: '^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*$',
        description: '学生 id，用逗号分隔',
      }),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ task_id: Type.String() }),
});
