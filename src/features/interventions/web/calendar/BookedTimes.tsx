import { Alert, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { hoursOf } from '../fields/slot-days.ts';
import styles from './calendar.module.css';

interface Props {
  dates: readonly string[];
  left: ReadonlySet<string>;
  problems: ReadonlyMap<number, string>;
  minutes: number;
  onToggle: (date: string, on: boolean) => void;
}

/** Each date of a series, to leave out by hand, and why it cannot be booked. A single date says only that. */
export function BookedTimes({ dates, left, problems, minutes, onToggle }: Props) {
  const { t } = useTranslation();
  const [only] = dates;
  if (dates.length < 2) {
    const problem = only === undefined ? undefined : problems.get(Date.parse(only));
    return problem === undefined ? null : <Alert type="warning" showIcon message={problem} />;
  }
  const open = dates.filter((date) => !left.has(date) && problems.has(Date.parse(date))).length;
  return (
    <fieldset className={styles.times}>
      <legend>
        {t('calendar.times', { count: dates.length - [...left].filter((one) => dates.includes(one)).length })}
      </legend>
      {open > 0 && <Alert type="warning" showIcon message={t('calendar.conflicts', { count: open })} />}
      {dates.map((date) => {
        const { day, time } = hoursOf({ start_at: date, minutes });
        const problem = problems.get(Date.parse(date));
        return (
          <div key={date} className={styles.timesRow} data-problem={problem !== undefined}>
            <Checkbox checked={!left.has(date)} onChange={({ target }) => onToggle(date, target.checked)}>
              {day} {time}
            </Checkbox>
            {problem !== undefined && <span className={styles.problem}>{problem}</span>}
          </div>
        );
      })}
    </fieldset>
  );
}
