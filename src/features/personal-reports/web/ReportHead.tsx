import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import type { Report } from '../contract.ts';
import styles from './report.module.css';

/** Whom the report is about, and what it is not. */
export function ReportHead({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { child_id, child_name, class_name, exam_name, submitted_at, reader } = report;
  const own = reader !== 'teacher';
  return (
    <section className={styles.card} aria-labelledby="report-of">
      <h2 id="report-of" className={styles.name}>
        {own ? child_name : <Link to={`/student/archive?child_id=${child_id}`}>{child_name}</Link>}
        {class_name !== undefined && <span className={styles.quiet}> {class_name}</span>}
      </h2>
      <p className={styles.quiet}>{t('personalReport.of', { exam: exam_name, at: dateText(submitted_at) })}</p>
      <p className={styles.words}>{t(own ? 'personalReport.noDiagnosisOwn' : 'personalReport.noDiagnosis')}</p>
    </section>
  );
}
