import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { dayAfter, momentOf } from '../../../platform/schema/days.ts';
import { dayOf, minuteOf } from '../../../platform/schema/wall-clock.ts';
import { DAY_ENDS, DAY_STARTS, endOf, meet, SERIES_DAYS, startOf, type Hours } from '../rules/calendar.ts';
import { isOn, slotKey } from '../rules/consultation.ts';
import { busyBetween, holdTimes, staffName } from './queries/calendar.ts';
import { closuresBetween, lockSlots, openSlots } from './queries/consultations.ts';

type Busy = RowOf<ReturnType<typeof busyBetween>>;
type Slot = RowOf<ReturnType<typeof openSlots>>;

/** A time with the offered hour that it takes, and why it cannot be booked. */
export interface PlannedTime extends Hours {
  /** Undefined outside of the offered hours. */
  slot: string | undefined;
  place: string | undefined;
  problem: string | undefined;
}

interface Wanted {
  counsellorId: string;
  childId: string;
  times: readonly Hours[];
  /** Ids of the appointments that are being moved; they do not count as conflicts. */
  except?: readonly string[];
}

/** A day and its hours, `2026-11-25 14:00–14:50`. */
export const hoursText = (hours: Hours): string => `${minuteOf(startOf(hours))}–${minuteOf(endOf(hours)).slice(11)}`;

/**
 * @throws AppError PSY_INVALID_INPUT for a time in the past, beyond the limit of a series, or overlapping another one
 *   of the request
 */
function requirePossible(ctx: OrgContext, times: readonly Hours[], field: (i: number) => string): void {
  const last = dayAfter(dayOf(ctx.now()), SERIES_DAYS);
  const sorted = times.toSorted((a, b) => startOf(a) - startOf(b));
  for (const [i, time] of times.entries()) {
    const day = dayOf(startOf(time));
    if (startOf(time) <= ctx.now()) throw invalid(field(i), '这个时间已经过去');
    if (day > last) throw invalid(field(i), '最多约到一年以后');
    const next = sorted[sorted.indexOf(time) + 1];
    if (next && meet(time, next)) throw invalid(field(i), '各次预约的时间不能重叠');
  }
}

const isInDay = (time: Hours): boolean => {
  const day = dayOf(startOf(time));
  return startOf(time) >= momentOf(day, DAY_STARTS) && endOf(time) <= momentOf(day, DAY_ENDS);
};

const slotAt = (slots: readonly Slot[], time: Hours): Slot | undefined => {
  const day = dayOf(startOf(time));
  return slots.find(
    (slot) => slot.minutes === time.minutes && isOn(slot, day) && momentOf(day, slot.starts) === startOf(time),
  );
};

function clashText(busy: readonly Busy[], { counsellorId, childId }: Wanted, time: Hours): string | undefined {
  const there = busy.filter((one) => meet(one, time));
  const ofStaff = there.find(({ counsellor_id }) => counsellor_id === counsellorId);
  if (ofStaff) {
    const by = ofStaff.own_booked ? '学生自行预约' : `${ofStaff.booked_by ?? '其他教师'}预约`;
    return `${ofStaff.counsellor_name}老师 ${hoursText(ofStaff)} 已有一次咨询（${by}）`;
  }
  const ofChild = there.find(({ child_id }) => child_id === childId);
  return ofChild && `这名学生 ${hoursText(ofChild)} 已有与${ofChild.counsellor_name}老师的咨询`;
}

/**
 * Looks at times of one counsellor and one student. With a transaction they are held until it ends, so that what is
 * free stays free.
 *
 * @param field Name of the field of each time in the input
 * @throws AppError PSY_INVALID_INPUT for a time in the past, too far ahead, or twice
 */
export async function planTimes(
  ctx: OrgContext,
  tx: Tx | undefined,
  wanted: Wanted,
  field: (i: number) => string = (i) => `/starts/${i}`,
): Promise<PlannedTime[]> {
  const { orgId } = ctx.actor;
  const { counsellorId, childId, times, except = [] } = wanted;
  requirePossible(ctx, times, field);
  const read = tx ? tx.batch.bind(tx) : ctx.read;
  if (tx) {
    const offered = await tx.run(openSlots(orgId, counsellorId));
    await tx.run(
      lockSlots(
        orgId,
        offered.map(({ slot_id }) => slot_id),
      ),
    );
    await tx.run(holdTimes(orgId, [counsellorId, childId]));
  }
  const starts = times.map(startOf);
  const [from, to] = [Math.min(...starts), Math.max(...times.map(endOf))];
  const [slots, closures, busy, [counsellor]] = await read([
    openSlots(orgId, counsellorId),
    closuresBetween(orgId, dayOf(from), dayOf(to)),
    busyBetween(orgId, counsellorId, childId, isoTime(from), isoTime(to)),
    staffName(orgId, counsellorId),
  ]);
  const others = busy.filter(({ consultation_id }) => !except.includes(consultation_id));
  const name = counsellor?.real_name ?? '';
  return times.map((time): PlannedTime => {
    const day = dayOf(startOf(time));
    const slot = slotAt(slots, time);
    const isClosed = closures.some(
      ({ created_by, from_on, to_on }) => created_by === counsellorId && from_on <= day && to_on >= day,
    );
    const problem = () => {
      if (!counsellor) return '这位老师已不在本校';
      if (!slot && counsellorId !== ctx.caller.userId) return `${name}老师没有开放这个时段`;
      if (!slot && !isInDay(time)) return `要在 ${DAY_STARTS} 到 ${DAY_ENDS} 之间`;
      return isClosed ? `${name}老师该日暂停预约` : clashText(others, wanted, time);
    };
    return {
      ...time,
      slot: slot && slotKey(slot.slot_id, day),
      place: slot?.place ?? undefined,
      problem: problem(),
    };
  });
}
