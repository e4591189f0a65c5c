import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { labelOf as nameOfRow } from '../../../platform/resources/server/log-writes.ts';
import { lastChange } from '../../../platform/resources/server/queries/last-change.ts';
import { lockRows } from '../../../platform/resources/server/queries/rows/read.ts';
import { flatRowsWithin, resolveResource } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CONSULTATION } from '../rules/consultation.ts';
import { consultationHooks } from './hooks/consultations.ts';
import { notifyCancelled } from './own-appointments.ts';
import * as store from './queries/consultations.ts';

const NAME = 'consultation';

/**
 * Before its start an appointment can be cancelled, which frees the hour. From its start on, an absence can be
 * recorded.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when it has already ended (names who ended it) or it is too late to
 *   cancel; PSY_INVALID_INPUT for an absence before the start
 */
export async function endConsultation(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  status: number,
): Promise<{ consultation_id: string; status: number }> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  const reached = resolveResource(ctx, NAME, consultationHooks);
  const [row] = await flatRowsWithin(tx, ctx, reached, await tx.run(lockRows(reached.rows, [id])));
  if (!row) throw notFoundInScope(reached.rows.scope);
  if (row['status'] !== CONSULTATION.booked) {
    const [last] = await tx.run(lastChange(orgId, NAME, id));
    throw new AppError('PSY_CONFLICT', {
      message: `这次预约${labelOf('consultation_status', Number(row['status']))}${last ? `（${last.real_name}）` : ''}，请刷新后重试`,
    });
  }
  const begun = Date.parse(String(row['start_at'])) <= clock.now();
  if (status === CONSULTATION.cancelled && begun)
    throw new AppError('PSY_CONFLICT', { message: '已到约定的时间，不能再取消：来了请填写记录，没来请记为未到' });
  if (status === CONSULTATION.absent && !begun) throw invalid('/status', '还没有到约定的时间');
  await tx.run(store.endConsultation(orgId, id, status, ctx.nowIso()));
  await audit(tx, ctx, {
    act: 'update',
    resource: NAME,
    rowId: id,
    rowLabel: nameOfRow(reached, row),
    ...(row['restricted'] !== true && { before: { status: CONSULTATION.booked }, after: { status } }),
  });
  if (status === CONSULTATION.cancelled) await notifyCancelled(ctx, tx, id, String(row['child_id']));
  return { consultation_id: id, status };
}
