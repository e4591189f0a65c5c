import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './NotBuilt.module.css';

/** Label of a planned function, with a tag. */
export function NotBuilt({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <span className={styles.entry}>
      {children}
      <span className={styles.tag}>{t('layout.later')}</span>
    </span>
  );
}
