import { Alert, Button } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../../../platform/session/web/drafts.ts';
import styles from './crisis.module.css';

interface Props<T> {
  kept: readonly Draft<T>[];
  nameOf: (value: T) => string;
  onResume: (draft: Draft<T>) => void;
  onDrop: (id: string) => void;
}

/** What was typed before and never sent, to go on with or to delete. */
export function KeptOffer<T>({ kept, nameOf, onResume, onDrop }: Props<T>) {
  const { t } = useTranslation();
  if (kept.length === 0) return null;
  const rows = kept.map((draft) => {
    const what = t('crisisReport.keptOf', {
      name: nameOf(draft.value) || t('crisisReport.keptNoName'),
      at: dayjs(draft.at).format('M月D日 HH:mm'),
    });
    return (
      <li key={draft.id} className={styles.kept}>
        <span>{what}</span>
        <span className={styles.keptActs}>
          <Button size="small" onClick={() => onResume(draft)} aria-label={t('crisisReport.resumeOf', { what })}>
            {t('crisisReport.resume')}
          </Button>
          <Button
            size="small"
            type="text"
            onClick={() => onDrop(draft.id)}
            aria-label={t('crisisReport.discardOf', { what })}
          >
            {t('crisisReport.discard')}
          </Button>
        </span>
      </li>
    );
  });
  return (
    <Alert type="info" className={styles.offer} message={t('crisisReport.keptOffer')} description={<ul>{rows}</ul>} />
  );
}
