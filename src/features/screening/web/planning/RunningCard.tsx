import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { HomeCardProps } from '../../../../platform/home/web/card.ts';
import { NothingHere } from '../../../../platform/home/web/Figures.tsx';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import styles from './running-card.module.css';

/** Running screenings with how many of the user's students have submitted. */
export function RunningCard({ content: { exams = [] } }: HomeCardProps) {
  const { t } = useTranslation();
  if (exams.length === 0) return <NothingHere>{t('homeCards.screening.empty')}</NothingHere>;
  return (
    <ul className={styles.exams}>
      {exams.map(({ exam_id, exam_name, total, submitted, ends_at }) => (
        <li key={exam_id}>
          <Link to={`/screening/progress/${exam_id}`}>{exam_name}</Link>
          <Progress
            percent={total === 0 ? 0 : Math.floor((submitted / total) * 100)}
            size="small"
            aria-label={exam_name}
          />
          <span className={styles.facts}>
            {t('homeCards.screening.submitted', { submitted, total })}
            {ends_at !== undefined && <span>{t('homeCards.screening.ends', { at: dateText(ends_at) })}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
