import { useTranslation } from 'react-i18next';
import type { Report } from '../contract.ts';
import styles from './report.module.css';

/** Open day and night, free of charge. */
const LINES = ['12356', '12355'] as const;
const URGENT = ['120', '110'] as const;

/** What the reader can do next, and whom to call. */
export function Closing({ reader }: { reader: Report['reader'] }) {
  const { t } = useTranslation();
  return (
    <section className={styles.card} aria-labelledby="report-next">
      <h2 id="report-next" className={styles.heading}>
        {t('personalReport.nextSteps')}
      </h2>
      <ul className={styles.steps}>
        {t(`personalReport.steps.${reader}`, { returnObjects: true }).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <h3 className={styles.subheading}>{t('personalReport.helpLines')}</h3>
      <ul className={styles.lines}>
        {LINES.map((line) => (
          <li key={line}>
            <a href={`tel:${line}`}>{t(`personalReport.line${line}`)}</a>
          </li>
        ))}
        <li>
          {t('personalReport.urgent')}
          {URGENT.map((line) => (
            <a key={line} href={`tel:${line}`} className={styles.number}>
              {line}
            </a>
          ))}
        </li>
      </ul>
    </section>
  );
}
