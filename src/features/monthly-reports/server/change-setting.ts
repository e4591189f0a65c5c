import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import type { monthlySetting } from '../contract.ts';
import { madeOf, putSetting, settingOf } from './queries/files.ts';

export async function readSetting({ actor: { orgId }, read }: OrgContext): Promise<DataOf<typeof monthlySetting>> {
  const [[setting], [last]] = await read([settingOf(orgId), madeOf(orgId)]);
  return { automatic: setting?.automatic ?? true, ...(last && { made: { month: last.month, at: last.made_at } }) };
}

/** Switches on or off that the organisation's report is made by itself. Without a change nothing is logged. */
export async function changeSetting(ctx: OrgContext, tx: Tx, automatic: boolean): Promise<void> {
  const { orgId } = ctx.actor;
  const [setting] = await tx.run(settingOf(orgId));
  const before = setting?.automatic ?? true;
  if (before === automatic) return;
  await tx.run(putSetting({ org_id: orgId, automatic, changed_by: ctx.caller.userId, changed_at: ctx.nowIso() }));
  const word = (on: boolean) => ({ automatic: on ? '开启' : '关闭' });
  await audit(tx, ctx, {
    act: 'update',
    resource: 'monthly_report',
    rowId: orgId,
    rowLabel: '每月自动生成心理月报',
    before: word(before),
    after: word(automatic),
  });
}
