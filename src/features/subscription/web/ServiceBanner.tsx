import { CloseOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passing, slot } from '../../../platform/http/web/storage.ts';
import { useService } from '../../../platform/session/web/service.ts';
import styles from './ServiceBanner.module.css';

const dismissed = slot(passing, 'xinyu.banner', (value): value is string => typeof value === 'string');

/** Tells that the service ends soon or has ended; dismissed for as long as the tab lives (`spec §2`, header). */
export function ServiceBanner({ onExplain }: { onExplain: () => void }) {
  const { t } = useTranslation();
  const state = useService();
  const [gone, setGone] = useState(() => dismissed.get());
  if (state === undefined) return null;
  const { stage, daysLeft = 0, ending } = state;
  const word = ending ? 'ending' : stage === 'protection' || stage === 'expired' ? stage : undefined;
  if (word === undefined || gone === word) return null;
  const dismiss = () => {
    dismissed.set(word);
    setGone(word);
  };
  return (
    <div className={`${styles.banner} ${styles[word]}`} role="status" data-banner>
      <InfoCircleOutlined aria-hidden="true" />
      <span className={styles.text}>{t(`layout.service_.${word}`, { days: Math.max(daysLeft, 0) })}</span>
      <button type="button" className={styles.explain} onClick={onExplain}>
        {t('layout.service_.explain')}
      </button>
      <button
        type="button"
        className={styles.close}
        onClick={dismiss}
        aria-label={t('layout.dismissBanner')}
        title={t('layout.dismissBanner')}
      >
        <CloseOutlined />
      </button>
    </div>
  );
}
