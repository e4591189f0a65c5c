import { Button, Modal } from 'antd';
import { createContext, Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DIALOG_WIDTH } from '../../theme/web/tokens.ts';
import { lazyPage } from '../../ui/web/lazy-page.ts';
import { useCloseOnBack } from '../../ui/web/leaving.ts';
import { useMobile } from '../../ui/web/use-mobile.ts';
import styles from './sheet.module.css';

const PhoneSheet = lazyPage(() => import('./PhoneSheet.tsx').then((m) => m.PhoneSheet));

/**
 * It appears where it stands: one that grows has its buttons elsewhere while a quick press is under way, which then
 * goes nowhere.
 */
const FADE = 'ant-fade';

/** Dialogs that stand in the address: Back takes them out of it, as any move does. */
export const InAddress = createContext(false);

interface Props {
  open: boolean;
  title: string;
  width?: number;
  /** A question that stays a small dialog on phones too. */
  small?: boolean;
  onClose: () => void;
  /** What closing it is called, where it is not to cancel. */
  closeLabel?: string;
  /** The act that the sheet is for; only closing is offered where there is none. */
  act?: { label: string; busy: boolean; danger?: boolean; disabled?: boolean; form?: string; onClick?: () => void };
  children: ReactNode;
}

/** A dialog; on phones a sheet of the screen's full height, with its act at the thumb. */
export function Sheet({
  open,
  title,
  width = DIALOG_WIDTH.form,
  small = false,
  onClose,
  closeLabel,
  act,
  children,
}: Props) {
  const { t } = useTranslation();
  const narrow = useMobile() && !small;
  // Open, it stays what it is: a phone that is turned must not lose what was typed.
  const [mobile, setMobile] = useState(narrow);
  if (!open && mobile !== narrow) setMobile(narrow);
  const addressed = use(InAddress);
  useCloseOnBack(open && !addressed, onClose);
  // Taken away while it is open, it cannot give the focus back by itself.
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
  // A dialog of its own that is opened from this one has no place in the address.
  const inside = <InAddress value={false}>{children}</InAddress>;
  return mobile ? (
    <Suspense>
      <PhoneSheet open={open} title={title} onClose={onClose} footer={buttons}>
        {inside}
      </PhoneSheet>
    </Suspense>
  ) : (
    // A press beside it is mostly a slip, and would take along what was typed, or what is shown once.
    <Modal
      open={open}
      title={title}
      width={width}
      onCancel={onClose}
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
