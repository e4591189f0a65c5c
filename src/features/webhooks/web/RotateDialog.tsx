import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { rotateWebhookSecret, type Webhook } from '../contract.ts';
import { OVERLAP_HOURS } from '../rules.ts';
import { WEBHOOKS_KEY } from './EditDialog.tsx';
import { SecretSlip } from './SecretSlip.tsx';
import styles from './webhooks.module.css';

const USUAL = 24;

/** Gives an address a new secret, and shows it once. The dialog is open while there is an address. */
export function RotateDialog({ hook, onClose }: { hook: Webhook | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const shown = useLast(hook);
  const [hours, setHours] = useState<(typeof OVERLAP_HOURS)[number]>(USUAL);
  const rotating = useMutation({
    mutationFn: (id: string) =>
      call(rotateWebhookSecret, { params: { id }, body: { overlap_hours: hours } }, { quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
    gcTime: 0,
  });
  const rotate = useOnce(rotating.mutateAsync);
  const close = () => {
    onClose();
    rotating.reset();
  };
  const act = {
    label: t('webhook.rotate'),
    busy: rotating.isPending,
    onClick: () => hook && rotate(hook.webhook_id),
  };
  return (
    <Sheet
      open={hook !== undefined}
      title={t('webhook.rotateOf', { name: shown?.name ?? '' })}
      onClose={close}
      act={rotating.data ? undefined : act}
    >
      {rotating.data ? (
        <SecretSlip secret={rotating.data.secret} />
      ) : (
        <>
          {rotating.isError && !isCancelled(rotating.error) && (
            <Alert type="error" showIcon role="alert" message={failureOf(rotating.error).message} />
          )}
          <p className={styles.text}>{t('webhook.rotateText')}</p>
          <Radio.Group
            aria-label={t('webhook.overlap')}
            className={styles.overlap ?? ''}
            value={hours}
            onChange={({ target }) => setHours(OVERLAP_HOURS.find((one) => one === target.value) ?? USUAL)}
            options={OVERLAP_HOURS.map((count) => ({
              value: count,
              label: count === 0 ? t('webhook.overlapNow') : t('webhook.overlapHours', { count }),
            }))}
          />
        </>
      )}
    </Sheet>
  );
}
