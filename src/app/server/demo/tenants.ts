import { FEATURES, type Feature } from '../../../platform/access/software-features.ts';
import { CURRENT_YEAR } from '../../../platform/demo/server/calendar.ts';
import { FEMALE } from '../../../platform/demo/server/names.ts';
import type { DemoPlan, SchoolSpec, TenantSpec } from '../../../platform/demo/server/tenant-spec.ts';
import { EQUIPMENT } from './equipment.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const numbered: SchoolSpec['className'] = ({ gradeLabel, classNo }) => `${gradeLabel}（${classNo}）班`;
const byCourse =
  (courses: readonly string[], year: (entryYear: number) => string): SchoolSpec['className'] =>
  ({ classNo, entryYear }) =>
    `${year(entryYear)}级${courses[(classNo - 1) % courses.length]}${Math.ceil(classNo / courses.length)}班`;

const THREE_YEARS = 3 * 365;

const TENANTS: readonly (TenantSpec & { features: readonly Feature[] })[] = [
  {
    org_id: '1001',
    org_name: '青禾市教育局',
    org_type: 1,
    service_type: 2,
    product_status: 0,
    endsInDays: THREE_YEARS,
    total_quota: 0,
    site: {
      host: 'edu.qinghe.example',
      is_custom: true,
      site_name: '青禾市中小学心理健康教育平台',
      company_slogan: '让每一个孩子都被看见',
    },
    features: [],
    consulting_offline_open: false,
    auto_create_user: false,
  },
  {
    org_id: '2001',
    parent_org_id: '1001',
    org_name: '青禾市第一中学',
    org_type: 2,
    edu_level: 1,
    service_type: 2,
    product_status: 0,
    endsInDays: THREE_YEARS,
    total_quota: 1800,
    site: {
      host: 'qinghe-yizhong.example',
      is_custom: true,
      site_name: '青禾一中心育平台',
      company_slogan: '听见成长的声音',
    },
    features: FEATURES,
    consulting_offline_open: true,
    auto_create_user: true,
    school: {
      periods: [
        { period: 3, edu_type: 2, grades: range(7, 9), schooledBefore: 6 },
        { period: 4, edu_type: 2, grades: range(10, 12), schooledBefore: 9 },
      ],
      classesPerGrade: 6,
      students: 1620,
      className: numbered,
    },
  },
  {
    org_id: '2002',
    parent_org_id: '1001',
    org_name: '青禾市实验小学',
    org_type: 2,
    edu_level: 1,
    service_type: 2,
    product_status: 0,
    endsInDays: THREE_YEARS,
    total_quota: 800,
    site: {
      host: 'qinghe-shiyan.example',
      is_custom: false,
      site_name: '青禾市实验小学心理健康平台',
      company_slogan: '',
    },
    features: ['archives', 'exam', 'warning', 'crisis', 'single_invitation_code'],
    consulting_offline_open: false,
    auto_create_user: false,
    school: {
      periods: [{ period: 2, edu_type: 2, grades: range(1, 6), schooledBefore: 0 }],
      classesPerGrade: 3,
      students: 630,
      suspendedOneIn: 105,
      sharedGuardian: { org_id: '2001', n: 2 },
      className: numbered,
    },
  },
  {
    org_id: '2003',
    parent_org_id: '1001',
    org_name: '青禾师范学院',
    org_type: 2,
    edu_level: 3,
    service_type: 2,
    product_status: 0,
    endsInDays: THREE_YEARS,
    total_quota: 1000,
    site: {
      host: 'xinli.qhnu.example',
      is_custom: true,
      site_name: '青禾师范学院心理健康教育中心',
      company_slogan: '与你同行',
    },
    features: [
      'archives',
      'exam',
      'exam_report',
      'warning',
      'crisis',
      'intervene',
      'Intervene_consulting',
      'ai',
      'group_invitation_code',
    ],
    consulting_offline_open: true,
    auto_create_user: true,
    ownResources: { equipment: EQUIPMENT },
    school: {
      periods: [{ period: 7, grades: range(701, 704), schooledBefore: 12 }],
      classesPerGrade: 5,
      students: 600,
      suspendedOneIn: 150,
      faculty: [
        {
          college_name: '教育科学学院',
          majors: [
            { name: '应用心理学', turn: 1 },
            { name: '学前教育', turn: 2 },
          ],
        },
        { college_name: '文学院', majors: [{ name: '汉语言文学', turn: 3 }] },
        { college_name: '数学学院', majors: [{ name: '数学与应用数学', turn: 4 }] },
        { college_name: '外国语学院', majors: [{ name: '英语', turn: 5 }] },
      ],
      className: byCourse(['应用心理学', '学前教育', '汉语言文学', '数学与应用数学', '英语'], String),
      classExt: ({ classNo, teacher }) => ({ counsellor_name: teacher, campus: classNo <= 3 ? 'east' : 'west' }),
    },
  },
  {
    org_id: '2004',
    parent_org_id: '1001',
    org_name: '青禾职业技术学校',
    org_type: 2,
    edu_level: 2,
    service_type: 2,
    product_status: 2,
    endsInDays: -5,
    total_quota: 500,
    site: {
      host: 'qinghe-zhixiao.example',
      is_custom: false,
      site_name: '青禾职业技术学校心理健康平台',
      company_slogan: '',
    },
    features: ['archives', 'exam', 'warning', 'crisis', 'single_invitation_code'],
    consulting_offline_open: false,
    auto_create_user: false,
    school: {
      periods: [{ period: 5, grades: range(501, 503), schooledBefore: 9 }],
      classesPerGrade: 4,
      students: 420,
      suspendedOneIn: 70,
      faculty: [
        { college_name: '医药卫生系', majors: [{ name: '护理', turn: 1 }] },
        { college_name: '财经商贸系', majors: [{ name: '会计事务', turn: 2 }] },
        { college_name: '信息技术系', majors: [{ name: '计算机应用', turn: 3 }] },
        { college_name: '汽车工程系', majors: [{ name: '汽车运用与维修', turn: 4 }] },
      ],
      className: byCourse(['护理', '会计事务', '计算机应用', '汽车运用与维修'], (year) => String(year % 100)),
    },
  },
  {
    org_id: '2005',
    parent_org_id: '1001',
    org_name: '青禾市第三中学',
    org_type: 2,
    edu_level: 1,
    service_type: 2,
    product_status: 2,
    endsInDays: -60,
    total_quota: 600,
    site: {
      host: 'qinghe-sanzhong.example',
      is_custom: false,
      site_name: '青禾市第三中学心理健康平台',
      company_slogan: '',
    },
    features: ['archives', 'exam'],
    consulting_offline_open: false,
    auto_create_user: false,
    school: {
      periods: [{ period: 3, edu_type: 2, grades: range(7, 9), schooledBefore: 6 }],
      classesPerGrade: 4,
      students: 480,
      suspendedOneIn: 120,
      className: numbered,
    },
  },
];

/** The demo tenants (`api.md`, the demo tenants). `multi` has roles at both schools. */
export const DEMO: DemoPlan = {
  tenants: TENANTS,
  sharedStaff: [
    {
      login: 'multi',
      sex: FEMALE,
      posts: [
        { org_id: '2001', role_id: 8, role_extend: {} },
        { org_id: '2001', role_id: 10, role_extend: { class_ids: [`c2001-${CURRENT_YEAR}-7-02`] } },
        { org_id: '2002', role_id: 7, role_extend: {} },
        { org_id: '2002', role_id: 4, role_extend: {} },
      ],
    },
  ],
};
