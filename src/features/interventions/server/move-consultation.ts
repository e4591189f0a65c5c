import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { FlatRow } from '../../../platform/resources/server/hooks.ts';
import { labelOf as nameOfRow } from '../../../platform/resources/server/log-writes.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { notify } from '../../notices/server/public.ts';
import type { moveConsultation as contract } from '../contract/calendar.ts';
import { startOf } from '../rules/calendar.ts';
import { slotKey } from '../rules/consultation.ts';
import { requireFree } from './book-times.ts';
import { consultationHooks } from './hooks/consultations.ts';
import { hoursOf, lockAppointments, requireUnmoved } from './lock-appointments.ts';
import { planTimes } from './plan-times.ts';
import { accountOf } from './queries/appointments.ts';
import { moveAppointment } from './queries/calendar.ts';

const NAME = 'consultation';
const placeOf = (row: FlatRow): string | null => (typeof row['place'] === 'string' ? row['place'] : null);

/**
 * Moves an appointment that has not begun, or that and the later ones of its series by the same time. The student and
 * the counsellor are notified. In an offered hour the appointment takes the place of that hour.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when it has ended or moved meanwhile, has begun, or the new time is
 *   not free; PSY_INVALID_INPUT for an impossible time
 */
export async function moveConsultation(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { from, start_at, minutes, following = false }: BodyOf<typeof contract>,
): Promise<DataOf<typeof contract>> {
  const { actor, caller, services } = ctx;
  const { orgId } = actor;
  const rows = await lockAppointments(ctx, tx, id, following);
  const [first] = rows;
  if (!first) throw new AppError('PSY_NOT_FOUND');
  const was = hoursOf(first);
  requireUnmoved(was, from);
  if (startOf(was) <= ctx.now()) throw new AppError('PSY_CONFLICT', { message: '已到约定的时间，不能再改时间' });
  const by = Date.parse(start_at) - startOf(was);
  // Each keeps its own length unless the caller has changed that of the given one.
  const length = minutes === was.minutes ? undefined : minutes;
  const ids = rows.map((row) => String(row['consultation_id']));
  const planned = await planTimes(
    ctx,
    tx,
    {
      counsellorId: String(first['counsellor_id']),
      childId: String(first['child_id']),
      times: rows.map((row) => ({
        start_at: isoTime(startOf(hoursOf(row)) + by),
        minutes: length ?? hoursOf(row).minutes,
      })),
      except: ids,
    },
    () => '/start_at',
  );
  requireFree(planned, () => '/start_at');
  const moves = rows.flatMap((row, i) => {
    const to = planned[i];
    // An offered hour has its own place.
    return to ? [{ id: String(row['consultation_id']), row, to, place: to.place ?? placeOf(row) }] : [];
  });
  // In the direction of the move, so that none meets the former time of another.
  const order = moves.toSorted((a, b) => (startOf(a.to) - startOf(b.to)) * (by > 0 ? -1 : 1));
  for (const { id: one, to, place } of order)
    await tx.run(
      moveAppointment(
        orgId,
        one,
        {
          start_at: to.start_at,
          minutes: to.minutes,
          slot: to.slot ?? slotKey(one, dayOf(startOf(to))),
          place,
        },
        ctx.nowIso(),
      ),
    );
  const reached = resolveResource(ctx, NAME, consultationHooks);
  await audit(
    tx,
    ctx,
    ...moves.map(({ id: one, row, to, place }) => ({
      act: 'update',
      resource: NAME,
      rowId: one,
      rowLabel: nameOfRow(reached, first),
      ...(row['restricted'] !== true && {
        before: { ...hoursOf(row), ...(place !== placeOf(row) && { place: placeOf(row) }) },
        after: { start_at: to.start_at, minutes: to.minutes, ...(place !== placeOf(row) && { place }) },
      }),
    })),
  );
  const [student] = await tx.run(accountOf(orgId, String(first['child_id'])));
  const people = [student?.user_id, String(first['counsellor_id'])].filter(
    (one): one is string => typeof one === 'string' && one !== caller.userId,
  );
  if (people.length > 0)
    await notify(tx, services, orgId, people, { kind: 'appointment_moved', subject: { type: NAME, id } });
  const places = moves.flatMap(({ row, place }) => (place !== null && place !== placeOf(row) ? [place] : []));
  return { consultation_ids: ids, places: [...new Set(places)] };
}
