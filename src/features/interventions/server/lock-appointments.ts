import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { FlatRow } from '../../../platform/resources/server/hooks.ts';
import { lastChange } from '../../../platform/resources/server/queries/last-change.ts';
import { lockRows } from '../../../platform/resources/server/queries/rows/read.ts';
import { flatRowsWithin, resolveResource } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { startOf, type Hours } from '../rules/calendar.ts';
import { CONSULTATION } from '../rules/consultation.ts';
import { consultationHooks } from './hooks/consultations.ts';
import { hoursText } from './plan-times.ts';
import { seriesFrom } from './queries/calendar.ts';

const NAME = 'consultation';

/** The time of an appointment as its row has it. */
export const hoursOf = (row: FlatRow): Hours => ({
  start_at: String(row['start_at']),
  minutes: Number(row['minutes']),
});

/** @throws AppError PSY_CONFLICT where an appointment no longer has the start that the caller saw */
export function requireUnmoved(hours: Hours, from: string): void {
  if (startOf(hours) !== Date.parse(from))
    throw new AppError('PSY_CONFLICT', { message: `这次预约已改到 ${hoursText(hours)}，请刷新后重试` });
}

/**
 * Locks a booked appointment and, with `following`, the later ones of its series; the given one comes first.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when it has ended (names who ended it)
 */
export async function lockAppointments(ctx: OrgContext, tx: Tx, id: string, following: boolean): Promise<FlatRow[]> {
  const { orgId } = ctx.actor;
  const reached = resolveResource(ctx, NAME, consultationHooks);
  const [row] = await flatRowsWithin(tx, ctx, reached, await tx.run(lockRows(reached.rows, [id])));
  if (!row) throw notFoundInScope(reached.rows.scope);
  if (row['status'] !== CONSULTATION.booked) {
    const [last] = await tx.run(lastChange(orgId, NAME, id));
    throw new AppError('PSY_CONFLICT', {
      message: `这次预约${labelOf('consultation_status', Number(row['status']))}${last ? `（${last.real_name}）` : ''}，请刷新后重试`,
    });
  }
  if (!following) return [row];
  const later = await tx.run(seriesFrom(orgId, id, String(row['start_at'])));
  const others = later.map(({ consultation_id }) => consultation_id).filter((one) => one !== id);
  return [row, ...(await flatRowsWithin(tx, ctx, reached, await tx.run(lockRows(reached.rows, others))))];
}
