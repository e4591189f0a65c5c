import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Impact } from '../contract.ts';
import styles from './studio.module.css';

const LOSSY_KINDS: readonly Impact['changes'][number]['kind'][] = ['removed', 'hidden', 'retyped'];

/** Whether values would no longer be shown. */
export const losesValues = (impact: Impact | undefined): boolean =>
  impact?.changes.some(({ kind }) => LOSSY_KINDS.includes(kind)) ?? false;

/** The effect of a change on stored rows. */
export function Impacts({ impact }: { impact: Impact }) {
  const { t } = useTranslation();
  const { changes, total } = impact;
  if (changes.length === 0) return <Alert type="success" showIcon message={t('studio.harmless')} />;
  return (
    <Alert
      type={losesValues(impact) ? 'error' : changes.every(({ kind }) => kind === 'converted') ? 'info' : 'warning'}
      showIcon
      message={t('studio.counted', { total })}
      description={
        <ul className={styles.changes}>
          {changes.map(({ kind, field, title, rows, examples = [] }) => (
            <li key={`${kind} ${field}`}>
              {t(`studio.impacts.${kind}`, { title, count: rows })}
              {examples.length > 0 && (
                <span className={styles.examples}>
                  {t('studio.examples')}
                  {examples.map(({ from, to }) => (
                    <code key={from} className={styles.example}>
                      {to === undefined || to === from ? from : `${from} → ${to}`}
                    </code>
                  ))}
                </span>
              )}
            </li>
          ))}
        </ul>
      }
    />
  );
}
