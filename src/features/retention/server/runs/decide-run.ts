import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { ITEM, QUARANTINE_DAYS, RUN } from '../../rules.ts';
import { isTemporary } from '../queries/people.ts';
import * as store from '../queries/runs.ts';
import { assess } from './assess.ts';
import { MOVING } from './move-run.ts';
import { labelOfRun } from './propose-run.ts';
import { refusalAt } from './read-runs.ts';

const DAY_MS = 86_400_000;

/** A list that waits for its approval, locked. @throws AppError PSY_NOT_FOUND, PSY_CONFLICT */
async function lockWaiting({ actor: { orgId } }: OrgContext, tx: Tx, runId: string) {
  const [run] = await tx.run(store.lockRun(orgId, runId));
  if (!run) throw new AppError('PSY_NOT_FOUND');
  if (run.status === RUN.proposed) return run;
  const [decided] = await tx.run(store.runOf(orgId, runId));
  const how = run.status === RUN.refused ? '未批准' : '批准';
  throw new AppError('PSY_CONFLICT', { message: `${decided?.decider ?? '他人'}已经${how}了这份清单` });
}

/**
 * Approves a list: fixes who and what, and starts the quarantine. The person is another one than the proposer and has
 * an own account, not an authorised login, which the proposer could have made.
 *
 * @throws AppError PSY_CONFLICT by the proposer, or when the list has changed since the caller saw it
 */
export async function approveRun(
  ctx: OrgContext,
  tx: Tx,
  runId: string,
  seen: { students: number; total: number },
): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { jobs },
  } = ctx;
  const run = await lockWaiting(ctx, tx, runId);
  if (run.proposed_by === userId)
    throw new AppError('PSY_CONFLICT', { message: '清单由您本人提出，须由另一位管理员批准' });
  const [temporary] = await tx.run(isTemporary(orgId, userId));
  if (temporary) throw new AppError('PSY_CONFLICT', { message: '授权登录的账号不能批准清除清单' });
  const assessed = await assess(inTransaction(ctx, tx), runId);
  const touched = assessed.filter(({ why }) => why.length === 0);
  const total = touched.reduce((sum, one) => sum + one.total, 0);
  if (touched.length === 0) throw new AppError('PSY_CONFLICT', { message: '清单上已经没有可以清除的内容' });
  if (touched.length !== seen.students || total !== seen.total)
    throw new AppError('PSY_CONFLICT', { message: '清单与您看到的不同了，请重新查看后再批准' });
  const at = ctx.nowIso();
  const eraseAfter = isoTime(ctx.now() + QUARANTINE_DAYS * DAY_MS);
  await tx.run(
    store.fixItems(
      orgId,
      runId,
      assessed.map(({ childId, kinds, total: n, why }) => ({
        subject_id: childId,
        kinds,
        total: n,
        why,
        status: why.length > 0 ? ITEM.untouched : ITEM.moving,
      })),
      at,
    ),
  );
  await tx.run(store.decideRun(orgId, runId, { status: RUN.approved, by: userId, at, eraseAfter }));
  await audit(tx, ctx, {
    act: 'approve',
    resource: 'erasure_run',
    rowId: runId,
    rowLabel: labelOfRun(ctx.now()),
    after: { listed: touched.length, total, untouched: assessed.length - touched.length },
  });
  await jobs.add(tx, { kind: MOVING, orgId, subject: runId });
  tx.afterCommit(() => jobs.wake(MOVING));
}

/** Ends a list without touching anything; the proposer may do so too. */
export async function refuseRun(ctx: OrgContext, tx: Tx, runId: string, reason: string): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { keys },
  } = ctx;
  await lockWaiting(ctx, tx, runId);
  const refusal = await keys.within(tx).encryptText(orgId, reason.trim(), refusalAt(runId));
  await tx.run(store.decideRun(orgId, runId, { status: RUN.refused, by: userId, at: ctx.nowIso(), refusal }));
  await audit(tx, ctx, { act: 'refuse', resource: 'erasure_run', rowId: runId, rowLabel: labelOfRun(ctx.now()) });
}
