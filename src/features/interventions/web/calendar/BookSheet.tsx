import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, DatePicker, Input, Radio, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import type { FieldSchema } from '../../../../platform/schema/types.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { repeated } from '../../../../platform/ui/web/calendar/spans.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { RowPick } from '../../../../platform/ui/web/fields/RowPick.tsx';
import { instantOf } from '../../../../platform/ui/web/school-time.ts';
import { bookTimes, checkTimes, type CheckedTime, type ConsultationCalendar } from '../../contract/calendar.ts';
import { TOPIC_MAX } from '../../contract/records.ts';
import { SERIES_MAX } from '../../rules/calendar.ts';
import { hoursOf } from '../fields/slot-days.ts';
import { BookedTimes } from './BookedTimes.tsx';
import { TimeFields } from './MoveSheet.tsx';
import type { Free } from './use-calendar.ts';
import { useSave } from './use-save.ts';
import styles from './calendar.module.css';

/** Where a booking begins: at a time, or in an offered hour. */
export interface Start {
  at: Dayjs;
  slot?: Free;
  /** Whose calendar it began in. */
  counsellor: string;
}

interface Props {
  start: Start;
  /** Who can be booked, the user among them. */
  people: ConsultationCalendar['people'];
  onClose: () => void;
  onDone: () => void;
}

const STUDENT: FieldSchema = { type: 'string', title: '', 'x-kind': 'row', 'x-of': 'student' };
/** How often, with the weeks between two. */
const REPEATS = [
  ['once', 0],
  ['weekly', 1],
  ['biweekly', 2],
] as const;
/** Minutes of an appointment, and weeks of a series, unless the user says otherwise. */
const USUAL = { minutes: 50, weeks: 7 } as const;

/** Books an appointment for a student, once or every one or two weeks; what is not free is said before. */
export function BookSheet({ start, people, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { slot } = start;
  const { user } = useCurrentUser();
  const [counsellor, setCounsellor] = useState(start.counsellor);
  const isOwn = counsellor === user.user_id;
  const [child, setChild] = useState<string>();
  const [at, setAt] = useState(start.at);
  const [minutes, setMinutes] = useState<number>(slot?.minutes ?? USUAL.minutes);
  const [weeks, setWeeks] = useState(0);
  const [until, setUntil] = useState(start.at.add(USUAL.weeks, 'week'));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [place, setPlace] = useState(slot?.place ?? '');
  const [topic, setTopic] = useState('');
  const dates = (weeks === 0 ? [at] : repeated(at, weeks, until, SERIES_MAX)).map((date) => instantOf(date));
  const starts = dates.filter((date) => !left.has(date));
  const times = { child_id: child ?? '', starts: dates, minutes, counsellor_id: counsellor };
  const checked = useQuery({
    queryKey: ['consultation-check', times],
    queryFn: ({ signal }) => call(checkTimes, { body: times }, { signal, quiet: true }),
    enabled: child !== undefined && dates.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const problems = new Map(
    (checked.data?.items ?? []).flatMap(({ start_at, problem }: CheckedTime) =>
      problem === undefined ? [] : [[Date.parse(start_at), problem] as const],
    ),
  );
  const refused = starts.filter((date) => problems.has(Date.parse(date)));
  const { save, busy, failures } = useSave(
    (key) =>
      call(
        bookTimes,
        {
          body: {
            ...times,
            starts,
            ...(place.trim() !== '' && { place: place.trim() }),
            ...(topic.trim() !== '' && { topic: topic.trim() }),
          },
        },
        { quiet: true, idempotencyKey: key },
      ),
    t('calendar.booked', { count: starts.length }),
    onDone,
  );
  const toggle = (date: string, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(date);
    else next.add(date);
    setLeft(next);
  };
  const alerts = [
    ...failures,
    ...(checked.error ? failureOf(checked.error).details.map(({ message }) => message) : []),
  ];
  return (
    <Sheet
      open
      title={t('calendar.bookTitle')}
      onClose={onClose}
      act={{
        label: t('calendar.bookVerb', { count: starts.length }),
        busy,
        disabled: child === undefined || starts.length === 0 || refused.length > 0 || checked.isFetching,
        onClick: save,
      }}
    >
      <div className={styles.form}>
        {[...new Set(alerts)].map((text) => (
          <Alert key={text} type="error" showIcon role="alert" message={text} />
        ))}
        {slot && <p>{t('calendar.inSlot', { ...hoursOf(slot), name: slot.counsellor_name })}</p>}
        {!slot && (
          <div>
            <label htmlFor={`${id}-counsellor`}>{t('calendar.counsellor')}</label>
            <Select
              id={`${id}-counsellor`}
              className={styles.wide}
              value={counsellor}
              onChange={setCounsellor}
              options={people.map(({ user_id, name }) => ({
                value: user_id,
                label: user_id === user.user_id ? t('calendar.self', { name }) : name,
              }))}
            />
            {!isOwn && <p className={styles.quiet}>{t('calendar.othersOnly')}</p>}
          </div>
        )}
        <div>
          <label htmlFor={`${id}-child`}>{t('calendar.student')}</label>
          <RowPick
            id={`${id}-child`}
            field={STUDENT}
            required
            placeholder={t('calendar.studentHint')}
            value={child}
            onChange={(value) => setChild(typeof value === 'string' ? value : undefined)}
          />
        </div>
        {!slot && <TimeFields at={at} minutes={minutes} onAt={setAt} onMinutes={setMinutes} />}
        <div className={styles.pair}>
          <div>
            <p>{t('calendar.repeat')}</p>
            <Radio.Group
              aria-label={t('calendar.repeat')}
              optionType="button"
              value={weeks}
              onChange={({ target }) => setWeeks(Number(target.value))}
              options={REPEATS.map(([often, value]) => ({ value, label: t(`calendar.every.${often}`) }))}
            />
          </div>
          {weeks > 0 && (
            <label>
              <span>{t('calendar.until')}</span>
              <DatePicker
                allowClear={false}
                minDate={at}
                maxDate={at.add(weeks * (SERIES_MAX - 1), 'week')}
                value={until}
                onChange={(next) => setUntil(next ?? until)}
              />
            </label>
          )}
        </div>
        <BookedTimes dates={dates} left={left} problems={problems} minutes={minutes} onToggle={toggle} />
        <div>
          <label htmlFor={`${id}-place`}>{t('calendar.place')}</label>
          <Input id={`${id}-place`} maxLength={100} value={place} onChange={({ target }) => setPlace(target.value)} />
        </div>
        <div>
          <label htmlFor={`${id}-topic`}>{t('calendar.topic')}</label>
          <Input.TextArea
            id={`${id}-topic`}
            rows={2}
            maxLength={TOPIC_MAX}
            value={topic}
            onChange={({ target }) => setTopic(target.value)}
          />
        </div>
      </div>
    </Sheet>
  );
}
