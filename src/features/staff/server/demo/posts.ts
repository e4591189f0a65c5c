import type { TenantSpec } from '../../../../platform/demo/server/tenant-spec.ts';
import type { DemoClass } from '../../../classes/server/public.ts';

/** A role, and the scope of each person who has it: as many people as entries. */
export interface Post {
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

function schoolPosts(spec: TenantSpec, current: readonly Pick<DemoClass, 'class_id'>[]): Post[] {
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

/** The posts of a school in the current year, or of an institution with the schools below it. */
export const postsOf = (
  spec: TenantSpec,
  current: readonly Pick<DemoClass, 'class_id'>[],
  schoolIds: readonly string[],
): Post[] => (spec.school ? schoolPosts(spec, current) : institutionPosts(schoolIds));

/** The staff roles that fit a tenant, each of which has a login. */
export const staffRoles = (spec: TenantSpec): number[] => postsOf(spec, [], []).map((post) => post.role_id);
