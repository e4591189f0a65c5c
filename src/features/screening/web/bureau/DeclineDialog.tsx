import { useMutation } from '@tanstack/react-query';
import { Alert, App, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { failureOf, isCancelled } from '../../../../platform/ui/web/failure.ts';
import { declinePlan, type ReceivedPlan } from '../../contract/bureau.ts';
import { useConfirmClose } from '../use-confirm-close.ts';
import styles from '../planning/planning.module.css';

const REASON_MIN = 4;
const REASON_MAX = 500;

interface Props {
  plan: ReceivedPlan;
  onClose: () => void;
  onDone: () => void;
  /** Another person has answered meanwhile, or the plan is over. */
  onStale: () => void;
}

/** Answers that the school does not take part, with a reason that the institution reads. */
export function DeclineDialog({ plan, onClose, onDone, onStale }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const declining = useMutation({
    mutationFn: () =>
      call(declinePlan, { params: { id: plan.plan_id }, body: { reason: reason.trim() } }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('bureau.declinedDone'));
      onDone();
    },
    onError: onStale,
    gcTime: 0,
  });
  const close = useConfirmClose(reason.trim() !== '' && !declining.isSuccess, onClose);
  const decline = useOnce(async () => {
    const short = reason.trim().length < REASON_MIN;
    setShort(short);
    if (!short) await declining.mutateAsync();
  });
  const failure = declining.error && !isCancelled(declining.error) ? failureOf(declining.error) : undefined;
  return (
    <Sheet
      open
      title={t('bureau.declineTitle', { name: plan.plan_name })}
      onClose={close}
      act={{ label: t('bureau.decline'), busy: declining.isPending, onClick: decline }}
    >
      <div className={styles.form}>
        {failure && (
          <Alert type="error" showIcon role="alert" message={failure.details[0]?.message ?? failure.message} />
        )}
        <div>
          <label htmlFor="decline-reason">{t('bureau.declineReason')}</label>
          <Input.TextArea
            id="decline-reason"
            aria-describedby="decline-help"
            aria-required
            aria-invalid={isShort}
            status={isShort ? 'error' : ''}
            maxLength={REASON_MAX}
            showCount
            autoSize={{ minRows: 3, maxRows: 8 }}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setShort(false);
            }}
          />
          <p id="decline-help" className={isShort ? styles.wrong : styles.quiet} role={isShort ? 'alert' : undefined}>
            {t(isShort ? 'bureau.declineShort' : 'bureau.declineHelp')}
          </p>
        </div>
      </div>
    </Sheet>
  );
}
