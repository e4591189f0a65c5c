import { useTranslation } from 'react-i18next';
import { differences } from '../../../platform/schema/compare.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import styles from './studio.module.css';

/** The differences between two schemas, one text for each field. */
export function Differences({ before, after }: { before: EntitySchema; after: EntitySchema }) {
  const { t } = useTranslation();
  const items = differences(before, after);
  if (items.length === 0) return <p className={styles.hint}>{t('studio.same')}</p>;
  return (
    <ul className={styles.changes}>
      {items.map(({ field, title, text }) => (
        <li key={`${field} ${text}`}>
          <strong>{title}</strong>
          {text}
        </li>
      ))}
    </ul>
  );
}
