import type { Dayjs } from 'dayjs';
import { schoolTime } from '../../../../platform/ui/web/school-time.ts';
import type { ReceivedPlan } from '../../contract/bureau.ts';

type Outer = Pick<ReceivedPlan, 'starts_at' | 'ends_at'>;

/** How long a school's window is first suggested, in days. */
const SUGGESTED_DAYS = 14;
/** A school day, in hours. */
const [MORNING, EVENING] = [8, 20];

/** A moment of the schools' time, moved into the window of the plan. */
export function within({ starts_at, ends_at }: Outer, at: Dayjs): Dayjs {
  const [first, last] = [schoolTime(starts_at), schoolTime(ends_at)];
  if (at.isBefore(first)) return first;
  return at.isAfter(last) ? last : at;
}

/** Two weeks from tomorrow morning, as far as the plan allows. */
export function firstWindow(plan: Outer, now: Dayjs): { from: Dayjs; to: Dayjs } {
  const from = within(plan, now.add(1, 'day').hour(MORNING).startOf('hour'));
  const to = within(plan, from.add(SUGGESTED_DAYS, 'day').hour(EVENING).startOf('hour'));
  return to.isAfter(from) ? { from, to } : { from: within(plan, now.startOf('minute')), to: schoolTime(plan.ends_at) };
}
