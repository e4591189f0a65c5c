import * as Type from 'typebox/type';
import { Id, Instant, Text, idParam } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

/** Every staff role of an organisation may look up the organisation itself. */
const directory = { auth: 'org', area: 'directory', act: 'open' } as const;

export const SiteData = Type.Object({
  is_custom: Type.Boolean(),
  org_id: Type.Optional(Type.String()),
  org_name: Type.Optional(Type.String()),
  site_name: Type.String(),
  logo: Type.Optional(Type.String()),
  company_slogan: Type.String(),
  host: Type.String(),
  primary_color: Type.Optional(Type.String({ description: '#rrggbb' })),
});
export type SiteData = Type.Static<typeof SiteData>;

export const siteByHost = endpoint({
  name: 'site.by-host',
  method: 'GET',
  path: '/v1/portal/sites',
  summary: '按访问域名取站点品牌',
  access: { auth: 'public' },
  query: Type.Object({ host: Text(255, 1) }, { additionalProperties: false }),
  response: SiteData,
});

/** A school: one's own, or one of those of one's institution that the role reaches. */
export const school = endpoint({
  name: 'org.school',
  method: 'GET',
  path: '/v1/portal/schools/:id',
  summary: '学校基本信息与服务状态',
  access: directory,
  params: idParam('id'),
  response: Type.Object({
    school_id: Type.String(),
    school_name: Type.String(),
    edu_level: Type.Optional(Type.Integer()),
    service_type: Type.Integer(),
    product_status: Type.Integer(),
    account_expire_at: Type.Optional(Instant),
    used_quota: Type.Integer(),
    total_quota: Type.Integer(),
  }),
});

/** What the role may see of students' archives, and how they are protected. */
export const archiveSettings = endpoint({
  name: 'org.archive-settings',
  method: 'GET',
  path: '/v1/portal/archives/students/settings',
  summary: '学生档案：当前角色可以看什么、怎样保护',
  access: directory,
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

export const orgDetails = endpoint({
  name: 'org.details',
  method: 'GET',
  path: '/v1/portal/orgs/:id/details',
  summary: '组织基本信息与服务状态',
  access: directory,
  params: idParam('id'),
  response: Type.Object({
    org_id: Type.String(),
    org_name: Type.String(),
    org_type: Type.Integer(),
    edu_level: Type.Optional(Type.Integer()),
    service_type: Type.Integer(),
    product_status: Type.Integer(),
    account_expire_at: Type.Optional(Instant),
    protection_days: Type.Integer(),
    available_quota: Type.Integer(),
    total_quota: Type.Integer(),
  }),
});

/** Software features of a school (`spec §6`): the opened list, and the two switches beside it. */
export const schoolAuths = endpoint({
  name: 'org.school-auths',
  method: 'GET',
  path: '/v1/portal/auths/schools',
  summary: '学校已开通的软件功能',
  access: directory,
  query: Type.Object({ org_id: Id }, { additionalProperties: false }),
  response: Type.Object({
    software_auth: Type.Array(Type.String()),
    school_open: Type.Object({ consulting_offline_open: Type.Boolean() }),
    auto_create_user: Type.Boolean(),
  }),
});

export const eduStructures = endpoint({
  name: 'org.edu-structures',
  method: 'GET',
  path: '/v1/portal/schools/edus/structures',
  summary: '学校开设的学段、学制与年级',
  access: directory,
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        period: Type.Integer(),
        period_name: Type.String(),
        edu_type: Type.Optional(Type.Integer()),
        grades: Type.Array(Type.Object({ grade_id: Type.String(), grade: Type.Integer(), grade_name: Type.String() })),
      }),
    ),
    colleges: Type.Optional(
      Type.Array(
        Type.Object({
          college_id: Type.String(),
          college_name: Type.String(),
          majors: Type.Array(Type.Object({ major_id: Type.String(), major_name: Type.String() })),
        }),
        { description: 'of schools that have them' },
      ),
    ),
  }),
});
export type EduStructures = Type.Static<typeof eduStructures.response>;

export const schoolYears = endpoint({
  name: 'org.years',
  method: 'GET',
  path: '/v1/portal/orgs/years',
  summary: '学年列表',
  access: directory,
  response: Type.Object({
    total: Type.Integer(),
    items: Type.Array(
      Type.Object({
        year_id: Type.String(),
        year_name: Type.String(),
        start_on: Type.String(),
        end_on: Type.String(),
        is_current: Type.Boolean(),
      }),
    ),
  }),
});

/**
 * Node of the class tree; `level` is an org node type (`spec §3`): 2 school, 6 period, 3 grade (`node_id` is its
 * `grade_id`), 4 class.
 */
export interface ClassNode {
  node_id: string;
  node_name: string;
  level: number;
  next_level: ClassNode[];
}

const ClassNode = Type.Cyclic(
  {
    ClassNode: Type.Object({
      node_id: Type.String(),
      node_name: Type.String(),
      level: Type.Integer(),
      next_level: Type.Array(Type.Ref('ClassNode')),
    }),
  },
  'ClassNode',
);

export const classesTree = endpoint({
  name: 'classes.tree',
  method: 'GET',
  path: '/v1/portal/schools/classes/tree',
  summary: '学段、年级、班级树；只含有班级的分支',
  access: directory,
  query: Type.Object(
    { year_id: Type.Optional(Id), college_id: Type.Optional(Id), major_id: Type.Optional(Id) },
    { additionalProperties: false },
  ),
  response: Type.Unsafe<ClassNode[]>(Type.Array(ClassNode)),
});
