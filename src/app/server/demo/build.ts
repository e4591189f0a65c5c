import { IDENTITY } from '../../../platform/identity/identity.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { DEMO_YEARS, classRows, classesOf, yearRows } from './classes.ts';
import { demoCrisis } from './crisis.ts';
import { customGroups } from './custom-groups.ts';
import { departmentsOf } from './departments.ts';
import { equipmentRows } from './equipment.ts';
import { facultyOf } from './faculty.ts';
import { guardianRows, guardiansOf, withoutAccount, type DemoGuardian } from './guardians.ts';
import { logRows } from './logs.ts';
import { FEMALE, adultName } from './names.ts';
import { randomOf } from './random.ts';
import { demoRecords } from './records.ts';
import { emptyTenant, type AccountRow, type TenantRows } from './rows.ts';
import { CLASS_TEACHER, staffOf, type DemoStaff } from './staff.ts';
import { formerEnrolments, studentDetails } from './student-details.ts';
import { studentRows, studentsOf, type DemoStudent } from './students.ts';
import { addTeachers } from './teachers.ts';
import { CURRENT_YEAR, TENANTS, type TenantSpec } from './tenants.ts';

const DAY_MS = 86_400_000;

export interface DemoData {
  accounts: AccountRow[];
  tenants: ReadonlyMap<string, TenantRows>;
}

/** One tenant's people and rows, before the accounts of the people are created. */
interface Tenant {
  spec: TenantSpec;
  rows: TenantRows;
  staff: DemoStaff[];
  students: DemoStudent[];
  guardians: DemoGuardian[];
}

export const userId = (login: string) => `u-${login}`;

function tenantOf(spec: TenantSpec, now: number): Tenant {
  const random = randomOf(`tenant ${spec.org_id}`);
  const { org_id, school } = spec;
  const classes = classesOf(spec);
  const current = classes.filter((c) => c.year === CURRENT_YEAR);
  const schoolIds = TENANTS.filter((t) => t.parent_org_id === org_id).map((t) => t.org_id);
  const staff = staffOf(spec, classes, schoolIds, random);
  const students = school ? studentsOf(school, current, random) : [];
  const guardians = guardiansOf(students, random);

  const teachers = staff.filter((s) => s.role_id === CLASS_TEACHER);
  const inCharge = (c: { class_id: string }) =>
    teachers[classes.findIndex((x) => x.class_id === c.class_id) % teachers.length]?.name.name ?? '';
  const rows: TenantRows = {
    ...emptyTenant(),
    orgs: [
      {
        org_id,
        parent_org_id: spec.parent_org_id,
        org_name: spec.org_name,
        org_type: spec.org_type,
        edu_level: spec.edu_level,
        service_type: spec.service_type,
        product_status: spec.product_status,
        account_expire_at: isoTime(now + spec.endsInDays * DAY_MS),
        total_quota: spec.total_quota,
        available_quota: spec.total_quota - students.length,
      },
    ],
    org_features: spec.features.map((feature) => ({ org_id, feature })),
    org_settings: [
      { org_id, consulting_offline_open: spec.consulting_offline_open, auto_create_user: spec.auto_create_user },
    ],
    sites: [{ org_id, ...spec.site }],
    memberships: [
      ...staff.map((s) => ({
        org_id,
        user_id: userId(s.login),
        identity: IDENTITY.staff,
        role_id: s.role_id,
        role_extend: s.role_extend,
      })),
      ...students.map((s) => ({
        org_id,
        user_id: userId(`o${org_id}s${s.n}`),
        identity: IDENTITY.student,
        role_extend: {},
      })),
      ...guardians.map((g) => ({
        org_id,
        user_id: userId(`o${org_id}p${g.n}`),
        identity: IDENTITY.parent,
        role_extend: {},
      })),
    ],
    ...guardianRows(org_id, guardians, (n) => userId(`o${org_id}p${n}`)),
  };
  if (school) {
    rows.years = yearRows(org_id);
    rows.edu_structures = school.periods.map(({ period, edu_type, grades }) => ({
      org_id,
      period,
      edu_type,
      grades: [...grades],
    }));
    Object.assign(rows, departmentsOf(org_id, rows.edu_structures));
    const { colleges, majors, placeOf } = facultyOf(org_id, school.faculty ?? []);
    Object.assign(rows, { colleges, majors });
    rows.classes = classRows(spec, classes, inCharge).map((row) => ({ ...row, ...placeOf(row.class_no) }));
    rows.tenant_rows = equipmentRows(org_id);
    rows.audit_logs = logRows(spec, classes, userId);
    rows.audit_heads = rows.audit_logs.length > 0 ? [{ org_id: spec.org_id }] : [];
    const details = studentDetails(org_id, students);
    rows.students = studentRows(org_id, students, (n) => userId(`o${org_id}s${n}`)).map((row, i) => ({
      ...row,
      ...details[i],
    }));
    Object.assign(rows, customGroups(org_id, rows.students), demoRecords(org_id, rows.students, now));
    rows.enrolments = formerEnrolments(org_id, students, classes);
    const inChargeOf = new Map(
      staff.flatMap(({ login, role_id, role_extend: { class_ids } }) =>
        role_id === CLASS_TEACHER && Array.isArray(class_ids) ? [[String(class_ids[0]), userId(login)]] : [],
      ),
    );
    Object.assign(rows, demoCrisis(org_id, { rows, teacherOf: (classId) => inChargeOf.get(classId), now }));
    const others = withoutAccount(org_id, guardians);
    rows.guardians.push(...others.guardians);
    rows.guardian_children.push(...others.guardian_children);
  }
  return { spec, rows, staff, students, guardians };
}

/** `multi` is a psychology teacher and class teacher at the first school, a teacher and the administrator of the second. */
const MULTI = [
  { org_id: '2001', role_id: 8, role_extend: {} },
  { org_id: '2001', role_id: CLASS_TEACHER, role_extend: { class_ids: [`c2001-${DEMO_YEARS[1]}-7-02`] } },
  { org_id: '2002', role_id: 7, role_extend: {} },
  { org_id: '2002', role_id: 4, role_extend: {} },
];

/** The second parent of the first school has a child at the second one too, to demonstrate changing schools. */
function joinSchools(here: Tenant | undefined, there: Tenant | undefined) {
  const parent = here?.guardians[1];
  const child = parent?.children[0];
  const sibling = there?.students.find((s) => s.name.surname.text === child?.student.name.surname.text);
  if (!here || !there || !child || !sibling) throw new Error('the demo schools share no family');
  const user_id = userId(`o${here.spec.org_id}p${parent.n}`);
  const { org_id } = there.spec;
  const rows = guardianRows(
    org_id,
    [{ ...parent, children: [{ student: sibling, relation: child.relation }] }],
    () => user_id,
  );
  there.rows.memberships.push({ org_id, user_id, identity: IDENTITY.parent, role_extend: {} });
  there.rows.guardians.push(...rows.guardians);
  there.rows.guardian_children.push(...rows.guardian_children);
}

/**
 * Every row of the demo, the same each time but for what depends on the moment of seeding (`now`, when services end)
 * and the hash.
 *
 * @param passwordHash Of the one password that all accounts share
 */
export function buildDemo(now: number, passwordHash: string): DemoData {
  const tenants = new Map(TENANTS.map((spec) => [spec.org_id, tenantOf(spec, now)]));
  joinSchools(tenants.get('2001'), tenants.get('2002'));
  for (const membership of MULTI)
    tenants
      .get(membership.org_id)
      ?.rows.memberships.push({ ...membership, user_id: userId('multi'), identity: IDENTITY.staff });

  let mobiles = 0;
  const account = (login: string, real_name: string, sex: number, hasMobile: boolean): AccountRow => ({
    user_id: userId(login),
    login_name: login,
    login_key: login,
    password_hash: passwordHash,
    real_name,
    sex,
    mobile: hasMobile ? `1990000${String(++mobiles).padStart(4, '0')}` : undefined,
  });
  const multi = adultName(randomOf('multi'), FEMALE);
  const all = [...tenants.values()];
  const accounts = [
    account('multi', multi.name, FEMALE, true),
    ...all.flatMap((t) => t.staff.map((s) => account(s.login, s.name.name, s.sex, true))),
    ...all.flatMap((t) => t.guardians.map((g) => account(`o${t.spec.org_id}p${g.n}`, g.name.name, g.sex, true))),
    ...all.flatMap((t) => t.students.map((s) => account(`o${t.spec.org_id}s${s.n}`, s.name.name, s.sex, false))),
  ];
  addTeachers(
    accounts,
    all.map((t) => t.rows),
  );
  // The school finds a guardian by the mobile number of the account.
  const mobileOf = new Map(accounts.map(({ user_id, mobile }) => [user_id, mobile]));
  for (const { rows } of all)
    rows.guardians = rows.guardians.map((row) => ({ mobile: mobileOf.get(row.user_id ?? ''), ...row }));
  return { accounts, tenants: new Map(all.map((t) => [t.spec.org_id, t.rows])) };
}
