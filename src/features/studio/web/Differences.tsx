import { useTranslation } from 'react-i18next';
import { differences } from '../../../platform/schema/compare.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import styles from './studio.module.css';

/** What differs between two schemas, field by field, in words. */
export function Differences({ was, is }: { was: EntitySchema; is: EntitySchema }) {
  const { t } = useTranslation();
  const found = differences(was, is);
  if (found.length === 0) return <p className={styles.hint}>{t('studio.same')}</p>;
  return (
    <ul className={styles.changes}>
      {found.map(({ field, title, text }) => (
        <li key={`${field} ${text}`}>
          <strong>{title}</strong>
          {text}
        </li>
      ))}
    </ul>
  );
}
