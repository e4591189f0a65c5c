import { HeartOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { mine } from '../texts.zh.ts';
import { HelpLines } from './HelpLines.tsx';
import { TalkForm } from './TalkForm.tsx';
import styles from './own.module.css';

provideTexts({ mine });

/** In the header of students and guardians, on every screen: help lines, and a request for a talk. */
export function HelpButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { user } = useCurrentUser();
  return (
    <>
      <button type="button" className={styles.help} aria-haspopup="dialog" onClick={() => setOpen(true)}>
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
        <p className={styles.words}>{t('mine.helpText')}</p>
        <HelpLines />
        <TalkForm key={user.user_id} />
      </Modal>
    </>
  );
}
