import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../../../platform/session/web/drafts.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import styles from './crisis.module.css';

interface Props<T> {
  drafts: readonly Draft<T>[];
  nameOf: (value: T) => string;
  onResume: (draft: Draft<T>) => void;
  onDrop: (id: string) => void;
}

/** Unsent drafts of this device; each can be resumed or deleted. */
export function DraftOffer<T>({ drafts, nameOf, onResume, onDrop }: Props<T>) {
  const { t } = useTranslation();
  if (drafts.length === 0) return null;
  const rows = drafts.map((draft) => {
    const description = t('crisisReport.keptOf', {
      name: nameOf(draft.value) || t('crisisReport.keptNoName'),
      at: dateText(draft.at),
    });
    return (
      <li key={draft.id} className={styles.kept}>
        <span>{description}</span>
        <span className={styles.keptActs}>
          <Button
            size="small"
            onClick={() => onResume(draft)}
            aria-label={t('crisisReport.resumeOf', { what: description })}
          >
            {t('crisisReport.resume')}
          </Button>
          <Button
            size="small"
            type="text"
            onClick={() => onDrop(draft.id)}
            aria-label={t('crisisReport.discardOf', { what: description })}
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
