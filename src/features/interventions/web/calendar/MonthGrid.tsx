import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { MonthGrid as Grid } from '../../../../platform/ui/web/calendar/MonthGrid.tsx';
import { schoolTime } from '../../../../platform/ui/web/school-time.ts';
import type { CalendarItem } from '../../contract/calendar.ts';
import { Appointment } from './Appointment.tsx';
import styles from './calendar.module.css';

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
      <Grid
        days={days}
        month={month}
        itemsOf={(day) => items.filter((item) => schoolTime(item.start_at).isSame(day, 'day'))}
        render={(item) => <Appointment key={item.consultation_id} item={item} named={false} short onOpen={onOpen} />}
        onDay={onDay}
        nameOf={(day, count) => t('calendar.openDay', { day: day.format('M月D日'), count })}
        more={(count) => t('calendar.more', { count })}
      />
    </div>
  );
}
