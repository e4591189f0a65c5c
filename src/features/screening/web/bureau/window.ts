import dayjs, { type Dayjs } from 'dayjs';
import type { ReceivedPlan } from '../../contract/bureau.ts';

type Outer = Pick<ReceivedPlan, 'starts_at' | 'ends_at'>;

/** How long a school's window is first suggested, in days. */
const SUGGESTED_DAYS = 14;
/** A school day, in hours. */
const [MORNING, EVENING] = [8, 20];

/** A moment, moved into the window of the plan. */
export function within({ starts_at, ends_at }: Outer, at: Dayjs): Dayjs {
  if (at.isBefore(starts_at)) return dayjs(starts_at);
  return at.isAfter(ends_at) ? dayjs(ends_at) : at;
}

/** Two weeks from tomorrow morning, as far as the plan allows. */
export function firstWindow(plan: Outer, now: Dayjs): { from: Dayjs; to: Dayjs } {
  const from = within(plan, now.add(1, 'day').hour(MORNING).startOf('hour'));
  const to = within(plan, from.add(SUGGESTED_DAYS, 'day').hour(EVENING).startOf('hour'));
  return to.isAfter(from) ? { from, to } : { from: within(plan, now.startOf('minute')), to: dayjs(plan.ends_at) };
}
