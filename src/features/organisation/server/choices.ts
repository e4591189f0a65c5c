import type { Choice, ResourceParts } from '../../../platform/resources/server/registry.ts';
import type { Department } from './department-tree.ts';
import { departmentsOf, staffOf } from './queries/departments.ts';

/**
 * Departments by their name and by the path to them. A name that several have is that of the highest one only where it
 * is its whole path; the others are found by their paths.
 */
export function departmentChoices(departments: readonly Department[]): Choice[] {
  const byId = new Map(departments.map((one) => [one.department_id, one]));
  const pathOf = (id: string | null): string[] => {
    const one = id === null ? undefined : byId.get(id);
    return one ? [...pathOf(one.parent_id), one.department_name] : [];
  };
  const top = new Set(departments.filter(({ parent_id }) => parent_id === null).map((one) => one.department_name));
  return departments.map(({ department_id, parent_id, department_name }) => {
    const path = pathOf(department_id);
    const whole = path.join('/');
    return parent_id !== null && top.has(department_name)
      ? { id: department_id, name: whole, also: [path.join(' ')] }
      : { id: department_id, name: department_name, also: [whole, path.join(' ')] };
  });
}

/** Departments, found by their own name or the path to them, and the staff. */
export const choices: ResourceParts['choices'] = {
  async department(ctx) {
    const [departments] = await ctx.read([departmentsOf(ctx.actor.orgId)]);
    return departmentChoices(departments);
  },
  async staff(ctx) {
    const [people] = await ctx.read([staffOf(ctx.actor.orgId)]);
    return people.flatMap(({ user_id, real_name, teacher_no, enabled }) =>
      enabled
        ? [
            {
              id: user_id,
              name: real_name,
              also: teacher_no === null ? [] : [`${real_name} ${teacher_no}`, teacher_no],
            },
          ]
        : [],
    );
  },
};
