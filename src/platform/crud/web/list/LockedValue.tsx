import { LockOutlined } from '@ant-design/icons';
import { useInvalidate } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VerificationPanel } from '../../../ui/web/VerificationPanel.tsx';
import { Sheet } from '../Sheet.tsx';
import styles from './list.module.css';

/** In place of a value that needs second-step verification: a button that asks for it and loads the list again. */
export function LockedValue({ entity, title }: { entity: string; title: string }) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {/* A plain button, because a page has a hundred of them. */}
      <button
        type="button"
        className={styles.locked}
        aria-label={t('crud.lockedOf', { title })}
        title={t('crud.lockedOf', { title })}
        onClick={() => setOpen(true)}
      >
        <LockOutlined aria-hidden />
        {t('crud.locked')}
      </button>
      {open && (
        <Sheet open small width={480} title={t('crud.lockedOf', { title })} onClose={close}>
          <VerificationPanel
            onVerified={() => {
              close();
              void invalidate({ resource: entity, invalidates: ['list'] });
            }}
            onBack={close}
          />
        </Sheet>
      )}
    </>
  );
}
