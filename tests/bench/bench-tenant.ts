import { yearRows } from '../../src/features/academic-years/server/demo.ts';
import { classRows, classesOf } from '../../src/features/classes/server/demo/classes.ts';
import { studentRows, studentsOf } from '../../src/features/students/server/demo/students.ts';
import { FEATURES } from '../../src/platform/access/software-features.ts';
import { isCurrent } from '../../src/platform/demo/server/calendar.ts';
import { userId } from '../../src/platform/demo/server/people.ts';
import { randomOf } from '../../src/platform/demo/server/random.ts';
import type { AccountRow, DemoRows } from '../../src/platform/demo/server/rows.ts';
import type { SchoolSpec, TenantSpec } from '../../src/platform/demo/server/tenant-spec.ts';

/**
 * A school of 100,000 students, for measurements only. Administrators of this role may not see mobiles in clear, so
 * that masking is measured too.
 */
export const BENCH_ORG = '9001';
const ADMINISTRATOR = 5;
const BENCH_LOGIN = `o${BENCH_ORG}r${ADMINISTRATOR}`;

export interface Actor {
  login: string;
  orgId: string;
  orgType: string;
  roleId: string;
}

/** Administrators whose lists are measured: one of an ordinary school, and one of the large school. */
export const ORDINARY: Actor = {
  login: `o2001r${ADMINISTRATOR}`,
  orgId: '2001',
  orgType: '2',
  roleId: String(ADMINISTRATOR),
};
export const LARGE: Actor = { login: BENCH_LOGIN, orgId: BENCH_ORG, orgType: '2', roleId: String(ADMINISTRATOR) };

const school: SchoolSpec = {
  periods: [
    { period: 2, edu_type: 2, grades: [1, 2, 3, 4, 5, 6], schooledBefore: 0 },
    { period: 3, edu_type: 2, grades: [7, 8, 9], schooledBefore: 6 },
    { period: 4, edu_type: 2, grades: [10, 11, 12], schooledBefore: 9 },
  ],
  classesPerGrade: 96,
  students: 100_000,
  className: ({ gradeLabel, classNo }) => `${gradeLabel}（${classNo}）班`,
};

const spec: TenantSpec = {
  org_id: BENCH_ORG,
  org_name: '压测学校',
  org_type: 2,
  edu_level: 1,
  service_type: 2,
  product_status: 0,
  endsInDays: 365,
  total_quota: school.students,
  site: { host: 'bench.example', is_custom: false, site_name: '压测学校', company_slogan: '' },
  features: FEATURES,
  consulting_offline_open: false,
  auto_create_user: false,
  school,
};

/** The rows of the school, and the accounts of its administrator and students with the given password hash. */
export function benchTenant(now: number, password_hash: string): { accounts: AccountRow[]; tables: Partial<DemoRows> } {
  const random = randomOf(BENCH_ORG);
  const classes = classesOf(spec);
  const students = studentsOf(spec, classes.filter(isCurrent), random);
  const account = (login: string, real_name: string, sex: number, mobile?: string): AccountRow => ({
    user_id: userId(login),
    login_name: login,
    login_key: login,
    password_hash,
    real_name,
    sex,
    mobile,
  });
  return {
    accounts: [
      account(BENCH_LOGIN, '压测', 1),
      ...students.map((s) => account(s.login, s.name.name, s.sex, `1991${String(s.n).padStart(7, '0')}`)),
    ],
    tables: {
      orgs: [
        {
          org_id: BENCH_ORG,
          org_name: spec.org_name,
          org_type: spec.org_type,
          edu_level: spec.edu_level,
          service_type: spec.service_type,
          product_status: spec.product_status,
          account_expire_at: new Date(now + spec.endsInDays * 86_400_000).toISOString(),
          total_quota: spec.total_quota,
          available_quota: 0,
        },
      ],
      org_features: FEATURES.map((feature) => ({ org_id: BENCH_ORG, feature })),
      org_settings: [{ org_id: BENCH_ORG, consulting_offline_open: false, auto_create_user: false }],
      memberships: [
        { org_id: BENCH_ORG, user_id: userId(BENCH_LOGIN), identity: 3, role_id: ADMINISTRATOR, role_extend: {} },
      ],
      years: yearRows(BENCH_ORG),
      edu_structures: school.periods.map(({ period, edu_type, grades }) => ({
        org_id: BENCH_ORG,
        period,
        edu_type,
        grades: [...grades],
      })),
      classes: classRows(spec, classes, () => ''),
      students: studentRows(BENCH_ORG, students).map((row, i) => ({
        ...row,
        mobile: `1992${String(i).padStart(7, '0')}`,
      })),
    },
  };
}
