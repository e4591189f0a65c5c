import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import type { CalendarItem } from '../../contract/calendar.ts';
import { endConsultation } from '../../contract/records.ts';
import { CONSULTATION } from '../../rules/consultation.ts';
import { hoursOf } from '../fields/slot-days.ts';
import { FollowingChoice } from './FollowingChoice.tsx';
import { StateTag } from './look.tsx';
import { useSave } from './use-save.ts';
import styles from './calendar.module.css';

interface Props {
  item: CalendarItem;
  canMove: boolean;
  mayUpdate: boolean;
  /** The user is the counsellor. */
  own: boolean;
  onMove: () => void;
  onClose: () => void;
  onDone: () => void;
}

/** An appointment with what may be done about it. */
export function AppointmentSheet({ item, canMove, mayUpdate, own, onMove, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [ending, setEnding] = useState<'cancel' | 'absent'>();
  const { day, time } = hoursOf(item);
  const page = `/intervention/consultation?`;
  const id = encodeURIComponent(item.consultation_id);
  const isOpen = item.status === CONSULTATION.booked && !canMove;
  const facts = [
    [t('calendar.time'), `${day} ${time}`],
    [t('calendar.counsellor'), item.counsellor_name],
    ...(item.place === undefined ? [] : [[t('calendar.place'), item.place]]),
    ...(item.class_name === undefined ? [] : [[t('calendar.class'), item.class_name]]),
    [t('calendar.bookedBy'), t(item.own_booked ? 'calendar.ownBooked' : 'calendar.byStaff')],
    ...(item.series_id === undefined ? [] : [[t('calendar.repeat'), t('calendar.repeats')]]),
  ];
  if (ending) return <EndSheet item={item} outcome={ending} onClose={() => setEnding(undefined)} onDone={onDone} />;
  return (
    <Sheet
      open
      small
      title={t('calendar.itemTitle', { name: item.child_name, day })}
      onClose={onClose}
      closeLabel={t('common.close')}
    >
      <div className={styles.form}>
        <span>
          <StateTag status={item.status} />
        </span>
        <dl className={styles.facts}>
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.group}>
          <Link to={`${page}show=${id}`}>{t('calendar.record')}</Link>
          {own && mayUpdate && isOpen && <Link to={`${page}edit=${id}`}>{t('calendar.write')}</Link>}
          {canMove && <Button onClick={onMove}>{t('calendar.move')}</Button>}
          {canMove && (
            <Button danger onClick={() => setEnding('cancel')}>
              {t('records.cancel')}
            </Button>
          )}
          {mayUpdate && isOpen && <Button onClick={() => setEnding('absent')}>{t('records.absent')}</Button>}
        </div>
      </div>
    </Sheet>
  );
}

interface EndProps {
  item: CalendarItem;
  outcome: 'cancel' | 'absent';
  onClose: () => void;
  onDone: () => void;
}

function EndSheet({ item, outcome, onClose, onDone }: EndProps) {
  const { t } = useTranslation();
  const [following, setFollowing] = useState(false);
  const { day, time } = hoursOf(item);
  const cancels = outcome === 'cancel';
  const status = cancels ? CONSULTATION.cancelled : CONSULTATION.absent;
  const { save, busy, failures } = useSave(
    () =>
      call(
        endConsultation,
        {
          params: { id: item.consultation_id },
          body: { from: item.start_at, status, ...(following && { following }) },
        },
        { quiet: true },
      ),
    t(cancels ? 'records.cancelled' : 'records.absentDone'),
    onDone,
  );
  return (
    <Sheet
      open
      small
      title={t(cancels ? 'records.cancelTitle' : 'records.absentTitle', { name: item.child_name })}
      onClose={onClose}
      act={{ label: t(cancels ? 'records.cancel' : 'records.absent'), busy, danger: cancels, onClick: save }}
    >
      <div className={styles.form}>
        {failures.map((text) => (
          <Alert key={text} type="error" showIcon role="alert" message={text} />
        ))}
        <p>{t(cancels ? 'records.cancelText' : 'records.absentText', { at: `${day} ${time}` })}</p>
        {cancels && item.series_id !== undefined && <FollowingChoice value={following} onChange={setFollowing} />}
      </div>
    </Sheet>
  );
}
