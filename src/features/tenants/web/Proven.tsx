import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useProofGate } from '../../../platform/ui/web/use-proof-gate.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import styles from './tenants.module.css';

/** Pages of the platform are shown after second-step verification. */
export function Proven({ children }: { children: () => ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { gate, onVerified } = useProofGate(true);
  if (!gate) return children();
  return (
    <section className={styles.stack}>
      <p className={styles.quiet}>{t('platform.proof')}</p>
      <VerificationPanel onVerified={onVerified} onBack={() => void navigate('/index')} />
    </section>
  );
}
