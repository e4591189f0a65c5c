import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { deleteWebhook, pauseWebhook, resumeWebhook, type Webhook } from '../contract.ts';
import { WEBHOOKS_KEY } from './EditDialog.tsx';

export interface Act {
  act: 'pause' | 'resume' | 'remove';
  on: Webhook;
}

const CALLS = { pause: pauseWebhook, resume: resumeWebhook, remove: deleteWebhook } as const;
const DONE = { pause: 'paused', resume: 'resumed', remove: 'removed' } as const;

/** Pauses, resumes or removes an address. The dialog is open while there is an act. */
export function ActDialog({ act: asked, onClose }: { act: Act | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const { act, on } = useLast(asked) ?? { act: 'pause', on: undefined };
  const running = useMutation({
    mutationFn: ({ act: which, on: { webhook_id: id } }: Act) =>
      call(CALLS[which], { params: { id } }, { quiet: true }),
    onSuccess: (_, { act: which, on: { name } }) => {
      void message.success(t(`webhook.${DONE[which]}`, { name }));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
  const run = useOnce(running.mutateAsync);
  const close = () => {
    onClose();
    running.reset();
  };
  const name = on?.name ?? '';
  return (
    <Sheet
      open={asked !== undefined}
      small
      width={420}
      title={t(`webhook.${act}Of`, { name })}
      onClose={close}
      act={{
        label: t(`webhook.${act}`),
        danger: act === 'remove',
        busy: running.isPending,
        onClick: () => asked && run(asked),
      }}
    >
      {running.isError && !isCancelled(running.error) && (
        <Alert type="error" showIcon role="alert" message={failureOf(running.error).message} />
      )}
      <p>{t(`webhook.${act}Text`, { name })}</p>
    </Sheet>
  );
}
