import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { labelOf as nameOfRow } from '../../../platform/resources/server/log-writes.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { CONSULTATION } from '../rules/consultation.ts';
import { consultationHooks } from './hooks/consultations.ts';
import { lockAppointments } from './lock-appointments.ts';
import { notifyCancelled } from './own-appointments.ts';
import * as store from './queries/consultations.ts';

const NAME = 'consultation';

/**
 * Before its start an appointment can be cancelled, which frees the hour. From its start on, an absence can be
 * recorded. With `following` the later ones of its series are cancelled too.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when it has already ended (names who ended it) or it is too late to
 *   cancel; PSY_INVALID_INPUT for an absence before the start
 */
export async function endConsultation(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { status, following = false }: { status: number; following?: boolean },
): Promise<{ consultation_id: string; status: number }> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  if (following && status !== CONSULTATION.cancelled) throw invalid('/following', '只有取消可以连同以后的各次');
  const rows = await lockAppointments(ctx, tx, id, following);
  const [first = {}] = rows;
  const begun = Date.parse(String(first['start_at'])) <= clock.now();
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
  if (status === CONSULTATION.cancelled) await notifyCancelled(ctx, tx, id, String(first['child_id']));
  return { consultation_id: id, status };
}
