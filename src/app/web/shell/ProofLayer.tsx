import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { prompts } from '../../../platform/http/web/portal.ts';
import { HOME } from '../../../platform/pages/web/route-guard.ts';
import { endVerificationRequest } from '../../../platform/session/web/secondary.ts';
import { Layer } from '../../../platform/ui/web/Layer.tsx';
import { historyDepth, useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import { ContentSkeleton } from './ShellSkeleton.tsx';

interface Props {
  open: boolean;
  /** The page itself is hidden until there is a proof: cancelling leaves it. */
  locked: boolean;
  onVerified: () => void;
}

/**
 * Second-step verification above the page, which keeps its input. Calls that wait are sent again afterwards; if the
 * user cancels, they fail and nothing is sent.
 */
export function ProofLayer({ open, locked, onVerified }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();

  const sayNotSent = useStable(() => {
    if (prompts.waiting.get().proof > 0) void message.info(t('errors.notVerified'));
  });
  // Depends on no text: new texts must not end what waits.
  useEffect(() => {
    const unprovide = prompts.provide('proof');
    return () => {
      sayNotSent();
      unprovide();
    };
  }, [sayNotSent]);

  const cancel = () => {
    sayNotSent();
    prompts.settle('proof', 'cancelled');
    if (!locked) return endVerificationRequest();
    void (historyDepth() > 0 ? navigate(-1) : navigate(HOME, { replace: true }));
  };
  useCloseOnBack(open, cancel);

  if (!open) return null;
  return (
    <Layer label={t('security.title')}>
      <VerificationPanel onVerified={onVerified} onBack={cancel} fallback={<ContentSkeleton />} />
    </Layer>
  );
}
