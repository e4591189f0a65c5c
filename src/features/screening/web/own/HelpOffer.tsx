import { MessageOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HelpLines } from './HelpLines.tsx';
import { TalkForm } from './TalkForm.tsx';
import styles from './own.module.css';

interface Props {
  open: boolean;
  /** The sheet that was being filled in. */
  sheetId?: string | undefined;
  onClose: () => void;
}

const focusOn = (element: HTMLElement | null) => element?.focus();

/**
 * Offers help on the student's own device, when the server asks for it. It names no answer: a person who sees the
 * screen reads the same words as behind the help button.
 */
export function HelpOffer({ open, sheetId, onClose }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={() => setAsking(false)}
      title={t('mine.offerTitle')}
      footer={null}
      // A tap that was meant for the question must not close it unread.
      maskClosable={false}
      destroyOnHidden
      width={600}
    >
      <div className={styles.offer}>
        <p className={styles.words}>{t('mine.offer')}</p>
        <HelpLines />
        {asking ? (
          // The button that had the focus is gone: without it, Escape would not reach the dialog.
          <div ref={focusOn} tabIndex={-1} className={styles.offerForm}>
            <TalkForm {...(sheetId !== undefined && { sheetId })} />
          </div>
        ) : (
          <Button size="large" icon={<MessageOutlined aria-hidden />} onClick={() => setAsking(true)}>
            {t('mine.offerTalk')}
          </Button>
        )}
        <Button size="large" onClick={onClose}>
          {t('mine.offerClose')}
        </Button>
      </div>
    </Modal>
  );
}
