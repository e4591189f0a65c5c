import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import { hasVerifiers } from '../../crisis/server/public.ts';
import { loadExam } from '../../screening/server/public.ts';
import type { FollowUp } from '../contract.ts';
import * as store from './queries.ts';
import { placeOf, type PlaceQuery } from './read-group-report.ts';

/**
 * Students to look after, within the role's scope. They are named to roles that read warnings, and where the school has
 * no warnings to roles that plan; others get no list.
 *
 * @throws AppError `notFoundInScope`; PSY_INVALID_SECONDARY_TOKEN
 */
export async function readFollowUp(
  ctx: OrgContext,
  examId: string,
  { page = 1, size = PAGE_SIZE_DEFAULT, ...query }: PlaceQuery & { page?: number; size?: number },
): Promise<FollowUp> {
  const { actor, services, read } = ctx;
  const { access } = services;
  await loadExam(ctx, examId);
  const mayReadWarns = access.decide(actor, 'crisis/warn', OPEN);
  const mayName =
    mayReadWarns || (access.decide(actor, 'exam', OPEN) && !(await hasVerifiers(read, access, actor.orgId)));
  if (!mayName) return {};
  // Names of students with warnings need what the list of their warnings needs.
  if (mayReadWarns) await ctx.proveVerified('warning/assessment');
  const scope = access.scope(actor, 'student');
  const [rows] = await read([
    store.followUp(actor.orgId, examId, scope, placeOf(query), { size, offset: (page - 1) * size }),
  ]);
  return { total: rows[0]?.total ?? 0, items: rows.map(({ total: _, ...row }) => withoutNulls(row)) };
}
