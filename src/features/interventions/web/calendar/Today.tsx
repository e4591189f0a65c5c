import { CalendarOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../../platform/http/web/call.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { todayList, type CalendarItem } from '../../contract/calendar.ts';
import { hoursOf } from '../fields/slot-days.ts';
import { StateTag } from './look.tsx';
import styles from './calendar.module.css';

export const TODAY = 'consultation-today';

/** The user's consultations of today, and follow-ups that are due; each opens with one click. */
export function Today({ onOpen }: { onOpen: (item: CalendarItem) => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [TODAY],
    queryFn: ({ signal }) => call(todayList, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  if (error)
    return (
      <p className={styles.quiet} role="alert">
        {t('calendar.todayFailed')}{' '}
        <Button type="link" size="small" onClick={() => void refetch()}>
          {t('calendar.again')}
        </Button>
      </p>
    );
  if (data === undefined || data.consultations.length + data.follow_ups.length === 0) return null;
  return (
    <section className={styles.today} aria-labelledby="today-list">
      <h2 id="today-list" className={styles.todayTitle}>
        <CalendarOutlined aria-hidden /> {t('calendar.mine')}
      </h2>
      <ul className={styles.todayList}>
        {data.consultations.map((item) => (
          <li key={item.consultation_id}>
            <Button className={styles.todayItem} onClick={() => onOpen(item)}>
              <span className={styles.itemTime}>{hoursOf(item).time}</span>
              {item.child_name}
              <StateTag status={item.status} />
            </Button>
          </li>
        ))}
        {data.follow_ups.map(({ follow_up_id: id, child_name, due_state }) => (
          <li key={id}>
            <Link className={styles.todayLink} to={`/intervention/follow-up?show=${encodeURIComponent(id)}`}>
              {t('calendar.followUp', { name: child_name })}
              <StatusTag tone={due_state === 'overdue' ? 'red' : 'yellow'}>{labelOf('due_state', due_state)}</StatusTag>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
