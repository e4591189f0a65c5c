import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../crud/web/Sheet.tsx';
import { VerificationPanel } from '../../ui/web/VerificationPanel.tsx';

/** Second-step verification in a sheet over the page. */
export function useProofSheet(onVerified: () => void): { ask: () => void; sheet: ReactNode } {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const sheet = open && (
    <Sheet open small width={480} title={t('homeCards.verify')} onClose={close}>
      <VerificationPanel
        onVerified={() => {
          close();
          onVerified();
        }}
        onBack={close}
      />
    </Sheet>
  );
  return { ask: () => setOpen(true), sheet };
}
