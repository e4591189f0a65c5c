import type { MonthlyLine } from '../contract.ts';

const UNITS = { student: '名', event: '次', hour: '小时' } as const;
const HOUR = 60;

/** A number of a line with its unit, in Chinese; long times in hours. */
export function numberText(unit: MonthlyLine['unit'], value: number): string {
  if (unit !== 'minute') return `${value} ${UNITS[unit]}`;
  return value < 2 * HOUR ? `${value} 分钟` : `${(value / HOUR).toFixed(1)} 小时`;
}
