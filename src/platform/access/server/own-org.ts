import type { OrgContext } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';

/**
 * Checks that the path names the caller's own organisation. Other ids get the same answer, whether they exist or not.
 *
 * @throws AppError AC_FORBIDDEN
 */
export function requireOwnOrg({ actor }: OrgContext, orgId: string): void {
  if (orgId !== actor.orgId) throw new AppError('AC_FORBIDDEN');
}
