import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import type { FlatRow } from '../../../platform/resources/server/hooks.ts';
import { labelOf as nameOfRow } from '../../../platform/resources/server/log-writes.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { notify, settle } from '../../notices/server/public.ts';
import type { endConsultation as contract } from '../contract/records.ts';
import { startOf } from '../rules/calendar.ts';
import { CONSULTATION } from '../rules/consultation.ts';
import { consultationHooks } from './hooks/consultations.ts';
import { hoursOf, lockAppointments, requireUnmoved } from './lock-appointments.ts';
import { accountOf } from './queries/appointments.ts';
import * as store from './queries/consultations.ts';

const NAME = 'consultation';

/**
 * Before its start an appointment can be cancelled, which frees the hour. From its start on, an absence can be
 * recorded. With `following` the later ones of its series are cancelled too.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when it has ended (names who ended it) or moved meanwhile, or it is
 *   too late to cancel; PSY_INVALID_INPUT for an absence before the start
 */
export async function endConsultation(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { from, status, following = false }: BodyOf<typeof contract>,
): Promise<{ consultation_id: string; status: number }> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  if (following && status !== CONSULTATION.cancelled) throw invalid('/following', '只有取消可以连同以后的各次');
  const rows = await lockAppointments(ctx, tx, id, following);
  const [first = {}] = rows;
  const hours = hoursOf(first);
  requireUnmoved(hours, from);
  const begun = startOf(hours) <= clock.now();
  if (status === CONSULTATION.cancelled && begun)
    throw new AppError('PSY_CONFLICT', { message: '已到约定的时间，不能再取消：来了请填写记录，没来请记为未到' });
  if (status === CONSULTATION.absent && !begun) throw invalid('/status', '还没有到约定的时间');
  const reached = resolveResource(ctx, NAME, consultationHooks);
  for (const row of rows) {
    const rowId = String(row['consultation_id']);
    await tx.run(store.endConsultation(orgId, rowId, status, ctx.nowIso()));
    await audit(tx, ctx, {
      act: 'update',
      resource: NAME,
      rowId,
      rowLabel: nameOfRow(reached, row),
      ...(row['restricted'] !== true && { before: { status: CONSULTATION.booked }, after: { status } }),
    });
  }
  if (status === CONSULTATION.cancelled) await notifyCancelled(ctx, tx, rows);
  return { consultation_id: id, status };
}

/** Notifies the student, and the counsellor where another person has cancelled; nothing is left to do about any row. */
async function notifyCancelled(ctx: OrgContext, tx: Tx, rows: readonly FlatRow[]): Promise<void> {
  const { actor, caller, services } = ctx;
  const { orgId } = actor;
  const subjects = rows.map((row) => ({ type: NAME, id: String(row['consultation_id']) }) as const);
  for (const one of subjects) await settle(tx, services, orgId, one);
  const [subject] = subjects;
  const [first = {}] = rows;
  if (!subject) return;
  const [student] = await tx.run(accountOf(orgId, String(first['child_id'])));
  if (student?.user_id != null)
    await notify(tx, services, orgId, [student.user_id], { kind: 'appointment_cancelled', subject });
  const others = rows.map((row) => String(row['counsellor_id'])).filter((one) => one !== caller.userId);
  await notify(tx, services, orgId, others, { kind: 'appointment_called_off', subject });
}
