import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { LogEntry } from '../contract/organisations.ts';
import { factsOf } from './facts.ts';
import { logCount, logPage } from './queries/platform-log.ts';

/** The platform's chain as a page shows it. */
export async function readLog(
  ctx: OrgContext,
  { page = 1, size = PAGE_SIZE_DEFAULT }: { page?: number; size?: number },
): Promise<{ total: number; items: LogEntry[] }> {
  const [rows, [count]] = await ctx.read([logPage(size, (page - 1) * size), logCount()]);
  return {
    total: count?.n ?? 0,
    items: rows.map(({ log_id, at, user_id, real_name, act, row_id, row_label, after }) => ({
      log_id,
      at,
      who: real_name ?? user_id.replace(/^server:/, '服务器 '),
      act: labelOf('audit_act', act),
      org_id: row_id,
      org_name: row_label ?? '',
      facts: factsOf(after),
    })),
  };
}
