import { minuteOf } from '../../../platform/schema/wall-clock.ts';

/** Key of the greeting for the schools' time of day. */
export function greetingKey(now: number): 'morning' | 'noon' | 'afternoon' | 'evening' {
  const hour = Number(minuteOf(now).slice(-5, -3));
  if (hour >= 5 && hour < 11) return 'morning';
  if (hour >= 11 && hour < 14) return 'noon';
  return hour >= 14 && hour < 18 ? 'afternoon' : 'evening';
}
