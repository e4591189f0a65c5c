import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { schoolToday } from '../../../../platform/ui/web/school-time.ts';
import type { EscalationRules } from '../../contract/escalation.ts';
import styles from './escalation.module.css';

type Hours = EscalationRules['hours'];

const DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((label, i) => ({ label, value: i + 1 }));

/** Working hours: weekdays and time, holidays, and extra workdays. */
export function HoursCard({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const { t } = useTranslation();
  const set = (part: Partial<Hours>) => onChange({ ...hours, ...part });
  const holiday = (i: number, part: Partial<Hours['holidays'][number]>) =>
    set({ holidays: hours.holidays.map((each, at) => (at === i ? { ...each, ...part } : each)) });
  return (
    <section className={styles.card} aria-labelledby="escalation-hours">
      <h2 id="escalation-hours" className={styles.heading}>
        {t('escalation.hours')}
      </h2>
      <p className={styles.text}>{t('escalation.hoursAbout')}</p>
      <div className={styles.field} role="group" aria-label={t('escalation.days')}>
        <span>{t('escalation.days')}</span>
        <Checkbox.Group
          options={DAYS}
          value={hours.days}
          onChange={(days) => set({ days: [...days].sort((a, b) => a - b) })}
        />
      </div>
      <div className={styles.field} role="group" aria-label={t('escalation.time')}>
        <span>{t('escalation.time')}</span>
        <div className={styles.range}>
          <Input
            type="time"
            aria-label={t('escalation.from')}
            value={hours.from}
            onChange={({ target }) => target.value && set({ from: target.value })}
          />
          <span aria-hidden="true">—</span>
          <Input
            type="time"
            aria-label={t('escalation.to')}
            value={hours.to}
            onChange={({ target }) => target.value && set({ to: target.value })}
          />
        </div>
      </div>
      <div className={styles.field} role="group" aria-label={t('escalation.holidays')}>
        <span>{t('escalation.holidays')}</span>
        {hours.holidays.map(({ from, to }, i) => (
          <div key={i} className={styles.range}>
            <Input
              type="date"
              aria-label={t('escalation.first')}
              value={from}
              onChange={({ target }) => target.value && holiday(i, { from: target.value })}
            />
            <span aria-hidden="true">—</span>
            <Input
              type="date"
              aria-label={t('escalation.last')}
              value={to}
              onChange={({ target }) => target.value && holiday(i, { to: target.value })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('escalation.removeHoliday', { n: i + 1 })}
              onClick={() => set({ holidays: hours.holidays.filter((_, at) => at !== i) })}
            />
          </div>
        ))}
        <div>
          <Button
            size="small"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => set({ holidays: [...hours.holidays, { from: schoolToday(), to: schoolToday() }] })}
          >
            {t('escalation.addHoliday')}
          </Button>
        </div>
      </div>
      <div className={styles.field} role="group" aria-label={t('escalation.workdays')}>
        <span>{t('escalation.workdays')}</span>
        {hours.workdays.map((day, i) => (
          <div key={i} className={styles.range}>
            <Input
              type="date"
              aria-label={t('escalation.workdays')}
              value={day}
              onChange={({ target }) =>
                target.value && set({ workdays: hours.workdays.map((each, at) => (at === i ? target.value : each)) })
              }
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('escalation.removeWorkday', { day })}
              onClick={() => set({ workdays: hours.workdays.filter((_, at) => at !== i) })}
            />
          </div>
        ))}
        <div>
          <Button
            size="small"
            icon={<PlusOutlined aria-hidden />}
            disabled={hours.workdays.includes(schoolToday())}
            onClick={() => set({ workdays: [...hours.workdays, schoolToday()] })}
          >
            {t('escalation.addWorkday')}
          </Button>
        </div>
      </div>
    </section>
  );
}
