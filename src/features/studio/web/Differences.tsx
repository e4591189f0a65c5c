import { useTranslation } from 'react-i18next';
import { differences, type Difference } from '../../../platform/schema/compare.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import styles from './studio.module.css';

/** Differences, one text for each field. */
export function DifferenceList({ items }: { items: readonly Difference[] }) {
  const { t } = useTranslation();
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

/** The differences between two schemas. */
export const Differences = ({ before, after }: { before: EntitySchema; after: EntitySchema }) => (
  <DifferenceList items={differences(before, after)} />
);
