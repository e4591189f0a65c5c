/** Key of the greeting for the time of day. */
export function greetingKey(now: Date): 'morning' | 'noon' | 'afternoon' | 'evening' {
  const hour = now.getHours();
  if (hour >= 5 && hour < 11) return 'morning';
  if (hour >= 11 && hour < 14) return 'noon';
  return hour >= 14 && hour < 18 ? 'afternoon' : 'evening';
}
