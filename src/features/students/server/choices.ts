import type { ResourceParts } from '../../../platform/resources/server/registry.ts';
import { studentsByText } from './queries/students.ts';

/** Students within the role's scope, by name, student number or id. */
export const rowChoices: ResourceParts['rowChoices'] = {
  async student(ctx, texts, ids) {
    const { access } = ctx.services;
    const [students] = await ctx.read([
      studentsByText(ctx.actor.orgId, access.scope(ctx.actor, 'student'), texts, ids),
    ]);
    return students.map(({ child_id, child_name, student_no }) => ({
      id: child_id,
      name: child_name,
      also: [student_no],
    }));
  },
};
