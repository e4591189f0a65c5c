import { schoolsOf } from '../../../../platform/access/server/queries/school-rows.ts';
import type { ScopeKey } from '../../../../platform/access/server/scope.ts';
import { implement, type Implementation, type OrgContext } from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { collegesOf } from '../../../classes/server/queries/faculty.ts';
import * as contract from '../../contract/teachers.ts';
import { changeRoles } from '../change-roles.ts';
import { staffMemberships, teachersOf } from '../queries.ts';
import { resetPassword } from '../reset-password.ts';
import { setTeacherState } from '../set-teacher-state.ts';

async function rolesOf(ctx: OrgContext, userId: string) {
  const {
    actor: { orgId },
  } = ctx;
  const [[teacher], held] = await ctx.read([teachersOf(orgId, [userId]), staffMemberships(orgId, [userId])]);
  if (!teacher) throw new AppError('PSY_NOT_FOUND');
  return {
    teacher_name: teacher.teacher_name,
    updated_at: teacher.updated_at,
    items: held.flatMap(({ role_id, role_extend }) =>
      role_id === null ? [] : [{ role_id, role_name: labelOf('role', role_id), role_extend }],
    ),
  };
}

/** The calls that teachers have beside those of every resource. */
export const teachersHandlers: readonly Implementation[] = [
  implement(contract.grantableRoles, async (ctx) => {
    const {
      actor,
      services: {
        access: { grants },
      },
    } = ctx;
    const [schools, colleges] = await ctx.read([schoolsOf(actor.orgId), collegesOf(actor.orgId)]);
    // Most schools have no faculty to choose from.
    const offered = (key: ScopeKey) => colleges.length > 0 || (key !== 'college_ids' && key !== 'major_ids');
    return {
      items: grants.grantable(actor).map((role_id) => ({
        role_id,
        role_name: labelOf('role', role_id),
        scopes: grants.scopesOf(role_id).filter(offered),
      })),
      schools,
    };
  }),
  implement(contract.getTeacherRoles, (ctx, { params }) => rolesOf(ctx, params.id)),
  implement(contract.putTeacherRoles, async (ctx, { params, body }) => {
    await changeRoles(ctx, params.id, body.items, body.updated_at);
    return rolesOf(ctx, params.id);
  }),
  implement(contract.putTeacherState, async (ctx, { params, body }) => {
    await setTeacherState(ctx, params.id, body.enabled);
    return { ok: true } as const;
  }),
  implement(contract.resetPassword, (ctx, { params }) => resetPassword(ctx, params.id)),
];
