import type { Dayjs } from 'dayjs';
import { useRef, type CSSProperties, type DragEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { timeAt } from '../../../../platform/ui/web/calendar/spans.ts';
import { schoolNow, schoolTime } from '../../../../platform/ui/web/school-time.ts';
import type { CalendarItem } from '../../contract/calendar.ts';
import { sideBySide, startOf, type Hours, type Placed } from '../../rules/calendar.ts';
import { CONSULTATION } from '../../rules/consultation.ts';
import { hoursOf } from '../fields/slot-days.ts';
import { Appointment } from './Appointment.tsx';
import { HOUR, HOUR_PX, hourOf, type GridProps } from './grid.ts';
import type { Free } from './use-calendar.ts';
import styles from './calendar.module.css';

/** Minutes to which a click and a drop snap. */
const STEP = { click: 30, drop: 10 } as const;
/** Width of a cancelled appointment, which leaves its hour to others. */
const STRIP_PX = 24;

/** The appointment that is being dragged, and how many minutes below its start it was taken. */
export interface Dragged {
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

/** What takes room in a column: an appointment or a free hour. */
type Block = Hours & ({ item: CalendarItem; slot?: never } | { slot: Free; item?: never });

const hoursAnd = <T extends object>({ start_at, minutes }: Hours, of: T) => ({ start_at, minutes, ...of });

/** The hours of one day. Cancelled appointments stand at the edge, so that their hours can be booked again. */
export function DayColumn({ day, first, length, dragged, onDrag, ...props }: ColumnProps) {
  const { items, free, onOpen, onFree, onTime, onMove, canMove, named } = props;
  const column = useRef<HTMLDivElement>(null);
  const inDay = <T extends Hours>(all: readonly T[]) =>
    all.filter((one) => schoolTime(one.start_at).isSame(day, 'day'));
  const minutesAt = (clientY: number) =>
    ((clientY - (column.current?.getBoundingClientRect().top ?? 0)) / HOUR_PX) * HOUR;
  const own = inDay(items);
  const cancelled = sideBySide(own.filter(({ status }) => status === CONSULTATION.cancelled));
  const blocks = sideBySide<Block>([
    ...own.filter(({ status }) => status !== CONSULTATION.cancelled).map((item) => hoursAnd(item, { item })),
    ...inDay(free).map((slot) => hoursAnd(slot, { slot })),
  ]);
  const strip = Math.max(0, ...cancelled.map(({ lanes }) => lanes)) * STRIP_PX;
  const frame = (one: Hours): CSSProperties => ({
    top: (hourOf(startOf(one)) - first) * HOUR_PX,
    height: Math.max(22, (one.minutes / HOUR) * HOUR_PX - 2),
  });
  const inLane = (one: Placed<Hours>): CSSProperties => ({
    ...frame(one),
    left: `calc((100% - ${strip}px) * ${one.lane / one.lanes})`,
    width: `calc((100% - ${strip}px) / ${one.lanes} - 2px)`,
  });
  const click = ({ clientY }: MouseEvent) => {
    const at = timeAt(day, first, minutesAt(clientY) - STEP.click / 2, STEP.click);
    if (at.isAfter(schoolNow())) onTime?.(at);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!dragged) return;
    onDrag(undefined);
    onMove(dragged.item, timeAt(day, first, minutesAt(event.clientY) - dragged.grabbed, STEP.drop));
  };
  const drag = (item: CalendarItem) => (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    onDrag({ item, grabbed: minutesAt(event.clientY) - (hourOf(startOf(item)) - first) * HOUR });
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
      {blocks.map((block) =>
        block.item ? (
          <Appointment
            key={block.item.consultation_id}
            item={block.item}
            named={named}
            onOpen={onOpen}
            style={inLane(block)}
            onDragStart={canMove(block.item) ? drag(block.item) : undefined}
          />
        ) : (
          <FreeHour
            key={block.slot.slot}
            slot={block.slot}
            named={named}
            style={inLane(block)}
            onBook={onTime && onFree}
          />
        ),
      )}
      {cancelled.map(({ lane, lanes: _, ...item }) => (
        <Appointment
          key={item.consultation_id}
          item={item}
          named={named}
          bare
          onOpen={onOpen}
          style={{ ...frame(item), right: lane * STRIP_PX, width: STRIP_PX - 2 }}
        />
      ))}
    </div>
  );
}

interface FreeProps {
  slot: Free;
  named: boolean;
  style: CSSProperties;
  /** Absent where the user may not book. */
  onBook: ((slot: Free) => void) | undefined;
}

/** An offered hour that can be booked. */
function FreeHour({ slot, named, style, onBook }: FreeProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.free}
      style={style}
      disabled={onBook === undefined}
      aria-label={t('calendar.freeAt', { ...hoursOf(slot), name: slot.counsellor_name })}
      onClick={(event) => {
        event.stopPropagation();
        onBook?.(slot);
      }}
    >
      {t('calendar.free')}
      {named && ` · ${slot.counsellor_name}`}
    </button>
  );
}
