import { schoolsInScope } from '../../../../platform/access/server/queries/scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { withActor } from '../../../../platform/context/server/make-context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { ORG_TYPE } from '../../../../platform/identity/identity.ts';
import { ALL_SCHOOLS } from '../../layer-contract.ts';
import { schoolsWithKinds } from './queries.ts';

export interface School {
  id: string;
  name: string;
  eduLevel: number | null;
}

/** The schools of one kind within the caller's scope. */
export async function schoolsOfKind(ctx: OrgContext, kind: number): Promise<School[]> {
  const scope = ctx.services.access.scope(ctx.actor, 'school');
  const [schools] = await ctx.read([schoolsWithKinds(ctx.actor.orgId).where(schoolsInScope(scope))]);
  return schools
    .map(({ org_id, org_name, edu_level }) => ({ id: org_id, name: org_name, eduLevel: edu_level }))
    .filter(({ eduLevel }) => kind === ALL_SCHOOLS || eduLevel === kind);
}

/** @throws AppError PSY_INVALID_INPUT naming what is no school of this kind within the caller's scope */
export async function requireSchools(ctx: OrgContext, kind: number, ids: readonly string[]): Promise<School[]> {
  const schools = await schoolsOfKind(ctx, kind);
  const details = ids.flatMap((id, i) =>
    schools.some((school) => school.id === id)
      ? []
      : [{ field: `/school_ids/${i}`, message: '不是本机构的学校，或者不是这一类学校' }],
  );
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  return schools.filter(({ id }) => ids.includes(id));
}

/** The context of the institution's work at a school: the person stays, the database and the schemas are the school's. */
export const atSchool = (ctx: OrgContext, { id, eduLevel }: School): OrgContext =>
  withActor(ctx, { ...ctx.actor, orgId: id, orgType: ORG_TYPE.school, eduLevel });
