import { Alert, DatePicker, InputNumber } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { instantOf, schoolNow, schoolTime } from '../../../../platform/ui/web/school-time.ts';
import { moveConsultation, type CalendarItem } from '../../contract/calendar.ts';
import { MINUTES } from '../../rules/calendar.ts';
import { hoursOf } from '../fields/slot-days.ts';
import { FollowingChoice } from './FollowingChoice.tsx';
import { useSave } from './use-save.ts';
import styles from './calendar.module.css';

interface Props {
  item: CalendarItem;
  /** Where it was dropped; without it the time is chosen here. */
  to: Dayjs | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Moves an appointment, or it and the later ones of its series; what dragging does, by keyboard. */
export function MoveSheet({ item, to, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [at, setAt] = useState(to ?? schoolTime(item.start_at));
  const [minutes, setMinutes] = useState(item.minutes);
  const [following, setFollowing] = useState(false);
  const was = hoursOf(item);
  const changed = minutes !== item.minutes;
  const { save, busy, failures } = useSave(
    () =>
      call(
        moveConsultation,
        {
          params: { id: item.consultation_id },
          body: {
            from: item.start_at,
            start_at: instantOf(at),
            // Each of a series keeps its own length, unless the user has changed it.
            ...(changed && { minutes }),
            ...(following && { following }),
          },
        },
        { quiet: true },
      ),
    ({ places }) => (places.length > 0 ? t('calendar.movedTo', { places: places.join('、') }) : t('calendar.moved')),
    onDone,
  );
  const same = at.isSame(schoolTime(item.start_at), 'minute') && !changed;
  return (
    <Sheet
      open
      small
      title={t('calendar.moveTitle', { name: item.child_name })}
      onClose={onClose}
      act={{ label: t('calendar.moveVerb'), busy, disabled: same, onClick: save }}
    >
      <div className={styles.form}>
        {failures.map((text) => (
          <Alert key={text} type="error" showIcon role="alert" message={text} />
        ))}
        <p>{t('calendar.was', was)}</p>
        <TimeFields at={at} minutes={minutes} onAt={setAt} onMinutes={setMinutes} />
        {item.series_id !== undefined && <FollowingChoice value={following} onChange={setFollowing} />}
        <p className={styles.quiet}>{t('calendar.moveHelp')}</p>
      </div>
    </Sheet>
  );
}

interface TimeProps {
  at: Dayjs;
  minutes: number;
  onAt: (at: Dayjs) => void;
  onMinutes: (minutes: number) => void;
}

/** Day, hour and length of an appointment. */
export function TimeFields({ at, minutes, onAt, onMinutes }: TimeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.pair}>
      <label>
        <span>{t('calendar.start')}</span>
        <DatePicker
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="YYYY-MM-DD HH:mm"
          allowClear={false}
          minDate={schoolNow()}
          value={at}
          onChange={(next) => onAt(next ?? at)}
        />
      </label>
      <label>
        <span>{t('calendar.minutes')}</span>
        <InputNumber
          min={MINUTES.min}
          max={MINUTES.max}
          step={5}
          precision={0}
          value={minutes}
          onChange={(next) => onMinutes(next ?? minutes)}
        />
      </label>
    </div>
  );
}
