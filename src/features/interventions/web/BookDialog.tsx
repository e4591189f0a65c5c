import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { bookAppointment, myFreeSlots, TOPIC_MAX, type OwnSlot } from '../contract/records.ts';
import { hoursOf } from './fields/slot-days.ts';
import styles from './own-appointments.module.css';

interface Props {
  onClose: () => void;
  onBooked: () => void;
}

const KEY = ['my-free-slots'];

/** Books one of the free hours. */
export function BookDialog({ onClose, onBooked }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [slot, setSlot] = useState<string>();
  const [topic, setTopic] = useState('');
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(myFreeSlots, {}, { signal, quiet: true }),
    gcTime: 0,
    staleTime: 0,
  });
  const book = async () => {
    if (slot === undefined || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const words = topic.trim();
      await call(bookAppointment, { body: { slot, ...(words !== '' && { topic: words }) } }, { quiet: true });
      onBooked();
      onClose();
    } catch (failure) {
      notifyFailure(failure);
      // Another student may have been faster.
      setSlot(undefined);
      await queries.invalidateQueries({ queryKey: KEY });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('appointments.book')}
      width={600}
      onCancel={onClose}
      footer={
        <Button
          type="primary"
          size="large"
          block
          loading={busy}
          disabled={slot === undefined}
          onClick={() => void book()}
        >
          {t('appointments.confirm')}
        </Button>
      }
    >
      {error !== null ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active />
      ) : data.total === 0 ? (
        <p className={styles.words}>{t('appointments.none')}</p>
      ) : (
        <div className={styles.choosing}>
          <Slots slots={data.items} value={slot} disabled={busy} onChange={setSlot} />
          <label className={styles.topic}>
            <span>{t('appointments.topic')}</span>
            <Input.TextArea rows={2} maxLength={TOPIC_MAX} value={topic} onChange={(e) => setTopic(e.target.value)} />
          </label>
        </div>
      )}
    </Modal>
  );
}

interface SlotsProps {
  slots: readonly OwnSlot[];
  value: string | undefined;
  disabled: boolean;
  onChange: (slot: string) => void;
}

function Slots({ slots, value, disabled, onChange }: SlotsProps) {
  const { t } = useTranslation();
  const days = new Map<string, OwnSlot[]>();
  for (const slot of slots) {
    const { day } = hoursOf(slot);
    days.set(day, [...(days.get(day) ?? []), slot]);
  }
  return (
    <div className={styles.days}>
      {[...days].map(([day, hours]) => (
        <fieldset key={day} className={styles.day}>
          <legend>{day}</legend>
          {hours.map((hour) => (
            <label key={hour.slot} className={styles.hour} data-chosen={value === hour.slot}>
              <input
                type="radio"
                name="slot"
                checked={value === hour.slot}
                disabled={disabled}
                onChange={() => onChange(hour.slot)}
              />
              <span>
                {hoursOf(hour).time}
                <small>
                  {[t('appointments.with', { name: hour.counsellor_name }), hour.place].filter(Boolean).join(' · ')}
                </small>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
