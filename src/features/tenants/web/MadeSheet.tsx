import { Alert, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useUnloadGuard } from '../../../platform/ui/web/leaving.ts';
import { FirstPasswords, type FirstPassword } from './FirstPasswords.tsx';
import styles from './tenants.module.css';

interface Props {
  open: boolean;
  made: readonly FirstPassword[];
  /** Content below the passwords. */
  children?: ReactNode;
  onClose: () => void;
}

/**
 * What was created, with the initial passwords. It closes only after the person has confirmed that they are kept: the
 * second click of a double click would otherwise hide them for good.
 */
export function MadeSheet({ open, made, children, onClose }: Props) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(made.length === 0);
  const [refused, setRefused] = useState(false);
  useUnloadGuard(() => !kept);
  const close = () => {
    if (kept) onClose();
    else setRefused(true);
  };
  return (
    <Sheet
      open={open}
      title={t('platform.createdTitle')}
      width={760}
      onClose={close}
      act={{ label: t('platform.finish'), busy: false, disabled: !kept, onClick: close }}
    >
      <div className={styles.stack}>
        {made.length > 0 && <FirstPasswords made={made} />}
        {children}
        {made.length > 0 && (
          <Checkbox checked={kept} onChange={({ target }) => setKept(target.checked)}>
            {t('platform.kept')}
          </Checkbox>
        )}
        {refused && !kept && <Alert type="warning" showIcon role="alert" message={t('platform.keepFirst')} />}
      </div>
    </Sheet>
  );
}
