import { useMutation } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { storeProof } from '../../../platform/session/web/secondary.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { removeAuthenticator } from '../../verification/public.ts';
import { EnrolAuthenticator } from '../../verification/web/public.ts';
import type { DialogProps } from './dialog-props.ts';

/** Sets up an authenticator app. It counts as set up once the recovery codes are shown, also where they are closed. */
export function EnrolDialog({ open, onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const close = () => {
    onClose();
    onDone();
  };
  return (
    <Sheet open={open} width={480} title={t('security.enrol')} onClose={close}>
      <Suspense>
        <EnrolAuthenticator
          onProof={(proof) => {
            storeProof(proof);
            close();
          }}
        />
      </Suspense>
    </Sheet>
  );
}

/** Confirms the removal of the authenticator app, which needs a second proof. */
export function RemoveDialog({ open, onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const removing = useMutation({
    mutationFn: () => call(removeAuthenticator, {}, { quiet: true }),
    onSuccess: () => {
      void message.success(t('account.authenticatorRemoved'));
      close();
      onDone();
    },
  });
  const close = () => {
    onClose();
    removing.reset();
  };
  const remove = useOnce(() => removing.mutateAsync());
  const failed = removing.isError && !isCancelled(removing.error);
  return (
    <Sheet
      open={open}
      small
      width={480}
      title={t('account.authenticatorRemove')}
      onClose={close}
      act={{ label: t('account.authenticatorRemove'), danger: true, busy: removing.isPending, onClick: remove }}
    >
      {failed && <Alert type="error" showIcon role="alert" message={failureOf(removing.error).message} />}
      <p>{t('account.authenticatorRemoveText')}</p>
    </Sheet>
  );
}
