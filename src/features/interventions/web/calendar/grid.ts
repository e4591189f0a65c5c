import type { Dayjs } from 'dayjs';
import { schoolTime } from '../../../../platform/ui/web/school-time.ts';
import type { CalendarItem, ConsultationCalendar } from '../../contract/calendar.ts';
import type { Free } from './use-calendar.ts';

/** Height of an hour, as in `.column` of the style sheet. */
export const HOUR_PX = 60;
/** Minutes of an hour. */
export const HOUR = 60;

export interface GridProps {
  days: readonly Dayjs[];
  items: readonly CalendarItem[];
  free: readonly Free[];
  closures: ConsultationCalendar['closures'];
  named: boolean;
  canMove: (item: CalendarItem) => boolean;
  onOpen: (item: CalendarItem) => void;
  onFree: (free: Free) => void;
  /** Books at a time; absent where the user may not. */
  onTime?: ((at: Dayjs) => void) | undefined;
  onMove: (item: CalendarItem, to: Dayjs) => void;
}

/** Hours since midnight at school. */
export function hourOf(instant: number): number {
  const at = schoolTime(instant);
  return at.hour() + at.minute() / HOUR;
}
