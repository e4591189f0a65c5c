import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayKey, weekdayName } from '../../../../platform/ui/web/calendar/spans.ts';
import { schoolNow } from '../../../../platform/ui/web/school-time.ts';
import { endOf, startOf, type Hours } from '../../rules/calendar.ts';
import { DayColumn, type Dragged } from './DayColumn.tsx';
import { HOUR_PX, hourOf, type GridProps } from './grid.ts';
import styles from './calendar.module.css';

/** Hours that are shown even where nothing is. */
const SCHOOL_HOURS = [8, 18] as const;

/** First and last hour of the grid: the school's day, and what lies outside of it. */
function boundsOf(all: readonly Hours[]): [number, number] {
  const starts = all.map((one) => Math.floor(hourOf(startOf(one))));
  const ends = all.map((one) => Math.ceil(hourOf(endOf(one) - 1)));
  return [Math.min(SCHOOL_HOURS[0], ...starts), Math.max(SCHOOL_HOURS[1], ...ends)];
}

/** The hours of one day or of a week, with what is in them. */
export function TimeGrid(props: GridProps) {
  const { t } = useTranslation();
  const { days, items, free } = props;
  const [dragged, setDragged] = useState<Dragged>();
  const [first, last] = boundsOf([...items, ...free]);
  const hours = Array.from({ length: last - first }, (_, i) => first + i);
  return (
    <div className={styles.scroll}>
      <div className={styles.grid} data-days={days.length} role="group" aria-label={t('calendar.grid')}>
        <div className={styles.corner} />
        {days.map((day) => (
          <DayHead key={dayKey(day)} day={day} closures={props.closures} />
        ))}
        <div className={styles.hours} aria-hidden>
          {hours.map((hour) => (
            <span key={hour} style={{ height: HOUR_PX }}>
              {`${hour}`.padStart(2, '0')}:00
            </span>
          ))}
        </div>
        {days.map((day) => (
          <DayColumn
            key={dayKey(day)}
            {...props}
            day={day}
            first={first}
            length={hours.length}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
      </div>
    </div>
  );
}

function DayHead({ day, closures }: { day: Dayjs; closures: GridProps['closures'] }) {
  const { t } = useTranslation();
  const key = dayKey(day);
  const closed = closures.filter(({ from_on, to_on }) => from_on <= key && to_on >= key);
  return (
    <div className={styles.dayHead} data-today={day.isSame(schoolNow(), 'day')}>
      <span>{weekdayName(day)}</span>
      <strong>{day.format('M/D')}</strong>
      {closed.map(({ counsellor_id, counsellor_name, reason }) => (
        <span key={counsellor_id} className={styles.closed} title={reason}>
          {t('calendar.closed', { name: counsellor_name })}
        </span>
      ))}
    </div>
  );
}
