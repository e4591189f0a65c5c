import { useTranslation } from 'react-i18next';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import type { ReplacedReport } from '../contract.ts';
import styles from './report.module.css';

const scoreText = ({ title, score, band_title }: ReplacedReport['scores'][number]) =>
  `${title} ${score ?? '—'}${band_title === undefined ? '' : `（${band_title}）`}`;

/** What a sheet scored before a recalculation: by which norms, when, and who asked for the new ones. */
export function ReplacedResults({ results }: { results: readonly ReplacedReport[] }) {
  const { t } = useTranslation();
  return (
    <details className={`${styles.card} ${styles.replaced}`}>
      <summary className={styles.subheading}>{t('personalReport.replaced', { count: results.length })}</summary>
      <p className={styles.quiet}>{t('personalReport.replacedHelp')}</p>
      <dl className={styles.list}>
        {results.map((one) => (
          <div key={`${one.scale_id} ${one.ended_at}`}>
            <dt>{one.title}</dt>
            <dd>{one.scores.length === 0 ? t('personalReport.replacedVoid') : one.scores.map(scoreText).join('；')}</dd>
            <dd className={styles.quiet}>
              <Basis result={one} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Version, norm set, and from when to when the result was in force. */
function Basis({ result }: { result: ReplacedReport }) {
  const { t } = useTranslation();
  const { version, norm_title: title, scored_at, ended_at, ended_by_name: name } = result;
  const at = dateText(ended_at);
  return [
    t('personalReport.version', { version }),
    ...(title === undefined ? [] : [t('personalReport.normSet', { title })]),
    ...(scored_at === undefined ? [] : [t('personalReport.scoredAt', { at: dateText(scored_at) })]),
    name === undefined ? t('personalReport.endedAt', { at }) : t('personalReport.endedBy', { at, name }),
  ].join('；');
}
