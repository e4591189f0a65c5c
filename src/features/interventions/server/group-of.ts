import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { rolesOf } from './queries/appointments.ts';

/** The role group that may later restrict the record to itself: the counsellor's. */
export async function groupOf(
  { actor: { orgId }, services: { access } }: OrgContext,
  tx: Tx,
  userId: string,
): Promise<string> {
  const roles = await tx.run(rolesOf(orgId, userId));
  return roles.flatMap(({ role_id }) => (role_id === null ? [] : (access.groupOf(role_id) ?? [])))[0] ?? '';
}
