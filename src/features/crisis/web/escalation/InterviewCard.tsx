import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { INTERVIEW_DAYS, INTERVIEW_DAYS_MAX } from '../../contract/escalation.ts';
import styles from './escalation.module.css';

/** Working days until the interview after a positive screening. */
export function InterviewCard({ days, onChange }: { days: number | undefined; onChange: (days: number) => void }) {
  const { t } = useTranslation();
  return (
    <section className={styles.card} aria-labelledby="escalation-interview">
      <h2 id="escalation-interview" className={styles.heading}>
        {t('escalation.interview')}
      </h2>
      <p className={styles.text}>{t('escalation.interviewAbout')}</p>
      <div className={styles.field}>
        <label htmlFor="interview-days">{t('escalation.interviewDays')}</label>
        <div>
          <InputNumber
            id="interview-days"
            min={1}
            max={INTERVIEW_DAYS_MAX}
            precision={0}
            value={days ?? INTERVIEW_DAYS}
            onChange={(next) => next !== null && onChange(next)}
          />
        </div>
      </div>
    </section>
  );
}
