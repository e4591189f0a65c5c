import { Button } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { schoolNow } from '../school-time.ts';
import { dayKey, weekdayName } from './spans.ts';
import styles from './month.module.css';

/** Items that a day of a month shows; the others are a number. */
const SHOWN = 3;
const WEEK = 7;

interface Props<T> {
  /** Whole weeks. */
  days: readonly Dayjs[];
  month: number;
  itemsOf: (day: Dayjs) => readonly T[];
  render: (item: T) => ReactNode;
  /** Opens a day; its name for screen readers says how many items it has. */
  onDay: (day: Dayjs) => void;
  nameOf: (day: Dayjs, count: number) => string;
  more: (count: number) => string;
}

/** What happens on the days of a month. */
export function MonthGrid<T>({ days, month, itemsOf, render, onDay, nameOf, more }: Props<T>) {
  return (
    <div className={styles.month}>
      {days.slice(0, WEEK).map((day) => (
        <span key={day.day()} className={styles.head}>
          {weekdayName(day)}
        </span>
      ))}
      {days.map((day) => {
        const own = itemsOf(day);
        const shown = own.length > SHOWN ? own.slice(0, SHOWN - 1) : own;
        return (
          <div key={dayKey(day)} className={styles.cell} data-other={day.month() !== month}>
            <Button
              type="text"
              size="small"
              className={styles.day}
              data-today={day.isSame(schoolNow(), 'day')}
              aria-label={nameOf(day, own.length)}
              onClick={() => onDay(day)}
            >
              {day.date()}
            </Button>
            {shown.map(render)}
            {own.length > shown.length && (
              <Button type="link" size="small" className={styles.more} onClick={() => onDay(day)}>
                {more(own.length - shown.length)}
              </Button>
            )}
          </div>
        );
      })}
    </div>
  );
}
