import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { deviceOf } from '../../../../platform/identity/device.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { isCancelled } from '../../../../platform/ui/web/failure.ts';
import { Field, fieldProps } from '../../../../platform/ui/web/field/Field.tsx';
import { enrolPasskey, passkeys, proposePasskey } from '../../passkey-contract.ts';
import { PASSKEY_NAME_MAX, PASSKEYS_MAX } from '../../rules.ts';
import { createPasskey, stopOf } from './ceremony.ts';
import { PASSKEYS } from './key.ts';
import { PasskeyItem } from './PasskeyItem.tsx';
import { canUsePasskeys } from './support.ts';
import styles from './passkeys.module.css';

const NAME = 'passkey-name';

/** Lists, adds, renames and removes the passkeys of the account. */
export function PasskeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useCurrentUser();
  const client = useQueryClient();
  const [name, setName] = useState(() => deviceOf(navigator.userAgent) || t('passkey.name'));
  const { data } = useQuery({
    queryKey: PASSKEYS,
    queryFn: ({ signal }) => call(passkeys, {}, { signal, quiet: true }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: PASSKEYS });
  const adding = useMutation({
    mutationFn: async (called: string) => {
      const proposal = await call(proposePasskey, {}, { quiet: true });
      const credential = await createPasskey(proposal, { login: user.login_name, name: user.real_name });
      await call(enrolPasskey, { body: { name: called, credential } }, { quiet: true });
    },
    onSuccess: () => message.success(t('passkey.added')),
    onSettled: refresh,
  });
  const add = useOnce((called: string) => adding.mutateAsync(called));
  const close = () => {
    onClose();
    adding.reset();
  };
  const textOf = (error: unknown) => {
    const stop = stopOf(error);
    return stop === undefined ? displayOf(error).text : t(stop === 'known' ? 'passkey.known' : 'passkey.stopped');
  };
  const wanted = name.trim();
  const mayAdd = canUsePasskeys() && (data?.total ?? 0) < PASSKEYS_MAX;
  return (
    <Sheet open={open} width={520} title={t('passkey.name')} onClose={close}>
      <p className={styles.about}>{t('passkey.explained', { host: location.hostname })}</p>
      {!data && <Skeleton active paragraph={{ rows: 3 }} />}
      <ul className={styles.list}>
        {data?.items.map((one) => (
          <PasskeyItem key={one.passkey_id} item={one} onChanged={refresh} />
        ))}
      </ul>
      {adding.isError && !isCancelled(adding.error) && (
        <Alert type="error" showIcon role="alert" message={textOf(adding.error)} />
      )}
      {mayAdd && (
        <form
          className={styles.add}
          onSubmit={(event) => {
            event.preventDefault();
            if (wanted !== '') add(wanted);
          }}
        >
          <Field id={NAME} label={t('passkey.nameOf')} hint={t('passkey.nameHint')} error={undefined}>
            <Input
              {...fieldProps(NAME, undefined)}
              maxLength={PASSKEY_NAME_MAX}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <Button type="primary" htmlType="submit" loading={adding.isPending} disabled={wanted === ''}>
            {t('passkey.add')}
          </Button>
        </form>
      )}
    </Sheet>
  );
}
