import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import { useRef, useState, type DragEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarItem, ConsultationCalendar } from '../../contract/calendar.ts';
import { endOf, sideBySide, startOf, type Hours } from '../../rules/calendar.ts';
import { hoursOf } from '../fields/slot-days.ts';
import { Appointment } from './Appointment.tsx';
import { dayKey, timeAt, weekdayName } from './spans.ts';
import type { Free } from './use-calendar.ts';
import styles from './calendar.module.css';

/** Hours that are shown even where nothing is. */
const SCHOOL_HOURS = [8, 18] as const;
/** Height of an hour, as in `.column` of the style sheet. */
const HOUR_PX = 60;
const HOUR = 60;
/** Minutes to which a click and a drop snap. */
const STEP = { click: 30, drop: 10 } as const;

export interface GridProps {
  days: readonly Dayjs[];
  items: readonly CalendarItem[];
  free: readonly Free[];
  closures: ConsultationCalendar['closures'];
  named: boolean;
  canMove: (item: CalendarItem) => boolean;
  onOpen: (item: CalendarItem) => void;
  onFree: (free: Free) => void;
  /** Books at a time; absent where the user may not. */
  onTime?: ((at: Dayjs) => void) | undefined;
  onMove: (item: CalendarItem, to: Dayjs) => void;
}

const hourOf = (instant: number): number => dayjs(instant).hour() + dayjs(instant).minute() / HOUR;

/** First and last hour of the grid: the school's day, and what lies outside of it. */
function boundsOf(all: readonly Hours[]): [number, number] {
  const starts = all.map((one) => Math.floor(hourOf(startOf(one))));
  const ends = all.map((one) => Math.ceil(hourOf(endOf(one) - 1)));
  return [Math.min(SCHOOL_HOURS[0], ...starts), Math.max(SCHOOL_HOURS[1], ...ends)];
}

/** The hours of one day or of a week, with what is in them. */
export function TimeGrid(props: GridProps) {
  const { t } = useTranslation();
  const { days, items, free } = props;
  const [dragged, setDragged] = useState<Dragged>();
  const [first, last] = boundsOf([...items, ...free]);
  const hours = Array.from({ length: last - first }, (_, i) => first + i);
  return (
    <div className={styles.scroll}>
      <div className={styles.grid} data-days={days.length} role="group" aria-label={t('calendar.grid')}>
        <div className={styles.corner} />
        {days.map((day) => (
          <DayHead key={dayKey(day)} day={day} closures={props.closures} />
        ))}
        <div className={styles.hours} aria-hidden>
          {hours.map((hour) => (
            <span key={hour} style={{ height: HOUR_PX }}>
              {`${hour}`.padStart(2, '0')}:00
            </span>
          ))}
        </div>
        {days.map((day) => (
          <DayColumn
            key={dayKey(day)}
            {...props}
            day={day}
            first={first}
            length={hours.length}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
      </div>
    </div>
  );
}

function DayHead({ day, closures }: { day: Dayjs; closures: GridProps['closures'] }) {
  const { t } = useTranslation();
  const key = dayKey(day);
  const closed = closures.filter(({ from_on, to_on }) => from_on <= key && to_on >= key);
  return (
    <div className={styles.dayHead} data-today={day.isSame(dayjs(), 'day')}>
      <span>{weekdayName(day)}</span>
      <strong>{day.format('M/D')}</strong>
      {closed.map(({ counsellor_id, counsellor_name, reason }) => (
        <span key={counsellor_id} className={styles.closed} title={reason}>
          {t('calendar.closed', { name: counsellor_name })}
        </span>
      ))}
    </div>
  );
}

/** The appointment that is being dragged, and how many minutes below its start it was taken. */
interface Dragged {
  item: CalendarItem;
  grabbed: number;
}

interface ColumnProps extends GridProps {
  day: Dayjs;
  first: number;
  length: number;
  dragged: Dragged | undefined;
  onDrag: (dragged: Dragged | undefined) => void;
}

function DayColumn({ day, first, length, dragged, onDrag, ...props }: ColumnProps) {
  const { t } = useTranslation();
  const { items, free, onOpen, onFree, onTime, onMove, canMove, named } = props;
  const column = useRef<HTMLDivElement>(null);
  const inDay = <T extends Hours>(all: readonly T[]) => all.filter((one) => dayjs(one.start_at).isSame(day, 'day'));
  const minutesAt = (clientY: number) =>
    ((clientY - (column.current?.getBoundingClientRect().top ?? 0)) / HOUR_PX) * HOUR;
  const frame = (one: Hours) => ({
    top: (hourOf(startOf(one)) - first) * HOUR_PX,
    height: Math.max(22, (one.minutes / HOUR) * HOUR_PX - 2),
  });
  const click = ({ clientY }: MouseEvent) => {
    const at = timeAt(day, first, minutesAt(clientY) - STEP.click / 2, STEP.click);
    if (at.isAfter(dayjs())) onTime?.(at);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!dragged) return;
    onDrag(undefined);
    onMove(dragged.item, timeAt(day, first, minutesAt(event.clientY) - dragged.grabbed, STEP.drop));
  };
  return (
    <div
      ref={column}
      className={styles.column}
      data-open={onTime !== undefined}
      style={{ height: length * HOUR_PX }}
      role="presentation"
      onClick={click}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {inDay(free).map((one) => (
        <button
          key={one.slot}
          type="button"
          className={styles.free}
          style={frame(one)}
          disabled={onTime === undefined}
          aria-label={t('calendar.freeAt', { ...hoursOf(one), name: one.counsellor_name })}
          onClick={(event) => {
            event.stopPropagation();
            onFree(one);
          }}
        >
          {t('calendar.free')}
          {named && ` · ${one.counsellor_name}`}
        </button>
      ))}
      {sideBySide(inDay(items)).map(({ lane, lanes, ...item }) => (
        <Appointment
          key={item.consultation_id}
          item={item}
          named={named}
          onOpen={onOpen}
          style={{ ...frame(item), left: `${(lane / lanes) * 100}%`, width: `calc(${100 / lanes}% - 2px)` }}
          onDragStart={
            canMove(item)
              ? (event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  const start = (hourOf(startOf(item)) - first) * HOUR;
                  onDrag({ item, grabbed: minutesAt(event.clientY) - start });
                }
              : undefined
          }
        />
      ))}
    </div>
  );
}
