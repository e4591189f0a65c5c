import { Button } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { schoolNow, schoolTime } from '../../../../platform/ui/web/school-time.ts';
import type { CalendarItem } from '../../contract/calendar.ts';
import { Appointment } from './Appointment.tsx';
import { dayKey, weekdayName } from './spans.ts';
import styles from './calendar.module.css';

/** Appointments that a day of a month shows; the others are a number. */
const SHOWN = 3;
const WEEK = 7;

interface Props {
  days: readonly Dayjs[];
  month: number;
  items: readonly CalendarItem[];
  onOpen: (item: CalendarItem) => void;
  onDay: (day: Dayjs) => void;
}

/** The appointments of a month; a day opens its hours. */
export function MonthGrid({ days, month, items, onOpen, onDay }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.scroll}>
      <div className={styles.month}>
        {days.slice(0, WEEK).map((day) => (
          <span key={day.day()} className={styles.monthHead}>
            {weekdayName(day)}
          </span>
        ))}
        {days.map((day) => {
          const own = items.filter((item) => schoolTime(item.start_at).isSame(day, 'day'));
          const shown = own.length > SHOWN ? own.slice(0, SHOWN - 1) : own;
          return (
            <div key={dayKey(day)} className={styles.cell} data-other={day.month() !== month}>
              <Button
                type="text"
                size="small"
                className={styles.cellDay}
                data-today={day.isSame(schoolNow(), 'day')}
                aria-label={t('calendar.openDay', { day: day.format('M月D日'), count: own.length })}
                onClick={() => onDay(day)}
              >
                {day.date()}
              </Button>
              {shown.map((item) => (
                <Appointment key={item.consultation_id} item={item} named={false} short onOpen={onOpen} />
              ))}
              {own.length > shown.length && (
                <Button type="link" size="small" className={styles.cellMore} onClick={() => onDay(day)}>
                  {t('calendar.more', { count: own.length - shown.length })}
                </Button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
