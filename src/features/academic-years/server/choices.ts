import type { ResourceParts } from '../../../platform/resources/server/registry.ts';
import { yearsOf } from './queries/years.ts';

/** Academic years of the school. */
export const choices: ResourceParts['choices'] = {
  async year(ctx) {
    const [years] = await ctx.read([yearsOf(ctx.actor.orgId)]);
    return years.map(({ year_id, year_name }) => ({ id: year_id, name: year_name }));
  },
};
