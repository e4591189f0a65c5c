import { createHash } from 'node:crypto';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ExportRefusal } from './still-readable.ts';

const OTHER_REACH = '打包之后，您的角色或管理范围有变化';

/**
 * A digest of the caller's role and of the students and schools within its scope. A file with numbers names no student,
 * so that its reach is compared as a whole: the packed numbers are those of this reach and of no other.
 */
export const reachOf = ({ actor, services: { access } }: OrgContext): string =>
  createHash('sha256')
    .update(JSON.stringify([actor.roleId, access.scope(actor, 'student'), access.scope(actor, 'school')]))
    .digest('base64url');

/** @throws AppError AC_FORBIDDEN where a file is packed under another reach than that of its request */
export function requireSameReach(ctx: OrgContext, reach: string | undefined): void {
  if (reach !== reachOf(ctx)) throw new AppError('AC_FORBIDDEN', { message: `${OTHER_REACH}，请重新打包` });
}

/** Refuses a download under another reach. The first id of `about` is the reach of the request (`reachOf`). */
export const refuseOtherReach: ExportRefusal = async (ctx, { about: [reach] }) =>
  reach === reachOf(ctx) ? undefined : OTHER_REACH;
