import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProofGate } from '../../../platform/ui/web/use-proof-gate.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import styles from './retention.module.css';

/** What names students is shown after second-step verification. */
export function Proven({ children, onBack }: { children: () => ReactNode; onBack: () => void }) {
  const { t } = useTranslation();
  const { gate, onVerified } = useProofGate(true);
  if (!gate) return children();
  return (
    <section className={styles.proof}>
      <p className={styles.quiet}>{t('retention.proofText')}</p>
      <VerificationPanel onVerified={onVerified} onBack={onBack} />
    </section>
  );
}
