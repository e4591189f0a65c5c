import { readParts } from '../../../platform/archive/server/parts.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { avatarAddress } from '../../../platform/identity/server/avatar.ts';
import { getRow } from '../../../platform/resources/server/reading.ts';
import { readCrisisLevel } from '../../crisis/server/public.ts';
import { studentHooks } from '../../students/server/public.ts';
import type { Archive } from '../contract.ts';
import { avatarOf } from './queries.ts';

/**
 * All data of one student at the school, each part under the rights of its own page.
 *
 * @throws AppError `notFoundInScope`
 */
export async function studentArchive(ctx: OrgContext, id: string): Promise<Archive> {
  const student = await getRow(ctx, 'student', studentHooks, id);
  const childId = String(student['child_id']);
  const { crisis_level: level } = await readCrisisLevel(ctx, childId);
  const [[account]] = await ctx.read([avatarOf(ctx.actor.orgId, childId)]);
  const avatar = account ? await avatarAddress(ctx.services, account.user_id, account.avatar) : '';
  return {
    student,
    ...(avatar !== '' && { avatar }),
    ...(level !== undefined && { crisis_level: level }),
    ...(await readParts(ctx, childId)),
  };
}
