import { LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Segmented, Select, Skeleton } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { daysOf, dayKey, isSpan, SPANS, titleOf, type Span } from '../../../../platform/ui/web/calendar/spans.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { calendarDay, schoolNow, schoolTime } from '../../../../platform/ui/web/school-time.ts';
import { useMobile } from '../../../../platform/ui/web/use-mobile.ts';
import type { CalendarItem } from '../../contract/calendar.ts';
import { CONSULTATION } from '../../rules/consultation.ts';
import { calendar, records } from '../texts.zh.ts';
import { AppointmentSheet } from './AppointmentSheet.tsx';
import { BookSheet, type Start } from './BookSheet.tsx';
import { DayList } from './DayList.tsx';
import { StateTag } from './look.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { MoveSheet } from './MoveSheet.tsx';
import { TimeGrid } from './TimeGrid.tsx';
import { Today, TODAY } from './Today.tsx';
import { ALL, CALENDAR, ownFirst, useCalendar, useCalendarRights } from './use-calendar.ts';
import pageStyles from '../../../../platform/crud/web/page.module.css';
import styles from './calendar.module.css';

provideTexts({ calendar, records });

type Open =
  | { name: 'item'; item: CalendarItem }
  | { name: 'book'; start: Start }
  | { name: 'move'; item: CalendarItem; to?: Dayjs };

/** The first full hour from tomorrow's morning on, as a proposal. */
const proposed = (on: Dayjs): Dayjs => {
  const morning = on.startOf('day').hour(14);
  const now = schoolNow();
  return morning.isAfter(now) ? morning : now.add(1, 'day').startOf('day').hour(14);
};

/** The consultations of a day, a week or a month, to book and to move. */
export function CalendarPage({ acts }: { acts: ReactNode }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const mobile = useMobile();
  const [search, setSearch] = useSearchParams();
  const rights = useCalendarRights();
  const [open, setOpen] = useState<Open>();
  const asked = search.get('span');
  const chosenSpan: Span = isSpan(asked) ? asked : 'week';
  // A phone shows one day of a week.
  const span: Span = mobile ? 'week' : chosenSpan;
  const on = /^\d{4}-\d{2}-\d{2}$/.test(search.get('on') ?? '')
    ? calendarDay(search.get('on') ?? '')
    : schoolNow().startOf('day');
  const days = daysOf(span, on);
  const [first = on, last = on] = [days[0], days.at(-1)];
  const { data, error, refetch } = useCalendar(dayKey(first), dayKey(last));
  const go = (next: Record<string, string>) =>
    setSearch((now) => {
      const params = new URLSearchParams(now);
      for (const [key, value] of Object.entries(next)) params.set(key, value);
      return params;
    });
  const openDay = (day: Dayjs) => go(mobile ? { on: dayKey(day) } : { on: dayKey(day), span: 'day' });
  const people = ownFirst(data?.people ?? [], rights.userId);
  const own = people.some(({ user_id }) => user_id === rights.userId);
  const bookable = own ? people : [{ user_id: rights.userId, name: rights.name }, ...people];
  const who = search.get('who') ?? (own ? rights.userId : ALL);
  const isShown = ({ counsellor_id }: { counsellor_id: string }) => who === ALL || counsellor_id === who;
  const items = (data?.items ?? []).filter(isShown);
  const free = (data?.free ?? []).filter(isShown);
  /** Whose calendar is shown; of all calendars the user's own. */
  const counsellor = who === ALL ? rights.userId : who;
  const done = () => {
    setOpen(undefined);
    void queries.invalidateQueries({ queryKey: [CALENDAR] });
    void queries.invalidateQueries({ queryKey: [TODAY] });
    void invalidate({ resource: 'consultation', invalidates: ['list', 'many'] });
  };
  const shared = { items, free, named: who === ALL, onOpen: (item: CalendarItem) => setOpen({ name: 'item', item }) };
  const onFree = (slot: Start['slot']) =>
    slot && setOpen({ name: 'book', start: { at: schoolTime(slot.start_at), slot, counsellor: slot.counsellor_id } });
  const step = (by: number) => go({ on: dayKey(on.add(by, span)) });
  return (
    <div className={pageStyles.page}>
      <PageTitle title={t('page.consultation.title')} {...(!mobile && { about: t('calendar.about') })} acts={acts} />
      <Today onOpen={shared.onOpen} />
      <div className={styles.bar}>
        <div className={styles.group}>
          <Button
            icon={<LeftOutlined aria-hidden />}
            aria-label={t(`calendar.before.${span}`)}
            onClick={() => step(-1)}
          />
          <Button onClick={() => go({ on: dayKey(schoolNow()) })}>{t('calendar.today')}</Button>
          <Button
            icon={<RightOutlined aria-hidden />}
            aria-label={t(`calendar.after.${span}`)}
            onClick={() => step(1)}
          />
          <h2 className={styles.title} aria-live="polite">
            {titleOf(span, on)}
          </h2>
        </div>
        <div className={styles.group}>
          <Select
            className={styles.who}
            aria-label={t('calendar.who')}
            value={who}
            onChange={(value: string) => go({ who: value })}
            options={[
              ...people.map(({ user_id, name }) => ({
                value: user_id,
                label: user_id === rights.userId ? t('calendar.self', { name }) : name,
              })),
              { value: ALL, label: t('calendar.everybody') },
            ]}
          />
          {!mobile && (
            <Segmented<Span>
              aria-label={t('calendar.span')}
              value={chosenSpan}
              onChange={(value) => go({ span: value })}
              options={SPANS.map((value) => ({ value, label: t(`calendar.spans.${value}`) }))}
            />
          )}
          {rights.mayBook && (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => setOpen({ name: 'book', start: { at: proposed(on), counsellor } })}
            >
              {t('calendar.book')}
            </Button>
          )}
        </div>
      </div>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : mobile ? (
        <DayList {...shared} days={days} on={on} onDay={openDay} onFree={rights.mayBook ? onFree : undefined} />
      ) : span === 'month' ? (
        <MonthGrid {...shared} days={days} month={on.month()} onDay={openDay} />
      ) : (
        <TimeGrid
          {...shared}
          days={days}
          closures={data.closures.filter(isShown)}
          canMove={rights.canMove}
          onFree={onFree}
          onTime={rights.mayBook ? (at) => setOpen({ name: 'book', start: { at, counsellor } }) : undefined}
          onMove={(item, to) => setOpen({ name: 'move', item, to })}
        />
      )}
      <Legend />
      {open?.name === 'item' && (
        <AppointmentSheet
          item={open.item}
          canMove={rights.canMove(open.item)}
          mayUpdate={rights.mayUpdate}
          own={open.item.counsellor_id === rights.userId}
          onMove={() => setOpen({ name: 'move', item: open.item })}
          onClose={() => setOpen(undefined)}
          onDone={done}
        />
      )}
      {open?.name === 'book' && (
        <BookSheet start={open.start} people={bookable} onClose={() => setOpen(undefined)} onDone={done} />
      )}
      {open?.name === 'move' && (
        <MoveSheet item={open.item} to={open.to} onClose={() => setOpen(undefined)} onDone={done} />
      )}
    </div>
  );
}

/** What the signs and colours mean. */
function Legend() {
  const { t } = useTranslation();
  return (
    <div className={styles.legend} aria-label={t('calendar.legend')} role="group">
      {Object.values(CONSULTATION).map((status) => (
        <StateTag key={status} status={status} />
      ))}
      <span className={styles.quiet}>{t('calendar.legendMore')}</span>
    </div>
  );
}
