import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import type { DataOf, QueryOf } from '../../../platform/contract/endpoint.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { AUTOMATION_RUNS_MAX } from '../../../platform/schema/automations.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import type { automationRuns } from '../contract.ts';
import * as store from './queries.ts';
import { startOfDay } from './schedule.ts';

const WEEK_MS = 7 * 86_400_000;

/** The runs of an entity, the latest first, with how many failed and how many the organisation had today. */
export async function listRuns(
  ctx: OrgContext,
  entity: string,
  { page = 1, size = PAGE_SIZE_DEFAULT, state }: QueryOf<typeof automationRuns>,
): Promise<DataOf<typeof automationRuns>> {
  const { orgId } = ctx.actor;
  const now = ctx.now();
  const [rows, [count]] = await ctx.read([
    store.pageOfRuns(orgId, entity, { state, limit: size, offset: (page - 1) * size }),
    store.countRuns(orgId, entity, { state, failedSince: isoTime(now - WEEK_MS), since: startOfDay(now) }),
  ]);
  const items = rows.map(({ org_id: _, entity: __, user_id: ___, depth: ____, event, ...run }) =>
    withoutNulls({ ...run, event: event.split(':')[0] ?? event }),
  );
  const { total, failed, today } = count ?? {};
  return { total: total ?? 0, items, failed: failed ?? 0, today: today ?? 0, limit: AUTOMATION_RUNS_MAX };
}
