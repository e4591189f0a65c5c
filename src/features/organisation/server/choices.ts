import type { ResourceParts } from '../../../platform/resources/server/registry.ts';
import { departmentsOf } from './queries/departments.ts';

/** Departments, found by their own name or the path to them. */
export const choices: ResourceParts['choices'] = {
  async department(ctx) {
    const [departments] = await ctx.read([departmentsOf(ctx.actor.orgId)]);
    const byId = new Map(departments.map((one) => [one.department_id, one]));
    const pathOf = (id: string | null): string[] => {
      const one = id === null ? undefined : byId.get(id);
      return one ? [...pathOf(one.parent_id), one.department_name] : [];
    };
    return departments.map(({ department_id, department_name }) => ({
      id: department_id,
      name: department_name,
      also: [pathOf(department_id).join(' ')],
    }));
  },
};
