import type { Dayjs } from 'dayjs';
import { dayKey, weekdayName } from './spans.ts';
import styles from './month.module.css';

interface Props {
  label: string;
  days: readonly Dayjs[];
  on: Dayjs;
  countOf: (day: Dayjs) => number;
  nameOf: (day: Dayjs, count: number) => string;
  onDay: (day: Dayjs) => void;
}

/** On phones: the days of a week to choose from, each with the number of its items. */
export function DayStrip({ label, days, on, countOf, nameOf, onDay }: Props) {
  return (
    <div className={styles.strip} role="group" aria-label={label}>
      {days.map((day) => {
        const count = countOf(day);
        return (
          <button
            key={dayKey(day)}
            type="button"
            className={styles.stripDay}
            aria-pressed={day.isSame(on, 'day')}
            aria-label={nameOf(day, count)}
            onClick={() => onDay(day)}
          >
            <span>{weekdayName(day, true)}</span>
            <strong>{day.date()}</strong>
            <small>{count > 0 ? count : ' '}</small>
          </button>
        );
      })}
    </div>
  );
}
