import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import type { PasswordBatch } from '../contract/passwords.ts';
import styles from './passwords.module.css';

/** The latest finished batches. */
export function History({ batches }: { batches: readonly PasswordBatch[] }) {
  const { t } = useTranslation();
  if (batches.length === 0) return null;
  return (
    <section className={styles.card} aria-label={t('passwords.history')}>
      <h2 className={styles.heading}>{t('passwords.history')}</h2>
      <ul className={styles.history}>
        {batches.map(({ batch_id, state, total, created_by, created_at }) => (
          <li key={batch_id}>
            <span>{t('passwords.historyLine', { when: dateText(created_at), who: created_by, count: total })}</span>
            <span className={styles.reason}>{labelOf('password_batch', state)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
