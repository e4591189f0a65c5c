import * as Type from 'typebox/type';
import { ARCHIVE_KINDS, ArchiveCurve, ArchiveEvent, ArchiveTask } from '../../platform/archive/contract.ts';
import { idParam } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import type { Row } from '../../platform/resources/contract/resource.ts';

const Archive = Type.Object({
  student: Type.Unsafe<Row>(Type.Record(Type.String(), Type.Unknown(), { description: '基本信息，按角色脱敏' })),
  crisis_level: Type.Optional(Type.Integer({ description: 'crisis_level：未结个案的' })),
  avatar: Type.Optional(Type.String({ description: '学生账号的头像' })),
  kinds: Type.Array(Type.Enum([...ARCHIVE_KINDS]), { description: '角色有权查看的类别；未列出的，角色无权查看' }),
  events: Type.Array(ArchiveEvent, { description: '最近的在前' }),
  tasks: Type.Array(ArchiveTask, { description: '待办，过期的在前' }),
  curves: Type.Array(ArchiveCurve, { description: '历次测评的总分，只有能比较的' }),
});
export type Archive = Type.Static<typeof Archive>;

/** All data of one student at the school; each part, text included, under the rights of its own page. */
export const studentArchive = endpoint({
  name: 'student.archive',
  method: 'GET',
  path: '/v1/portal/archives/students/:id',
  summary: '学生的心理健康档案：基本信息、待办，和学籍、测评、预警、个案、干预等全部经过',
  access: { auth: 'org', area: 'student/archive', act: 'open' },
  params: idParam('id'),
  response: Archive,
  logged: 'student',
});

const StudentOverview = Type.Object({
  student: Type.Unsafe<Row>(
    Type.Record(Type.String(), Type.Unknown(), { description: '列表里的一行：基本信息、各种等级和最近联系' }),
  ),
  avatar: Type.Optional(Type.String({ description: '学生账号的头像' })),
  locked: Type.Boolean({ description: '有的内容要先通过二次验证' }),
  last_screening: Type.Optional(ArchiveEvent),
  tasks: Type.Array(ArchiveTask, { description: '待办，过期的在前' }),
});
export type StudentOverview = Type.Static<typeof StudentOverview>;

/** The profile of a student in short: the drawer of the list and the page `studentPortraits` (`spec §2`). */
export const studentOverview = endpoint({
  name: 'student.overview',
  method: 'GET',
  path: '/v1/portal/children/:id/overview',
  summary: '学生概览：等级、待办、最近一次测评和联系，各部分按角色在原处的权限',
  access: { auth: 'org', area: 'org-manage/student', act: 'open' },
  params: idParam('id'),
  response: StudentOverview,
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
export const ARCHIVES_MAX = 2000;
/** Maximum number of ids in one address; more students are named by their classes. */
export const ARCHIVE_IDS_MAX = 200;

const ids = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ARCHIVE_IDS_MAX * 65,
      pattern: '^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*$',
      description,
    }),
  );

/** Packs archives of students: a ZIP with a PDF each, limited to what the role may read. */
export const batchToPdf = endpoint({
  name: 'students.batch2pdf',
  method: 'GET',
  path: '/v3/portal/students/file/batch2pdf',
  summary: '把所选学生或班级的档案打包成 PDF（后台任务）；学生和班级只选一种',
  access: { auth: 'org', area: 'student/archive', act: 'export' },
  query: Type.Object(
    { student_ids: ids('学生 id，用逗号分隔'), class_ids: ids('班级 id，用逗号分隔：班里在校的学生') },
    { additionalProperties: false },
  ),
  response: Type.Object({ task_id: Type.String() }),
});
