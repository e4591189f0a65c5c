import { codedChoices, type ResourceParts } from '../../../platform/resources/server/registry.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { structuresOf } from '../../organisation/server/public.ts';
import { classesForTree } from './queries/classes-tree.ts';
import { collegesOf, majorsOf } from './queries/faculty.ts';

/** Periods, grades, colleges and majors of the school, and classes within the role's scope. */
export const choices: ResourceParts['choices'] = {
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
  async class(ctx) {
    const {
      actor,
      services: { access },
    } = ctx;
    const [classes] = await ctx.read([classesForTree(actor.orgId, access.scope(actor, 'class'))]);
    return classes.map(({ class_id, period, grade, class_name }) => {
      const inGrade = `${labelOf('grade', grade)} ${class_name}`;
      return { id: class_id, name: class_name, also: [inGrade, `${labelOf('class_period', period)} ${inGrade}`] };
    });
  },
  async college(ctx) {
    const [colleges] = await ctx.read([collegesOf(ctx.actor.orgId)]);
    return colleges.map(({ college_id, college_name }) => ({ id: college_id, name: college_name }));
  },
  async major(ctx) {
    const { orgId } = ctx.actor;
    const [colleges, majors] = await ctx.read([collegesOf(orgId), majorsOf(orgId)]);
    const names = new Map(colleges.map(({ college_id, college_name }) => [college_id, college_name]));
    return majors.map(({ major_id, major_name, college_id }) => ({
      id: major_id,
      name: major_name,
      also: [`${names.get(college_id) ?? ''} ${major_name}`],
    }));
  },
};
