import { CalendarOutlined, CheckCircleOutlined, ClockCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { Tag } from '../../../platform/ui/web/Tag.tsx';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';
import { cancelAppointment, myAppointments, type Appointment } from '../contract/records.ts';
import { CONSULTATION } from '../rules/consultation.ts';
import { hoursOf } from './fields/slot-days.ts';
import { appointments as texts } from './texts.zh.ts';
import styles from './own-appointments.module.css';

provideTexts({ appointments: texts });

const KEY = ['my-appointments'];
const FORBIDDEN = 403;
const BookDialog = lazyPage(async () => (await import('./BookDialog.tsx')).BookDialog);

/** On the home page: a student's own appointments, or a child's where the school lets guardians see them. */
export function OwnAppointments() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [booking, setBooking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(myAppointments, {}, { signal, quiet: true }),
    gcTime: 0,
    retry: false,
  });
  // A school that offers no consultations shows nothing here.
  if (error instanceof ApiError && error.status === FORBIDDEN) return null;
  if (data !== undefined && !data.may_book && data.total === 0) return null;
  if (data === undefined && error === null) return null;
  const renew = () => queries.invalidateQueries({ queryKey: KEY });
  return (
    <section className={styles.card} aria-labelledby="appointments">
      <h2 id="appointments" className={styles.title}>
        <CalendarOutlined aria-hidden />{' '}
        {t(data?.may_book === false ? 'appointments.ofChildren' : 'appointments.title')}
      </h2>
      {data === undefined ? (
        <>
          <p className={styles.quiet}>{t('appointments.failed')}</p>
          <Button size="large" onClick={() => void refetch()}>
            {t('appointments.retry')}
          </Button>
        </>
      ) : (
        <>
          {data.may_book && <p className={styles.words}>{t('appointments.about')}</p>}
          {data.items.length > 0 && (
            <ul className={styles.list}>
              {data.items.map((one) => (
                <Line key={one.appointment_id} appointment={one} own={data.may_book} onChange={() => void renew()} />
              ))}
            </ul>
          )}
          {data.may_book && (
            <Button size="large" onClick={() => setBooking(true)}>
              {t('appointments.book')}
            </Button>
          )}
        </>
      )}
      {booking && <BookDialog onClose={() => setBooking(false)} onBooked={() => void renew()} />}
    </section>
  );
}

const LOOKS: Readonly<Record<number, { look: 'yellow' | 'grey'; icon: React.ReactNode }>> = {
  [CONSULTATION.booked]: { look: 'yellow', icon: <ClockCircleOutlined /> },
  [CONSULTATION.done]: { look: 'grey', icon: <CheckCircleOutlined /> },
};
const ENDED = { look: 'grey', icon: <MinusCircleOutlined /> } as const;

function Line({ appointment, own, onChange }: { appointment: Appointment; own: boolean; onChange: () => void }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { appointment_id: id, child_name, counsellor_name, place, status, may_cancel } = appointment;
  const { look, icon } = LOOKS[status] ?? ENDED;
  const { day, time } = hoursOf(appointment);
  const cancel = () =>
    confirm({
      title: t('appointments.cancelTitle'),
      content: t('appointments.cancelText', { day, time }),
      okText: t('appointments.cancel'),
      cancelText: t('appointments.keep'),
      onOk: async () => {
        try {
          await call(cancelAppointment, { params: { id }, body: { from: appointment.start_at } }, { quiet: true });
        } catch (failure) {
          notifyFailure(failure);
        }
        onChange();
      },
    });
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <strong>
          {!own && `${child_name} · `}
          {day} {time}
        </strong>
        <Tag look={look} icon={icon}>
          {labelOf('consultation_status', status)}
        </Tag>
      </div>
      <span className={styles.quiet}>
        {[t('appointments.with', { name: counsellor_name }), place].filter(Boolean).join(' · ')}
      </span>
      {may_cancel && (
        <Button size="large" onClick={cancel}>
          {t('appointments.cancel')}
        </Button>
      )}
    </li>
  );
}
