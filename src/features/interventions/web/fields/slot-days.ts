import { TIME_ZONE as timeZone } from '../../../../platform/schema/wall-clock.ts';

const dateText = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric', timeZone });
const weekdayText = new Intl.DateTimeFormat('zh-CN', { weekday: 'short', timeZone });
const timeText = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });

const MINUTE_MS = 60_000;

/** Day and hours of an appointment in the school's time, as people say them. */
export function hoursOf({ start_at, minutes }: { start_at: string; minutes: number }): { day: string; time: string } {
  const start = new Date(start_at);
  return {
    day: `${dateText.format(start)} ${weekdayText.format(start)}`,
    time: `${timeText.format(start)}–${timeText.format(start.getTime() + minutes * MINUTE_MS)}`,
  };
}
