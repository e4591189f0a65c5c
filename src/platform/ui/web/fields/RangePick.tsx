import { DatePicker, TimePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState, type KeyboardEvent } from 'react';
import { ariaProps, type ControlProps } from '../../../feature/web/control.ts';
import { isInstant, isTime } from '../../../schema/days.ts';
import { calendarDay, instantOf, schoolTime } from '../school-time.ts';

type Ends = readonly [Dayjs | null, Dayjs | null];

/** Any day: of a time only the time is used. */
const DAY = '2000-01-01';
const parse = (text: string) => {
  if (isTime(text)) return calendarDay(`${DAY}T${text}`);
  return isInstant(text) ? schoolTime(text) : null;
};
const endsOf = (value: unknown): Ends => {
  const [start = '', end = ''] = typeof value === 'string' ? value.split('/') : [];
  return [parse(start), parse(end)];
};

/** A range with both ends: times of day, or dates with times. The value is one text, `start/end`. */
export function RangePick(props: ControlProps) {
  // A range has a value once both ends are chosen; until then the first one is kept here.
  const [partial, setPartial] = useState<Ends>([null, null]);
  const [start, end] = typeof props.value === 'string' ? endsOf(props.value) : partial;
  const isTimes = props.field['x-kind'] === 'time-range';
  const common = {
    id: { start: props.id, end: `${props.id}_to` },
    style: { width: '100%' },
    needConfirm: false,
    value: [start, end] as [Dayjs | null, Dayjs | null],
    disabled: props.disabled,
    onChange: (ends: Ends | null) => {
      const [from, to] = ends ?? [null, null];
      setPartial([from, to]);
      const wire = (at: Dayjs) => (isTimes ? at.format('HH:mm') : instantOf(at));
      props.onChange(from && to ? `${wire(from)}/${wire(to)}` : undefined);
    },
    onBlur: props.onBlur,
    // Enter confirms an end of the range; it must not send the form before the other end is chosen.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') event.preventDefault();
    },
    ...ariaProps(props),
  };
  return isTimes ? (
    <TimePicker.RangePicker format="HH:mm" minuteStep={5} {...common} />
  ) : (
    <DatePicker.RangePicker format="YYYY-MM-DD HH:mm" showTime={{ format: 'HH:mm', minuteStep: 5 }} {...common} />
  );
}
