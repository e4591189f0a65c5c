import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { consultationCalendar, type CalendarItem, type ConsultationCalendar } from '../../contract/calendar.ts';
import { CONSULTATION } from '../../rules/consultation.ts';

export type Free = ConsultationCalendar['free'][number];
export const CALENDAR = 'consultation-calendar';
/** Everybody, as the person who is chosen. */
export const ALL = 'all';

/** The appointments of some days, as far as the caller may see them. */
export const useCalendar = (from: string, to: string) =>
  useQuery({
    queryKey: [CALENDAR, from, to],
    queryFn: ({ signal }) => call(consultationCalendar, { query: { from, to } }, { signal, quiet: true }),
    gcTime: 0,
  });

/** What the user may do in the calendar. */
export function useCalendarRights() {
  const { user } = useCurrentUser();
  const mayBook = useMay('intervention/consultation', 'create');
  const mayMove = useMay('intervention/consultation', 'update');
  return {
    userId: user.user_id,
    name: user.real_name,
    mayBook,
    canMove: (item: CalendarItem) => mayMove && isAhead(item),
    mayUpdate: mayMove,
  };
}

/** Whether it is booked and has not begun. */
export const isAhead = ({ status, start_at }: CalendarItem): boolean =>
  status === CONSULTATION.booked && Date.parse(start_at) > Date.now();

/** Counsellors with the user first. */
export const ownFirst = (people: ConsultationCalendar['people'], userId: string): ConsultationCalendar['people'] => [
  ...people.filter(({ user_id }) => user_id === userId),
  ...people.filter(({ user_id }) => user_id !== userId),
];
