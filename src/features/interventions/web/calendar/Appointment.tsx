import { RetweetOutlined, UserOutlined } from '@ant-design/icons';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../../platform/schema/labels.ts';
import type { CalendarItem } from '../../contract/calendar.ts';
import { hoursOf } from '../fields/slot-days.ts';
import { lookOf } from './look.tsx';
import styles from './calendar.module.css';

export interface AppointmentProps {
  item: CalendarItem;
  onOpen: (item: CalendarItem) => void;
  /** Given where it may be moved. */
  onDragStart?: ((event: DragEvent) => void) | undefined;
  /** Shows the counsellor. */
  named: boolean;
  style?: React.CSSProperties;
  short?: boolean;
  /** Shows its sign alone. */
  bare?: boolean;
}

/** An appointment as a button: time, student, and its state as colour, sign and word. */
export function Appointment({
  item,
  onOpen,
  onDragStart,
  named,
  style,
  short = false,
  bare = false,
}: AppointmentProps) {
  const { t } = useTranslation();
  const { name, icon } = lookOf(item.status);
  const { day, time } = hoursOf(item);
  const state = labelOf('consultation_status', item.status);
  const words = [
    item.child_name,
    state,
    `${day} ${time}`,
    item.counsellor_name,
    ...(item.own_booked ? [t('calendar.ownBooked')] : []),
    ...(item.series_id === undefined ? [] : [t('calendar.repeats')]),
  ];
  return (
    <button
      type="button"
      className={styles.item}
      data-state={name}
      data-own={item.own_booked}
      data-short={short}
      data-bare={bare}
      style={style}
      draggable={onDragStart !== undefined}
      onDragStart={onDragStart}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(item);
      }}
      aria-label={words.join('，')}
      title={words.join('，')}
    >
      <span className={styles.itemHead}>
        <span aria-hidden>{icon}</span>
        {!bare && <span className={styles.itemTime}>{short ? time.slice(0, 5) : time}</span>}
        {!bare && item.own_booked && <UserOutlined aria-hidden />}
        {!bare && item.series_id !== undefined && <RetweetOutlined aria-hidden />}
      </span>
      {!bare && (
        <span className={styles.itemLine}>
          <strong className={styles.itemName}>{item.child_name}</strong>
          {!short && [state, ...(named ? [item.counsellor_name] : []), item.place].filter(Boolean).join(' · ')}
        </span>
      )}
    </button>
  );
}
