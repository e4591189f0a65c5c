import { isCurrent } from '../../../../platform/demo/server/calendar.ts';
import type { DemoPart, DemoPerson, DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { FEMALE, MALE, adultName } from '../../../../platform/demo/server/names.ts';
import { staffLogin } from '../../../../platform/demo/server/people.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { postsOf } from './posts.ts';
import { teacherRows } from './teachers.ts';

/** One person for each post; the first of a role signs in as `o<org>r<role>`, the others as `o<org>t<n>`. */
function ownStaff({ spec, demo, classes = [], random }: DemoTenant): DemoPerson[] {
  const current = classes.filter(isCurrent);
  const schools = [...demo.tenants.values()].filter((other) => other.spec.parent_org_id === spec.org_id);
  const schoolIds = schools.map((school) => school.spec.org_id);
  let others = 0;
  return postsOf(spec, current, schoolIds).flatMap(({ role_id, reach }) =>
    reach.map((role_extend, i): DemoPerson => {
      // Two thirds of the staff are women.
      const sex = random.chance(0.66) ? FEMALE : MALE;
      const login = i === 0 ? staffLogin(spec.org_id, role_id) : `o${spec.org_id}t${++others}`;
      return { login, name: adultName(random, sex).name, sex, identity: IDENTITY.staff, role_id, role_extend };
    }),
  );
}

/** Roles here of people who work at several tenants. */
const sharedStaff = ({ spec: { org_id }, demo }: DemoTenant): DemoPerson[] =>
  demo.sharedStaff.flatMap(({ login, name, sex, posts }) =>
    posts
      .filter((post) => post.org_id === org_id)
      .map(({ role_id, role_extend }) => ({ login, name, sex, identity: IDENTITY.staff, role_id, role_extend })),
  );

export const demo: DemoPart = {
  after: ['classes', 'organisation'],
  draw(tenant) {
    tenant.people.push(...ownStaff(tenant), ...sharedStaff(tenant));
  },
  rows: (tenant) => ({ teachers: teacherRows(tenant) }),
};
