import { TimePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { ariaProps, type ControlProps } from '../../../feature/web/control.ts';
import { isTime } from '../../../schema/days.ts';
import { calendarDay } from '../school-time.ts';

const TIME = 'HH:mm';
/** Any day: only the time is used. */
const DAY = '2000-01-01';
const isPair = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const parse = (value: unknown) => (typeof value === 'string' && isTime(value) ? calendarDay(`${DAY}T${value}`) : null);
const wire = (time: Dayjs | null | undefined) => time?.format(TIME);

/** A time of day. */
export function TimePick(props: ControlProps) {
  return (
    <TimePicker
      id={props.id}
      format={TIME}
      needConfirm={false}
      style={{ width: '100%' }}
      value={parse(props.value)}
      placeholder={props.placeholder}
      disabled={props.disabled}
      onChange={(time) => props.onChange(wire(time))}
      onBlur={props.onBlur}
      {...ariaProps(props)}
    />
  );
}

/** Two times of day as a pair, for a filter; each end may be open. */
export function TimeRangePick(props: ControlProps) {
  const [from, to]: readonly unknown[] = isPair(props.value) ? props.value : [];
  return (
    <TimePicker.RangePicker
      id={{ start: props.id, end: `${props.id}_to` }}
      format={TIME}
      needConfirm={false}
      allowEmpty
      order={false}
      style={{ width: '100%' }}
      disabled={props.disabled}
      value={[parse(from), parse(to)]}
      onChange={(times) => {
        const pair = [0, 1].map((i) => wire(times?.[i]));
        props.onChange(pair.every((time) => time === undefined) ? undefined : pair);
      }}
      {...ariaProps(props)}
    />
  );
}
