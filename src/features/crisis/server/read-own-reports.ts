import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import type { OwnReport, ownReports } from '../contract/reports.ts';
import { countReports, reportsOf } from './queries/warns.ts';
import { crisisCategories } from './read-categories.ts';

function stateOf({ verified_at, acknowledged_at }: { verified_at: string | null; acknowledged_at: string | null }) {
  if (verified_at !== null) return 'verified' as const;
  return acknowledged_at === null ? ('waiting' as const) : ('taken' as const);
}

/** The caller's own reports and who looks after them; no verdict, level or reason. */
export async function readOwnReports(
  ctx: OrgContext,
  { page, size, state }: { page: number; size: number; state?: OwnReport['state'] },
): Promise<DataOf<typeof ownReports>> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const [rows, [count]] = await ctx.read([
    reportsOf(orgId, userId, state, size, (page - 1) * size),
    countReports(orgId, userId, state),
  ]);
  const names = new Map(crisisCategories(ctx).map((one) => [one.extreme_case_id, one.extreme_case]));
  const items = rows.map(({ warn_id, child_name, class_name, category_id, reported_at, ...handled }): OwnReport => ({
    warn_id,
    child_name,
    reported_at,
    state: stateOf(handled),
    ...withoutNulls({
      class_name,
      category_name: category_id === null ? null : (names.get(category_id) ?? null),
      taken_by_name: handled.verified_by_name ?? handled.acknowledged_by_name,
      taken_at: handled.verified_at ?? handled.acknowledged_at,
    }),
  }));
  return { total: count?.n ?? 0, items };
}
