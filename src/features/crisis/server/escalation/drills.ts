import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf, QueryOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import { classPlace } from '../../../classes/server/public.ts';
import type { EscalationRun, escalationRuns, startDrill } from '../../contract/escalation.ts';
import * as store from '../queries/escalations.ts';
import { LAST_STEP, startEscalation, stopEscalation } from './escalate.ts';

const PAGE = 10;

/**
 * Runs the escalation for a fictitious student: no student, warning or statistic changes. Recipients get real
 * notifications that say it is a drill.
 *
 * @throws AppError PSY_INVALID_INPUT when the class does not exist
 */
export async function beginDrill(
  ctx: OrgContext,
  tx: Tx,
  { student_name, class_id, level }: BodyOf<typeof startDrill>,
): Promise<{ run_id: string }> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  const id = newId(clock);
  if ((await tx.run(classPlace(orgId, class_id))).length === 0) throw invalid('/class_id', '没有这个班级');
  await audit(tx, ctx, { act: 'create', resource: 'escalation', rowId: id, rowLabel: '演练' });
  await startEscalation(tx, ctx, {
    warnId: id,
    classId: class_id,
    level,
    reporterId: null,
    drillName: student_name,
  });
  return { run_id: id };
}

/**
 * Ends or acknowledges a drill.
 *
 * @throws AppError PSY_NOT_FOUND when it does not exist or the caller is not a recipient
 */
export async function finishDrill(ctx: OrgContext, tx: Tx, id: string, state: 'acknowledged' | 'ended'): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const [drill] = await tx.run(store.lockDrill(orgId, id));
  if (!drill || (state === 'acknowledged' && (await tx.run(store.isRecipient(orgId, id, userId))).length === 0))
    throw new AppError('PSY_NOT_FOUND');
  if (drill.state !== 'running' && drill.state !== 'exhausted') return;
  await stopEscalation(tx, ctx, id, state, { type: 'drill' });
  await audit(tx, ctx, {
    act: state === 'acknowledged' ? 'acknowledge' : 'close',
    resource: 'escalation',
    rowId: id,
    rowLabel: '演练',
  });
}

/** Recipients, times and acknowledgements. */
export async function listRuns(
  ctx: OrgContext,
  { page = 1, size = PAGE, drill }: QueryOf<typeof escalationRuns>,
): Promise<{ total: number; items: EscalationRun[] }> {
  const {
    actor: { orgId },
  } = ctx;
  const [runs, [count]] = await ctx.read([
    store.runsOf(orgId, drill, size, (page - 1) * size),
    store.countRuns(orgId, drill),
  ]);
  const [tellings] = await ctx.read([
    store.notificationsOf(
      orgId,
      runs.map(({ warn_id }) => warn_id),
    ),
  ]);
  const items = runs.map(
    ({ warn_id, drill_name, level, state, started_at, next_at, ended_at, rules, class_name, ended_by_name }) => ({
      run_id: warn_id,
      drill: drill_name !== null,
      state,
      started_at,
      ...(drill_name !== null && { student_name: drill_name }),
      ...(class_name !== null && { class_name }),
      ...(level !== null && { level }),
      ...(next_at !== null && { next_at }),
      ...(ended_at !== null && { ended_at }),
      ...(ended_by_name !== null && { ended_by_name }),
      tellings: tellings
        .filter((one) => one.warn_id === warn_id)
        .map(({ step, channel, stand_in, at, state: how, teacher_name }) => ({
          step,
          step_name: rules.steps[step - 1]?.name ?? LAST_STEP,
          teacher_name: teacher_name ?? '',
          channel,
          stand_in,
          at,
          state: how,
        })),
    }),
  );
  return { total: count?.n ?? 0, items };
}
