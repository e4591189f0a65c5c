import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { withoutNulls } from '../../../../platform/schema/json.ts';
import { examStatus } from '../../rules/exam-status.ts';
import { examCounts, examsInScope } from '../queries/progress-list.ts';

/** Published screenings with the numbers of the caller's scope. */
export async function listProgress(ctx: OrgContext, page: number, size: number) {
  const { actor, services } = ctx;
  const scope = services.access.scope(actor, 'student');
  const [rows, [count]] = await ctx.read([
    examCounts(actor.orgId, scope, page, size),
    examsInScope(actor.orgId, scope),
  ]);
  return {
    total: count?.total ?? 0,
    items: rows.map((row) => withoutNulls({ ...row, status: examStatus(row, ctx.now()) })),
  };
}
