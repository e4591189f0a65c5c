import { Table } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../../../../platform/schema/types.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { usePageArrows } from '../../../../platform/ui/web/use-page-arrows.ts';
import type { Seat } from '../../contract/rooms.ts';
import { SEAT_STATES } from '../../rules/seats.ts';
import { NumberList } from './NumberList.tsx';
import styles from './planning.module.css';
import room from './room.module.css';

/** Only what needs attention has a colour: a student who may need help. */
const TONES: Record<Seat['state'], Tone> = {
  not_started: 'grey',
  answering: 'grey',
  still: 'yellow',
  finished: 'done',
  closed: 'grey',
  waiting_consent: 'grey',
};

const MINUTE_MS = 60_000;

/** How long ago something was, by the server's clock. */
function sinceText(t: TFunction, then: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(then)) / MINUTE_MS);
  if (minutes < 1) return t('exams.room.justNow');
  return minutes < 60 ? t('exams.room.minutesAgo', { count: minutes }) : dateText(then);
}

/** Who has started, stands still or has finished; never an answer. */
export function Seats({ seats, at }: { seats: readonly Seat[]; at: string }) {
  const { t } = useTranslation();
  const arrows = usePageArrows();
  const numbers = SEAT_STATES.map((state) => ({
    label: t(`exams.room.states.${state}`),
    count: seats.filter((seat) => seat.state === state).length,
  })).filter(({ count }) => count > 0);
  return (
    <section className={`${styles.card} ${room.seats}`} aria-labelledby="room-seats">
      <h2 id="room-seats" className={styles.heading}>
        {t('exams.room.monitor')}
      </h2>
      <p className={styles.quiet}>{t('exams.room.refreshed', { at: dateText(at) })}</p>
      <NumberList numbers={numbers.map(({ label, count }) => ({ label, value: t('exams.people', { count }) }))} />
      <Table<Seat>
        size="middle"
        rowKey="child_id"
        dataSource={[...seats]}
        pagination={seats.length > 100 ? { pageSize: 100, showSizeChanger: false, itemRender: arrows } : false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('exams.noClasses') }}
        columns={[
          { title: t('exams.name'), dataIndex: 'child_name' },
          { title: t('exams.studentNo'), dataIndex: 'student_no' },
          { title: t('exams.class'), dataIndex: 'class_name' },
          {
            title: t('exams.state'),
            key: 'state',
            render: (_, { state }) => <StatusTag tone={TONES[state]}>{t(`exams.room.states.${state}`)}</StatusTag>,
          },
          {
            title: t('exams.room.answered'),
            key: 'answered',
            render: (_, { answered, total }) => `${answered}/${total}`,
          },
          {
            title: t('exams.room.unsent'),
            key: 'unsent',
            render: (_, { unsent }) =>
              unsent > 0 && <StatusTag tone="yellow">{t('exams.room.unsentCount', { count: unsent })}</StatusTag>,
          },
          {
            title: t('exams.room.contact'),
            key: 'contact',
            render: (_, { contact_at, lost }) =>
              contact_at !== undefined && (
                <>
                  {lost && <StatusTag tone="yellow">{t('exams.room.lost')}</StatusTag>} {sinceText(t, contact_at, at)}
                </>
              ),
          },
        ]}
      />
    </section>
  );
}
