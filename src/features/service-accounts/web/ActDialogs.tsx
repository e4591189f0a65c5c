import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { revokeServiceAccount, rotateSecret, type ServiceAccount } from '../contract.ts';
import { OVERLAP_HOURS } from '../rules.ts';
import { ACCOUNTS_KEY, publicKeyProblem } from './CreateDialog.tsx';
import { CredentialFields, credentialBody, SECRET } from './CredentialFields.tsx';
import { SecretSlip } from './SecretSlip.tsx';
import styles from './service-accounts.module.css';

interface Props {
  /** The dialog is open while there is one. */
  account: ServiceAccount | undefined;
  onClose: () => void;
}

/** Gives an account a new secret, which is shown once, or another public key. */
export function RotateDialog({ account, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const shown = useLast(account);
  const [chosen, setHours] = useState<(typeof OVERLAP_HOURS)[number]>(24);
  const [credential, setCredential] = useState(SECRET);
  // The former secret is that of a person who answers for the account no more.
  const takesOver = shown?.state === 'suspended';
  const hours = takesOver ? 0 : chosen;
  const act = takesOver ? 'takeOver' : 'rotate';
  const rotating = useMutation({
    mutationFn: (id: string) =>
      call(
        rotateSecret,
        { params: { id }, body: { overlap_hours: hours, ...credentialBody(credential) } },
        { quiet: true },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ACCOUNTS_KEY }),
    gcTime: 0,
  });
  const wrongKey = publicKeyProblem(rotating.error);
  const rotate = useOnce(rotating.mutateAsync);
  const close = () => {
    onClose();
    rotating.reset();
    setCredential(SECRET);
  };
  return (
    <Sheet
      open={account !== undefined}
      title={t(`serviceAccount.${act}Of`, { name: shown?.name ?? '' })}
      onClose={close}
      act={
        rotating.data
          ? undefined
          : {
              label: t(`serviceAccount.${act}`),
              busy: rotating.isPending,
              onClick: () => account && rotate(account.service_id),
            }
      }
    >
      {rotating.data ? (
        <SecretSlip {...rotating.data} />
      ) : (
        <>
          {rotating.isError && !isCancelled(rotating.error) && wrongKey === undefined && (
            <Alert type="error" showIcon role="alert" message={failureOf(rotating.error).message} />
          )}
          <p className={styles.text}>{t(`serviceAccount.${act}Text`)}</p>
          <CredentialFields id="other-public-key" value={credential} onChange={setCredential} error={wrongKey} />
          {!takesOver && (
            <Radio.Group
              aria-label={t('serviceAccount.overlap')}
              className={styles.overlap ?? ''}
              value={hours}
              onChange={({ target }) => setHours(OVERLAP_HOURS.find((one) => one === target.value) ?? 24)}
              options={OVERLAP_HOURS.map((count) => ({
                value: count,
                label: count === 0 ? t('serviceAccount.overlapNow') : t('serviceAccount.overlapHours', { count }),
              }))}
            />
          )}
        </>
      )}
    </Sheet>
  );
}

/** Ends an account for good. */
export function RevokeDialog({ account, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const shown = useLast(account);
  const revoking = useMutation({
    mutationFn: ({ service_id: id }: ServiceAccount) => call(revokeServiceAccount, { params: { id } }, { quiet: true }),
    onSuccess: (_, { name }) => {
      void message.success(t('serviceAccount.revoked', { name }));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ACCOUNTS_KEY }),
  });
  const revoke = useOnce(revoking.mutateAsync);
  const close = () => {
    onClose();
    revoking.reset();
  };
  const name = shown?.name ?? '';
  return (
    <Sheet
      open={account !== undefined}
      small
      width={420}
      title={t('serviceAccount.revokeOf', { name })}
      onClose={close}
      act={{
        label: t('serviceAccount.revoke'),
        danger: true,
        busy: revoking.isPending,
        onClick: () => account && revoke(account),
      }}
    >
      {revoking.isError && !isCancelled(revoking.error) && (
        <Alert type="error" showIcon role="alert" message={failureOf(revoking.error).message} />
      )}
      <p>{t('serviceAccount.revokeText', { name })}</p>
    </Sheet>
  );
}
