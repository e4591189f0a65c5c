import { useTranslation } from 'react-i18next';
import type { Static } from 'typebox/type';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import type { ScaleItem } from '../../contract/scales.ts';
import styles from './planning.module.css';

/** The questions of a pack for staff; critical ones are marked. */
export function ScaleItems({ items }: { items: readonly Static<typeof ScaleItem>[] }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.items}>
      {items.map((item) => (
        <li key={item.item_id}>
          {item.text} {item.critical === true && <StatusTag tone="red">{t('exams.critical')}</StatusTag>}
          {item.options.length > 0 && (
            <div className={styles.quiet}>{item.options.map(({ label }) => label).join(' / ')}</div>
          )}
        </li>
      ))}
    </ol>
  );
}
