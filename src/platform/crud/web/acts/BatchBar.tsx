import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Act } from './act.ts';
import { ActButton } from './ActButton.tsx';
import styles from './acts.module.css';

interface Props {
  count: number;
  acts: readonly Act[];
  onClear: () => void;
}

/** Replaces the toolbar while rows are selected: their number and the batch acts. */
export function BatchBar({ count, acts, onClear }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.toolbar}>
      <span className={styles.selected} role="status">
        {t('crud.selected', { count })}
      </span>
      <Button type="link" onClick={onClear}>
        {t('crud.clearSelection')}
      </Button>
      {acts.map((act) => (
        <ActButton key={act.key} act={act} />
      ))}
    </div>
  );
}
