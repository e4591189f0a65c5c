import { useTranslation } from 'react-i18next';
import styles from './ShellSkeleton.module.css';

/** Skeleton of a page. */
export function ContentSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.content} role="status" aria-label={t('common.loading')}>
      <i className={styles.title} />
      <i className={styles.line} />
      <i className={styles.block} />
    </div>
  );
}

/** Skeleton of the layout with the same dimensions, so that nothing moves. */
export function ShellSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.shell} role="status" aria-label={t('common.loading')}>
      <div className={styles.header} />
      <div className={styles.below}>
        <div className={styles.nav} />
        <div className={styles.body}>
          <i className={styles.title} />
          <i className={styles.line} />
          <i className={styles.block} />
        </div>
      </div>
    </div>
  );
}
