import type { DemoClass } from './classes.ts';
import { FEMALE, MALE, adultName, type PersonName } from './names.ts';
import type { Random } from './random.ts';
import { CURRENT_YEAR, type TenantSpec } from './tenants.ts';

/** A member of staff with one role; the first of a role signs in as `o<org>r<role>`, the others as `o<org>t<n>`. */
export interface DemoStaff {
  login: string;
  role_id: number;
  name: PersonName;
  sex: number;
  role_extend: Record<string, unknown>;
}

/** A role, and the scope of each person who has it: as many people as entries. */
interface Post {
  role_id: number;
  reach: readonly Record<string, unknown>[];
}

const people = (count: number) => Array.from({ length: count }, () => ({}));

const institutionPosts = (schoolIds: readonly string[]): Post[] => [
  { role_id: 1, reach: people(1) },
  { role_id: 2, reach: people(2) },
  { role_id: 3, reach: people(3) },
  { role_id: 13, reach: [{ school_ids: schoolIds.slice(0, 2) }, { school_ids: schoolIds.slice(2) }] },
];

function schoolPosts(spec: TenantSpec, current: readonly DemoClass[]): Post[] {
  const grades =
    spec.school?.periods.flatMap(({ period, grades: codes }) =>
      codes.map((grade) => ({ grade_combos: [{ period, grade }] })),
    ) ?? [];
  return [
    { role_id: 4, reach: people(1) },
    { role_id: 5, reach: people(2) },
    { role_id: 7, reach: people(current.length + 10) },
    { role_id: 8, reach: people(1 + Math.ceil(current.length / 12)) },
    { role_id: 9, reach: grades },
    { role_id: 10, reach: current.map((c) => ({ class_ids: [c.class_id] })) },
    { role_id: 12, reach: people(2) },
    { role_id: 14, reach: people(1) },
  ];
}

export const CLASS_TEACHER = 10;

const postsOf = (spec: TenantSpec, classes: readonly DemoClass[], schoolIds: readonly string[]) =>
  spec.school
    ? schoolPosts(
        spec,
        classes.filter((c) => c.year === CURRENT_YEAR),
      )
    : institutionPosts(schoolIds);

/** The staff roles that fit a tenant, each of which has a login. */
export const staffRoles = (spec: TenantSpec): number[] => postsOf(spec, [], []).map((post) => post.role_id);
export const staffLogin = (org_id: string, role_id: number) => `o${org_id}r${role_id}`;

export function staffOf(
  spec: TenantSpec,
  classes: readonly DemoClass[],
  schoolIds: readonly string[],
  random: Random,
): DemoStaff[] {
  let others = 0;
  return postsOf(spec, classes, schoolIds).flatMap(({ role_id, reach }) =>
    reach.map((role_extend, i): DemoStaff => {
      // Two thirds of the staff are women.
      const sex = random.chance(0.66) ? FEMALE : MALE;
      const login = i === 0 ? staffLogin(spec.org_id, role_id) : `o${spec.org_id}t${++others}`;
      return { login, role_id, name: adultName(random, sex), sex, role_extend };
    }),
  );
}
