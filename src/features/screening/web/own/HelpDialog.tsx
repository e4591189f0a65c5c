import { HeartOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HelpLines } from './HelpLines.tsx';
import styles from './own.module.css';

/**
 * The help button and its dialog with the help lines.
 *
 * @param text What the lines are for, where it is not the usual sentence
 * @param children How a talk is requested here
 */
export function HelpDialog({ text, children }: { text?: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        data-tour="own-help"
        className={styles.help}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <HeartOutlined aria-hidden />
        {t('mine.help')}
      </button>
      <Modal
        open={open}
        onCancel={() => setOpen(false)}
        title={t('mine.help')}
        footer={null}
        destroyOnHidden
        width={600}
      >
        <p className={styles.words}>{text ?? t('mine.helpText')}</p>
        <HelpLines />
        {children}
      </Modal>
    </>
  );
}
