import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import { hasVerifiers } from '../../crisis/server/public.ts';
import { loadExam } from '../../screening/server/public.ts';
import type { FollowUp } from '../contract.ts';
import * as store from './queries.ts';
import { placeOf, type PlaceQuery } from './read-group-report.ts';
import { readsHeldResults } from './reads-held-results.ts';

/**
 * Students to look after, within the role's scope. They are named to roles that read warnings, and where the school has
 * no warnings to roles that plan; others get no list. A positive result without a warning names a student only to
 * readers from whom it is not held back.
 *
 * @throws AppError `notFoundInScope`
 */
export async function readFollowUp(
  ctx: OrgContext,
  examId: string,
  { page = 1, size = PAGE_SIZE_DEFAULT, ...query }: PlaceQuery & { page?: number; size?: number },
): Promise<FollowUp> {
  const { actor, services, read } = ctx;
  const { access } = services;
  await loadExam(ctx, examId);
  // Names of students with warnings need what the list of their warnings needs.
  const mayReadWarns = await mayRead(ctx, 'warning/assessment');
  const mayPlan = access.decide(actor, 'exam', OPEN);
  if (!mayReadWarns && (!mayPlan || (await hasVerifiers(read, access, actor.orgId)))) return {};
  const withPositive = await readsHeldResults(ctx);
  const scope = access.scope(actor, 'student');
  const what = store.toFollow(actor.orgId, examId, scope, { ...placeOf(query), withPositive });
  const [rows, [all]] = await read([
    store.followUp(what, { size, offset: (page - 1) * size }),
    store.followUpTotal(what),
  ]);
  return { total: all?.total ?? 0, items: rows.map((row) => withoutNulls(row)) };
}
