import { useTranslation } from 'react-i18next';
import styles from './ShellSkeleton.module.css';

/** A page in outline: title, bar and a block, where the real ones will stand. */
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

/** The layout in outline, so that nothing jumps when it is known. */
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
