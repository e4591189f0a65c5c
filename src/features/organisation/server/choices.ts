import { codedChoices, type ResourceParts } from '../../../platform/resources/server/registry.ts';
import { departmentsOf } from './queries/departments.ts';
import { structuresOf } from './queries/edu-structures.ts';

/** Departments, and the periods and grades that the school teaches. */
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
  async period(ctx) {
    const [structures] = await ctx.read([structuresOf(ctx.actor.orgId)]);
    return codedChoices(
      'class_period',
      structures.map(({ period }) => period),
    );
  },
  async grade(ctx) {
    const [structures] = await ctx.read([structuresOf(ctx.actor.orgId)]);
    return codedChoices(
      'grade',
      structures.flatMap(({ grades }) => grades),
    );
  },
};
