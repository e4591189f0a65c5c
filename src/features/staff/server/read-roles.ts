import { schoolsOf } from '../../../platform/access/server/queries/school-rows.ts';
import type { ScopeKey } from '../../../platform/access/server/scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { collegesOf } from '../../classes/server/public.ts';
import type { GrantableRoles, getTeacherRoles } from '../contract/teachers.ts';
import { staffMemberships, teachersOf } from './queries.ts';
import { bySource } from './staff.ts';

/**
 * Roles of a teacher with their scopes.
 *
 * @throws AppError PSY_NOT_FOUND
 */
export async function rolesOf(
  { actor: { orgId }, services: { db } }: OrgContext,
  userId: string,
): Promise<DataOf<typeof getTeacherRoles>> {
  const [[teacher], held] = await db.read({ orgId, userId: null }, [
    teachersOf(orgId, [userId]),
    staffMemberships(orgId, [userId]),
  ]);
  if (!teacher) throw new AppError('PSY_NOT_FOUND');
  const { roles, claimed } = bySource(held);
  return {
    teacher_name: teacher.teacher_name,
    updated_at: teacher.updated_at,
    items: roles.map(({ role_id, role_extend }) => ({ role_id, role_name: labelOf('role', role_id), role_extend })),
    claimed: claimed.map(({ role_id, until }) => ({ role_id, role_name: labelOf('role', role_id), until })),
  };
}

/** Roles that the caller may grant, each with the keys of its scope. */
export async function grantableRoles({
  actor,
  services: {
    access: { grants },
    db,
  },
}: OrgContext): Promise<GrantableRoles> {
  const { orgId } = actor;
  const [schools, colleges] = await db.read({ orgId, userId: null }, [schoolsOf(orgId), collegesOf(orgId)]);
  // Most schools have no colleges or majors.
  const offered = (key: ScopeKey) => colleges.length > 0 || (key !== 'college_ids' && key !== 'major_ids');
  return {
    items: grants.grantable(actor).map((role_id) => ({
      role_id,
      role_name: labelOf('role', role_id),
      scopes: grants.scopesOf(role_id).filter(offered),
    })),
    schools,
  };
}
