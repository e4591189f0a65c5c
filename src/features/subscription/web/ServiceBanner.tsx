import { CloseOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { useService } from '../../../platform/session/web/service.ts';
import { tabStorage, slot } from '../../../platform/state/web/storage.ts';
import styles from './ServiceBanner.module.css';

const dismissed = slot(tabStorage, 'xinyu.banner', (value): value is string => typeof value === 'string');

/**
 * Warns those who can renew it that the service ends soon or has ended; a dismissed banner stays hidden while the tab
 * is open (`spec §2`, header).
 */
export function ServiceBanner({ onExplain }: { onExplain: () => void }) {
  const { t } = useTranslation();
  const state = useService();
  const mayRenew = useMay('service-renewal', 'open');
  const [dismissedWarning, setDismissedWarning] = useState(() => dismissed.get());
  if (state === undefined || !mayRenew) return null;
  const { stage, daysLeft = 0, ending } = state;
  const warning = ending ? 'ending' : stage === 'protection' || stage === 'expired' ? stage : undefined;
  if (warning === undefined || dismissedWarning === warning) return null;
  const dismiss = () => {
    dismissed.set(warning);
    setDismissedWarning(warning);
  };
  return (
    <div className={`${styles.banner} ${styles[warning]}`} role="status" data-banner>
      <InfoCircleOutlined aria-hidden="true" />
      <span className={styles.text}>{t(`layout.service_.${warning}`, { days: Math.max(daysLeft, 0) })}</span>
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
