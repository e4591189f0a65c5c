import { ArrowLeftOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { HOME } from '../../../platform/pages/web/route-guard.ts';
import { takeProof } from '../../../platform/session/web/secondary.ts';
import { ProofForms } from './ProofForms.tsx';
import type { Prove } from './prove.ts';
import styles from './security.module.css';

interface Props {
  onVerified: () => void;
  /** What giving up means, where it is not to leave the page. */
  onBack?: () => void;
}

/**
 * Asks a second time who sits at the screen: by short message where a mobile is bound, or by password (`spec §2`,
 * overlay screens).
 */
export function VerificationPanel({ onVerified, onBack }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const location = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const prove: Prove = (proof) => {
    const taken = takeProof(proof);
    void message.success(t(taken ? 'security.verified' : 'security.noToken'));
    if (taken) onVerified();
  };
  // Opened by its address: there is no page before it.
  const leave = () => void (location.key === 'default' ? navigate(HOME, { replace: true }) : navigate(-1));

  return (
    <section className={styles.panel} aria-labelledby="verification">
      <div className={styles.card}>
        <Button type="link" icon={<ArrowLeftOutlined aria-hidden />} className={styles.back} onClick={onBack ?? leave}>
          {t('common.back')}
        </Button>
        <SafetyCertificateOutlined aria-hidden className={styles.badge} />
        <h1 id="verification" ref={heading} tabIndex={-1} className={styles.title}>
          {t('security.title')}
        </h1>
        <p className={styles.why}>{t('security.why')}</p>
        <ProofForms onProof={prove} />
      </div>
    </section>
  );
}
