import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Act } from './act.ts';
import styles from './acts.module.css';

const SHOWN = 3;

/** A row's acts: three buttons, the others behind 更多. Plain buttons, because a page has a hundred of them. */
export function RowActs({ acts, of }: { acts: readonly Act[]; of: string }) {
  const { t } = useTranslation();
  const more = acts.slice(SHOWN);
  return (
    <div className={styles.row}>
      {acts.slice(0, SHOWN).map(({ key, label, danger, run }) => (
        <button
          key={key}
          type="button"
          className={danger ? styles.danger : styles.act}
          onClick={run}
          aria-label={`${label} ${of}`}
        >
          {label}
        </button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{ items: more.map(({ key, label, danger, run }) => ({ key, label, danger, onClick: run })) }}
        >
          <button type="button" className={styles.act} aria-label={`${t('common.more')} ${of}`}>
            {t('common.more')}
          </button>
        </Dropdown>
      )}
    </div>
  );
}
