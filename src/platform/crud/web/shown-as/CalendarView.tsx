import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import type { Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PAGE_SIZE_MAX } from '../../../contract/common.ts';
import { rowId } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { unitOf } from '../../../schema/types.ts';
import { DayStrip } from '../../../ui/web/calendar/DayStrip.tsx';
import { MonthGrid } from '../../../ui/web/calendar/MonthGrid.tsx';
import { dayKey, daysOf, titleOf } from '../../../ui/web/calendar/spans.ts';
import { quietly } from '../../../ui/web/failure.ts';
import { calendarDay, schoolNow } from '../../../ui/web/school-time.ts';
import { useMobile } from '../../../ui/web/use-mobile.ts';
import { FailedState } from '../list/states.tsx';
import type { ViewProps } from './content-props.ts';
import { isOnDay, startOf, timeText } from './days-of-row.ts';
import { RowCard, titleOfRow } from './RowCard.tsx';
import { DAY_PARAM } from './use-shown-as.ts';
import styles from './shown-as.module.css';

/** The rows on the days of a month; on phones, of a week, one day at a time. */
export function CalendarView(props: ViewProps) {
  const { entity, view, filters, onShow } = props;
  const { t } = useTranslation();
  const mobile = useMobile();
  const [search, setSearch] = useSearchParams();
  const by = view.by ?? '';
  const asked = search.get(DAY_PARAM) ?? '';
  const on = /^\d{4}-\d{2}-\d{2}$/.test(asked) ? calendarDay(asked) : schoolNow().startOf('day');
  const span = mobile ? 'week' : 'month';
  const days = daysOf(span, on);
  const [first = on, last = on] = [days[0], days.at(-1)];
  const { [`${by}_from`]: _, [`${by}_to`]: __, ...others } = filters;
  const range = { [`${by}_from`]: dayKey(first), [`${by}_to`]: dayKey(last) };
  const { query } = useList<Row>({
    resource: entity.name,
    pagination: { currentPage: 1, pageSize: PAGE_SIZE_MAX },
    filters: Object.entries({ ...others, ...range }).map(([field, value]) => ({ field, operator: 'eq', value })),
    ...quietly,
    queryOptions: { placeholderData: keepPreviousData },
  });
  const rows = [...(query.data?.data ?? [])].sort((a, b) => startOf(a[by]).localeCompare(startOf(b[by])));
  const rowsOn = (day: Dayjs) => rows.filter((row) => isOnDay(row[by], day));
  const go = (day: Dayjs) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      next.set(DAY_PARAM, dayKey(day));
      return next;
    });
  const nameOf = (day: Dayjs, count: number) =>
    t('crud.shownAs.day', { day: day.format('M月D日'), count, unit: unitOf(entity.schema) });
  const left = (query.data?.total ?? 0) - rows.length;
  const own = rowsOn(on);
  return (
    <div className={styles.calendar}>
      <div className={styles.bar}>
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={t(`crud.shownAs.before.${span}`)}
          onClick={() => go(on.subtract(1, span))}
        />
        <Button onClick={() => go(schoolNow())}>{t('crud.shownAs.today')}</Button>
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={t(`crud.shownAs.after.${span}`)}
          onClick={() => go(on.add(1, span))}
        />
        <h3 className={styles.title} aria-live="polite">
          {titleOf(span, on)}
        </h3>
      </div>
      {left > 0 && (
        <Alert type="info" showIcon message={t('crud.shownAs.tooMany', { count: left, unit: unitOf(entity.schema) })} />
      )}
      {query.isError ? (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : (
        <>
          {mobile ? (
            <DayStrip
              label={t('crud.shownAs.days')}
              days={days}
              on={on}
              countOf={(day) => rowsOn(day).length}
              nameOf={nameOf}
              onDay={go}
            />
          ) : (
            <div className={styles.scroll}>
              <MonthGrid
                days={days}
                month={on.month()}
                itemsOf={rowsOn}
                render={(row) => (
                  <button
                    key={rowId(entity.schema, row)}
                    type="button"
                    className={styles.item}
                    onClick={() => onShow(row)}
                  >
                    {timeText(row[by])} {titleOfRow({ entity, view }, row)}
                  </button>
                )}
                onDay={go}
                nameOf={nameOf}
                more={(count) => t('crud.shownAs.moreOfDay', { count })}
              />
            </div>
          )}
          <h3 className={styles.dayTitle}>{nameOf(on, own.length)}</h3>
          <ul className={styles.dayCards}>
            {own.map((row) => (
              <RowCard key={rowId(entity.schema, row)} {...props} row={row} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
