import { useTranslation } from 'react-i18next';
import styles from './PageLoading.module.css';

/** Placeholder of a whole page; visible only after a short delay. */
export function PageLoading() {
  const { t } = useTranslation();
  return (
    <div className={styles.loading} role="status">
      <span className={styles.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className={styles.text}>{t('common.loading')}</span>
    </div>
  );
}
