import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { readParts } from '../../../platform/archive/server/parts.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { avatarAddress } from '../../../platform/identity/server/avatar.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { mayRead, resolveList, wireRows } from '../../../platform/resources/server/reading.ts';
import { requireChild, studentHooks } from '../../students/server/public.ts';
import type { StudentOverview } from '../contract.ts';
import { avatarOf } from './queries.ts';

const ARCHIVE = 'student/archive';

/**
 * A student in short: the row of the list, what waits for a person, and the last screening, each under the rights of
 * its own page.
 *
 * @throws AppError `notFoundInScope`
 */
export async function studentOverview(ctx: OrgContext, id: string): Promise<StudentOverview> {
  const childId = await requireChild(ctx, id);
  const { entity, rows } = await resolveList(ctx, 'student', studentHooks);
  const [stored, [account]] = await ctx.read([rowsOfIds(rows, [childId]), avatarOf(ctx.actor.orgId, childId)]);
  const [student] = await wireRows(ctx, entity, stored);
  if (!student) throw notFoundInScope(rows.scope);
  const mayOpen = ctx.services.access.decide(ctx.actor, ARCHIVE, 'open');
  const isOpen = await mayRead(ctx, ARCHIVE);
  const { events, tasks } = isOpen ? await readParts(ctx, childId) : { events: [], tasks: [] };
  const last = events.find(({ kind, state }) => kind === 'screening' && state?.tone === 'done');
  const avatar = account ? await avatarAddress(ctx.services, account.user_id, account.avatar) : '';
  return {
    student,
    ...(avatar !== '' && { avatar }),
    locked: mayOpen && !isOpen,
    ...(last && { last_screening: last }),
    tasks,
  };
}
