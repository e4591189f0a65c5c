import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn';
import { ariaProps, type ControlProps } from '../../../feature/web/control.ts';
import { texts } from '../../../i18n/web/texts.ts';
import { calendarDay, instantOf, schoolTime } from '../school-time.ts';

// Names of months and weekdays, and first day of the week.
const follow = (language: string) => void dayjs.locale(language === 'zh' ? 'zh-cn' : language);
follow(texts.language);
texts.on('languageChanged', follow);

const DAY = 'YYYY-MM-DD';
/** Wire format of a date, or of a date and time in the schools' time zone (`api.md`, envelope). */
const wire = (day: Dayjs, time: boolean) => (time ? instantOf(day) : day.format(DAY));
const isPair = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const parse = (value: unknown, time: boolean) => {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return null;
  return time ? schoolTime(value) : calendarDay(value);
};

/** A date, or date and time if the field's format has a time. */
export function DatePick(props: ControlProps) {
  const time = props.field.format === 'date-time';
  return (
    <DatePicker
      id={props.id}
      showTime={time ? { format: 'HH:mm' } : false}
      format={time ? `${DAY} HH:mm` : DAY}
      style={{ width: '100%' }}
      value={parse(props.value, time)}
      placeholder={props.placeholder}
      disabled={props.disabled}
      onChange={(day) => props.onChange(day ? wire(day, time) : undefined)}
      onBlur={props.onBlur}
      {...ariaProps(props)}
    />
  );
}

/** Two dates; the value is a pair, and each end may be open. For date-times the server includes the whole days. */
export function DateRangePick(props: ControlProps) {
  const [from, to]: readonly unknown[] = isPair(props.value) ? props.value : [];
  return (
    <DatePicker.RangePicker
      id={{ start: props.id, end: `${props.id}_to` }}
      allowEmpty
      style={{ width: '100%' }}
      disabled={props.disabled}
      value={[parse(from, false), parse(to, false)]}
      onChange={(days) => {
        const pair = [0, 1].map((i) => days?.[i]?.format(DAY));
        props.onChange(pair.every((day) => day === undefined) ? undefined : pair);
      }}
      {...ariaProps(props)}
    />
  );
}
