import { useMutation } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../../platform/crud/web/ReasonDialog.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { useProofGate } from '../../../platform/ui/web/use-proof-gate.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import { approve, refuse, type Run } from '../contract.ts';
import { QUARANTINE_DAYS } from '../rules.ts';

export type Deciding = 'approve' | 'refuse';

interface Props {
  run: Run;
  deciding: Deciding | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** The second person's decision on a list. An approval names what is lost and needs a second proof. */
export function DecideDialogs({ run, deciding, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { gate, onVerified } = useProofGate(deciding === 'approve');
  const { run_id: id, students, total } = run;
  const approving = useMutation({
    mutationFn: () => call(approve, { params: { id }, body: { students, total } }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('retention.approved'));
      close();
    },
    // Another person decided first, or the list has changed: the page shows the present state.
    onSettled: onDone,
  });
  const close = () => {
    approving.reset();
    onClose();
  };
  const start = useOnce(() => approving.mutateAsync());
  const title = t('retention.approveTitle');
  return (
    <>
      {gate ? (
        <Sheet open small width={480} title={title} onClose={close}>
          <VerificationPanel onVerified={onVerified} onBack={close} />
        </Sheet>
      ) : (
        <Sheet
          open={deciding === 'approve'}
          small
          width={560}
          title={title}
          onClose={close}
          act={{
            label: t('retention.approveVerb', { students }),
            danger: true,
            busy: approving.isPending,
            onClick: () => start(),
          }}
        >
          {approving.isError && (
            <Alert type="error" showIcon role="alert" message={failureOf(approving.error).message} />
          )}
          <p>{t('retention.approveText', { students, total, days: QUARANTINE_DAYS })}</p>
        </Sheet>
      )}
      <ReasonDialog
        open={deciding === 'refuse'}
        title={t(run.own ? 'retention.withdraw' : 'retention.refuse')}
        about={t('retention.refuseAbout')}
        verb={t(run.own ? 'retention.withdraw' : 'retention.refuse')}
        done={t('retention.refused')}
        run={async (reason) => {
          await call(refuse, { params: { id }, body: { reason } }, { quiet: true });
          onDone();
        }}
        onClose={onClose}
      />
    </>
  );
}
