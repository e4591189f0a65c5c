import { Collapse } from 'antd';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { Skipped } from '../contract/passwords.ts';
import styles from './passwords.module.css';

/** The accounts that a batch skips, with the reason. */
export function SkippedList({ skipped }: { skipped: readonly Skipped[] }) {
  const { t } = useTranslation();
  if (skipped.length === 0) return null;
  const list = (
    <ul className={styles.skipped}>
      {skipped.map(({ given, name, class_name, reason }) => (
        <li key={given}>
          <span>{[name, given, class_name].filter(Boolean).join(' ')}</span>
          <span className={styles.reason}>{labelOf('password_skip', reason)}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <Collapse
      size="small"
      items={[{ key: 'skipped', label: t('passwords.skipped', { count: skipped.length }), children: list }]}
    />
  );
}
