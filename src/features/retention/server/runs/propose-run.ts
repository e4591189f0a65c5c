import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { ITEM, RUN } from '../../rules.ts';
import * as store from '../queries/runs.ts';
import { countsByChild, leavers, schoolTerms, totalOf } from '../schedule.ts';
import { reasonAt } from './read-runs.ts';

/** Students on one list; the others wait for the next one. */
const ITEMS_MAX = 1000;

/**
 * Proposes an erasure: a list of who and what is due. Nothing is changed.
 *
 * @returns the id of the list
 * @throws AppError PSY_CONFLICT when another list waits for its approval, or nothing is due
 */
export async function proposeRun(ctx: OrgContext, tx: Tx, reason: string): Promise<string> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, keys },
  } = ctx;
  const within = inTransaction(ctx, tx);
  const [terms, counts] = [await schoolTerms(within.read, orgId), await countsByChild(within.read, orgId)];
  const due = (await leavers(within, orgId, { terms, counts }))
    .filter((one) => one.due.length > 0)
    // Who may be touched comes first, so that the others do not fill the list.
    .sort((a, b) => Number(a.blockers.length > 0) - Number(b.blockers.length > 0))
    .slice(0, ITEMS_MAX);
  if (!due.some(({ blockers }) => blockers.length === 0))
    throw new AppError('PSY_CONFLICT', {
      message: due.length === 0 ? '目前没有到期的内容' : '到期的学生目前都不能动，请看各人的原因',
    });
  const runId = newId(clock);
  const added = await tx.run(
    store.insertRun({
      org_id: orgId,
      run_id: runId,
      status: RUN.proposed,
      reason: await keys.within(tx).encryptText(orgId, reason.trim(), reasonAt(runId)),
      proposed_by: userId,
      proposed_at: ctx.nowIso(),
      decided_by: null,
      decided_at: null,
      refusal: null,
      erase_after: null,
      ended_at: null,
    }),
  );
  if (added === 0) throw new AppError('PSY_CONFLICT', { message: '已有一份清单等待批准，请先处理' });
  await tx.run(
    store.insertItems(
      orgId,
      due.map(({ childId, due: kinds, blockers, counts: own }) => ({
        run_id: runId,
        subject_id: childId,
        kinds: [...kinds],
        status: blockers.length > 0 ? ITEM.untouched : ITEM.listed,
        why: [...blockers],
        total: totalOf(own, kinds),
      })),
    ),
  );
  await audit(tx, ctx, {
    act: 'create',
    resource: 'erasure_run',
    rowId: runId,
    rowLabel: labelOfRun(ctx.now()),
    after: { listed: due.length },
  });
  return runId;
}

/** What the log calls a list. */
export const labelOfRun = (proposedAt: number): string => `${dayOf(proposedAt)} 的清单`;
