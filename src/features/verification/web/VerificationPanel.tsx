import { ArrowLeftOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { VerificationProps } from '../../../platform/feature/web/feature.ts';
import { HOME } from '../../../platform/pages/web/route-guard.ts';
import { storeProof } from '../../../platform/session/web/secondary.ts';
import type { OnProof } from './on-proof.ts';
import { ProofForms } from './ProofForms.tsx';
import styles from './security.module.css';

/**
 * Asks for second-step verification: by short message where a mobile is bound, or by password (`spec §2`, overlay
 * screens).
 */
export function VerificationPanel({ onVerified, onBack }: VerificationProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const location = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const acceptProof: OnProof = (proof) => {
    const accepted = storeProof(proof);
    void message.success(t(accepted ? 'security.verified' : 'security.noToken'));
    if (accepted) onVerified();
  };
  // A page opened by its address has no previous page.
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
        <ProofForms onProof={acceptProof} />
      </div>
    </section>
  );
}
