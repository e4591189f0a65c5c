import { Button, Modal } from 'antd';
import { createContext, Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DIALOG_WIDTH } from '../../theme/tokens.ts';
import { lazyPage } from '../../ui/web/lazy-page.ts';
import { useCloseOnBack } from '../../ui/web/leaving.ts';
import { useMobile } from '../../ui/web/use-mobile.ts';
import styles from './sheet.module.css';

const PhoneSheet = lazyPage(() => import('./PhoneSheet.tsx').then((m) => m.PhoneSheet));

/** Fades in place: a dialog that grows would move its buttons away from a quick click. */
const FADE = 'ant-fade';

/** True in dialogs that the URL names: navigation closes them, so they need no guard for Back. */
export const InAddress = createContext(false);

interface Props {
  open: boolean;
  title: string;
  width?: number;
  /** Stays a small dialog on phones. */
  small?: boolean;
  onClose: () => void;
  /** Escape ends something inside, such as dragging, and does not close the sheet. */
  escapeInside?: boolean;
  /** Label of the close button. */
  closeLabel?: string;
  /** The main act; without it there is only the close button. */
  act?: { label: string; busy: boolean; danger?: boolean; disabled?: boolean; form?: string; onClick?: () => void };
  children: ReactNode;
}

/** A dialog; on phones a full-height sheet with its act at the bottom. */
export function Sheet({
  open,
  title,
  width = DIALOG_WIDTH.form,
  small = false,
  onClose,
  escapeInside = false,
  closeLabel,
  act,
  children,
}: Props) {
  const { t } = useTranslation();
  const narrow = useMobile() && !small;
  // The layout is fixed while open, so that turning a phone loses no input.
  const [mobile, setMobile] = useState(narrow);
  if (!open && mobile !== narrow) setMobile(narrow);
  const addressed = use(InAddress);
  useCloseOnBack(open && !addressed, onClose);
  // Restores the focus if it is unmounted while open.
  const [before] = useState(() => (open ? document.activeElement : null));
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && document.activeElement === document.body)
        before.focus({ preventScroll: true });
    },
    [before],
  );
  const thumb = mobile ? ({ block: true, size: 'large' } as const) : {};
  const buttons = (
    <div className={styles.buttons}>
      <Button onClick={onClose} {...thumb}>
        {closeLabel ?? (act ? t('common.cancel') : t('common.close'))}
      </Button>
      {act && (
        <Button
          type="primary"
          danger={act.danger}
          loading={act.busy}
          disabled={act.disabled}
          {...thumb}
          form={act.form}
          htmlType={act.form === undefined ? 'button' : 'submit'}
          onClick={act.onClick}
        >
          {act.label}
        </Button>
      )}
    </div>
  );
  // A long title takes two lines at most.
  const heading = (
    <span className={styles.title} title={title}>
      {title}
    </span>
  );
  // A nested dialog is not in the URL.
  const inside = <InAddress value={false}>{children}</InAddress>;
  return mobile ? (
    <Suspense>
      <PhoneSheet open={open} title={heading} onClose={onClose} keyboard={!escapeInside} footer={buttons}>
        {inside}
      </PhoneSheet>
    </Suspense>
  ) : (
    // A click outside does not close it, because it would lose input or a value that is shown once.
    <Modal
      open={open}
      title={heading}
      width={width}
      onCancel={onClose}
      keyboard={!escapeInside}
      footer={buttons}
      maskClosable={false}
      transitionName={FADE}
      destroyOnHidden
      centered
    >
      <div className={styles.body}>{inside}</div>
    </Modal>
  );
}
