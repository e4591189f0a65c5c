import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportDialog } from '../../../platform/crud/web/import/ImportDialog.tsx';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import type { Received } from '../contract.ts';
import styles from './roster.module.css';

interface Props {
  one: Received['parts'][number];
  busy: boolean;
  /** Begins the part again, once its classes exist. */
  onGo: (() => void) | undefined;
}

/** A part of a received roster, with its preview. */
export function PartRow({ one: { part, rows, state, import_id: importId }, busy, onGo }: Props) {
  const { t } = useTranslation();
  const entity = useEntity(part);
  const [opened, setOpened] = useState<string>();
  const name = t(`roster.in.part.${part}`);
  return (
    <li className={styles.part}>
      <span className={styles.name}>{name}</span>
      <span className={styles.text}>{t('roster.in.rows', { count: rows })}</span>
      {state !== 'begun' && <span className={styles.text}>{t(`roster.in.state.${state}`)}</span>}
      {state === 'waiting' && onGo && (
        <Button className={styles.end ?? ''} loading={busy} onClick={onGo}>
          {t('roster.in.go')}
        </Button>
      )}
      {entity && importId !== undefined && (
        <>
          <Button
            className={styles.end ?? ''}
            aria-label={t('roster.in.previewOf', { part: name })}
            onClick={() => setOpened(importId)}
          >
            {t('roster.in.preview')}
          </Button>
          <ImportDialog entity={entity} opened={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />
        </>
      )}
    </li>
  );
}
