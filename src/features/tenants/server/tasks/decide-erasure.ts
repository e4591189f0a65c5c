import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Requester } from '../../../../platform/jobs/server/jobs.ts';
import type { Erasure } from '../../contract/erasures.ts';
import { ALONE_DAYS } from '../../rules.ts';
import { operatorAuditor, operatorIn } from '../platform-log.ts';
import { changeTask, openTaskAbout, someOperators } from '../queries/tasks.ts';
import { aloneFrom } from './alone.ts';
import { ERASE } from './kinds.ts';
import { requireUnhindered } from './propose-erasure.ts';
import type { StoredTask } from './read-tasks.ts';

/** @throws AppError PSY_CONFLICT */
function requireProposed({ kind, state, decider }: StoredTask): void {
  if (kind === 'erase' && state === 'proposed') return;
  throw new AppError('PSY_CONFLICT', { message: `${decider ?? '他人'}已经处理了这次清除` });
}

/**
 * Refuses the approval of the person who proposed it while another operator can give it, and otherwise for some days: a
 * stolen session or a wrong mood must not be enough.
 *
 * @throws AppError PSY_CONFLICT
 */
async function requireSecondMind(ctx: OrgContext, tx: Tx, task: StoredTask): Promise<void> {
  if (task.requested_by !== ctx.caller.userId) return;
  const operators = await tx.run(someOperators());
  if (operators.some(({ user_id }) => user_id !== ctx.caller.userId))
    throw new AppError('PSY_CONFLICT', { message: '清除由您本人提出，须由另一位平台运营人员批准' });
  if (Date.parse(aloneFrom(task)) > ctx.now())
    throw new AppError('PSY_CONFLICT', {
      message: `没有另一位平台运营人员，提出 ${ALONE_DAYS} 天以后才能由您本人批准`,
    });
}

interface Seen {
  name: string;
  rows: number;
  confirmsOpenCases: boolean;
}

/**
 * Approves the erasure of an organisation and starts it.
 *
 * @param seen The name as typed, and what the caller saw
 * @param now What would be erased now, read before the transaction
 * @throws AppError PSY_CONFLICT, PSY_ERASURE_HINDERED, PSY_TENANT_TASK; PSY_OPEN_CASES where open work is not confirmed
 */
export async function approveErasure(
  ctx: OrgContext,
  tx: Tx,
  task: StoredTask,
  { seen, now, requester }: { seen: Seen; now: Erasure; requester: Requester },
): Promise<void> {
  const { services, caller, actor } = ctx;
  requireProposed(task);
  requireUnhindered(now);
  if (seen.name.trim() !== now.org_name)
    throw new AppError('PSY_CONFLICT', { message: `输入的名称与单位的名称“${now.org_name}”不同` });
  if (seen.rows !== now.rows)
    throw new AppError('PSY_CONFLICT', { message: '内容与您看到的不同了，请重新查看后再批准' });
  if (now.open_warnings + now.open_cases > 0 && !seen.confirmsOpenCases)
    throw new AppError('PSY_OPEN_CASES', {
      message: `这个单位还有 ${now.open_warnings} 条未核实的预警和 ${now.open_cases} 个未结的危机个案：请确认学校已经接手，再批准`,
    });
  await requireSecondMind(ctx, tx, task);
  const [open] = await tx.run(openTaskAbout(task.about_org));
  if (open) throw new AppError('PSY_TENANT_TASK');
  const decided = { state: 'working', decided_by: caller.userId, decided_at: ctx.nowIso() } as const;
  const changed = await tx.run(changeTask(task.task_id, 'proposed', decided)).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('PSY_TENANT_TASK', { cause: error }) : error;
  });
  if (changed === 0) throw new AppError('PSY_CONFLICT');
  await audit(tx, operatorAuditor(services, operatorIn(ctx), PLATFORM_ORG), {
    act: 'approve',
    resource: 'organisation',
    rowId: task.about_org,
    rowLabel: task.about_name,
    after: {
      reason: task.reason,
      rows: now.rows,
      objects: now.objects,
      open_warnings: now.open_warnings,
      open_cases: now.open_cases,
    },
  });
  await services.jobs.add(tx, {
    kind: ERASE,
    orgId: actor.orgId,
    subject: task.task_id,
    request: { requester },
  });
  tx.afterCommit(() => services.jobs.wake(ERASE));
}

/** Refuses an erasure; the person who proposed it takes it back. @throws AppError PSY_CONFLICT */
export async function refuseErasure(ctx: OrgContext, tx: Tx, task: StoredTask, refusal: string): Promise<void> {
  requireProposed(task);
  const at = ctx.nowIso();
  const refused = { state: 'refused', refusal, decided_by: ctx.caller.userId, decided_at: at, ended_at: at } as const;
  if ((await tx.run(changeTask(task.task_id, 'proposed', refused))) === 0) throw new AppError('PSY_CONFLICT');
  await audit(tx, operatorAuditor(ctx.services, operatorIn(ctx), PLATFORM_ORG), {
    act: 'refuse',
    resource: 'organisation',
    rowId: task.about_org,
    rowLabel: task.about_name,
    after: { reason: refusal },
  });
}
