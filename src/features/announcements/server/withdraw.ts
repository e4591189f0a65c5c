import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { dueBy } from '../../../platform/jobs/server/queries.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import type { displayAnnouncement } from '../contract/writing.ts';
import { deliverLater } from './deliver.ts';
import { MOMENTS } from './publish.ts';
import type { StoredAnnouncement } from './queries/tables.ts';
import * as store from './queries/writing.ts';
import { conflict, lockOwn, requireVersion, stateOf } from './writer.ts';

/**
 * Withdraws what is published. Its notices are removed; those who had read it see the reason, and nobody the text.
 *
 * @throws AppError PSY_NOT_FOUND, PSY_CONFLICT
 */
export async function withdraw(ctx: OrgContext, tx: Tx, id: string, reason: string) {
  const row = await lockOwn(ctx, tx, id);
  if (row.status === 'withdrawn') throw conflict('这一篇已经撤回');
  if (row.status !== 'published') throw conflict('这一篇还没有发布，可以直接修改或删除');
  const withdraw_reason = reason.trim();
  await tx.run(
    store.changeWritten(ctx.actor.orgId, id, {
      status: 'withdrawn',
      withdrawn_at: ctx.nowIso(),
      withdrawn_by: ctx.caller.userId,
      withdraw_reason,
      updated_by: ctx.caller.userId,
      updated_at: ctx.nowIso(),
    }),
  );
  await deliverLater(tx, ctx.services, ctx.actor.orgId, id);
  await audit(tx, ctx, {
    act: 'recall',
    resource: row.kind,
    rowId: id,
    rowLabel: row.title,
    after: { withdraw_reason },
  });
  return stateOf(id, row.version + 1, 'withdrawn');
}

const yesOrNo = (value: boolean) => (value ? '是' : '否');
/** Where and how long it is shown, in the words of the log. */
const displayFacts = ({ pinned, banner, ends_at }: Pick<StoredAnnouncement, 'pinned' | 'banner' | 'ends_at'>) => ({
  pinned: yesOrNo(pinned),
  banner: yesOrNo(banner),
  ends_at: ends_at === null ? '' : minuteOf(Date.parse(ends_at)),
});

/**
 * Changes where and how long a published one is shown.
 *
 * @throws AppError PSY_NOT_FOUND, PSY_CONFLICT, PSY_INVALID_INPUT
 */
export async function changeDisplay(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { pinned, banner, ends_at, version }: BodyOf<typeof displayAnnouncement>,
) {
  const { orgId } = ctx.actor;
  const row = await lockOwn(ctx, tx, id);
  if (row.status !== 'published') throw conflict('这一篇没有在发布中');
  requireVersion(row, version);
  if (ends_at != null && Date.parse(ends_at) <= ctx.now()) throw invalidWithMessage('/ends_at', '结束时间应晚于现在');
  const set = { pinned, banner, ends_at: ends_at ?? null };
  await tx.run(
    store.changeWritten(orgId, id, {
      ...set,
      closed: false,
      updated_by: ctx.caller.userId,
      updated_at: ctx.nowIso(),
    }),
  );
  if (ends_at != null) await tx.run(dueBy(orgId, MOMENTS, ends_at));
  await audit(tx, ctx, {
    act: 'update',
    resource: row.kind,
    rowId: id,
    rowLabel: row.title,
    before: displayFacts(row),
    after: displayFacts(set),
  });
  return stateOf(id, row.version + 1, 'published');
}
