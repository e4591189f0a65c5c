import { Button } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { DayStrip } from '../../../../platform/ui/web/calendar/DayStrip.tsx';
import { schoolTime } from '../../../../platform/ui/web/school-time.ts';
import type { CalendarItem } from '../../contract/calendar.ts';
import { hoursOf } from '../fields/slot-days.ts';
import { Appointment } from './Appointment.tsx';
import type { Free } from './use-calendar.ts';
import styles from './calendar.module.css';

interface Props {
  days: readonly Dayjs[];
  on: Dayjs;
  items: readonly CalendarItem[];
  free: readonly Free[];
  named: boolean;
  onDay: (day: Dayjs) => void;
  onOpen: (item: CalendarItem) => void;
  /** Absent where the user may not book. */
  onFree?: ((free: Free) => void) | undefined;
}

/** On phones: the days of the week to choose from, and one day as a list. */
export function DayList({ days, on, items, free, named, onDay, onOpen, onFree }: Props) {
  const { t } = useTranslation();
  const inDay = (day: Dayjs) => (one: { start_at: string }) => schoolTime(one.start_at).isSame(day, 'day');
  const own = items.filter(inDay(on));
  const hours = free.filter(inDay(on));
  return (
    <>
      <DayStrip
        label={t('calendar.days')}
        days={days}
        on={on}
        countOf={(day) => items.filter(inDay(day)).length}
        nameOf={(day, count) => t('calendar.openDay', { day: day.format('M月D日'), count })}
        onDay={onDay}
      />
      {own.length === 0 && <p className={styles.quiet}>{t('calendar.nothing')}</p>}
      <ul className={styles.dayList}>
        {own.map((item) => (
          <li key={item.consultation_id}>
            <Appointment item={item} named={named} onOpen={onOpen} />
          </li>
        ))}
        {hours.map((one) => (
          <li key={one.slot}>
            <Button block type="dashed" disabled={!onFree} onClick={() => onFree?.(one)}>
              {`${hoursOf(one).time} ${t('calendar.free')}${named ? ` · ${one.counsellor_name}` : ''}`}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
