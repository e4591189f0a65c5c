import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import type { semestersHistory } from '../contract.ts';
import { historyOf } from '../rules/enrolment-history.ts';
import { requireChild } from './hooks/children.ts';
import { enrolmentsOf } from './queries/enrolments.ts';

/**
 * Enrolments of a child at the school, latest first.
 *
 * @throws AppError `notFoundInScope`
 */
export async function readHistory(ctx: OrgContext, id: string): Promise<DataOf<typeof semestersHistory>> {
  const childId = await requireChild(ctx, id);
  const { orgId } = ctx.actor;
  const [entries] = await ctx.services.db.read({ orgId, userId: null }, [enrolmentsOf(orgId, childId)]);
  const items = historyOf(entries).map(withoutNulls);
  return { total: items.length, items };
}
