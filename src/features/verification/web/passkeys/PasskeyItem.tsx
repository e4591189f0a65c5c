import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { failureOf, isCancelled } from '../../../../platform/ui/web/failure.ts';
import { useConfirm } from '../../../../platform/ui/web/use-confirm.ts';
import { removePasskey, renamePasskey, type Passkey } from '../../passkey-contract.ts';
import { PASSKEY_NAME_MAX } from '../../rules.ts';
import styles from './passkeys.module.css';

/** A passkey with its name and use; it can be renamed and removed. */
export function PasskeyItem({ item, onChanged }: { item: Passkey; onChanged: () => Promise<void> }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { passkey_id: id, name, host, is_here: isHere, created_at, last_used_at: used } = item;
  const [typed, setTyped] = useState<string>();
  const renaming = useMutation({
    mutationFn: (called: string) => call(renamePasskey, { params: { id }, body: { name: called } }, { quiet: true }),
    onSuccess: async () => {
      await onChanged();
      setTyped(undefined);
    },
  });
  const removing = useMutation({
    mutationFn: () => call(removePasskey, { params: { id } }, { quiet: true }),
    onSettled: onChanged,
  });
  const rename = useOnce((called: string) => renaming.mutateAsync(called));
  const remove = useOnce(() => removing.mutateAsync());
  const failed = [renaming.error, removing.error].find((one) => one !== null && !isCancelled(one));
  const facts = [
    t('passkey.addedAt', { at: dateText(created_at) }),
    used === undefined ? t('passkey.unused') : t('passkey.used', { at: dateText(used) }),
    !isHere && t('passkey.elsewhere', { host }),
  ].filter((fact) => fact !== false);
  return (
    <li className={styles.item}>
      {typed === undefined ? (
        <div className={styles.what}>
          <p className={styles.strong}>{name}</p>
          <p className={styles.about}>{facts.join('　')}</p>
        </div>
      ) : (
        <form
          className={styles.what}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== '') rename(typed.trim());
          }}
        >
          <Input
            autoFocus
            aria-label={t('passkey.nameOf')}
            maxLength={PASSKEY_NAME_MAX}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
      )}
      {typed === undefined ? (
        <span className={styles.acts}>
          <Button size="small" onClick={() => setTyped(name)} aria-label={t('passkey.renameOf', { name })}>
            {t('passkey.rename')}
          </Button>
          <Button
            size="small"
            danger
            loading={removing.isPending}
            aria-label={t('passkey.removeOf', { name })}
            onClick={() =>
              confirm({
                title: t('passkey.removeOf', { name }),
                content: t('passkey.removeText'),
                okText: t('passkey.remove'),
                okButtonProps: { danger: true },
                onOk: remove,
              })
            }
          >
            {t('passkey.remove')}
          </Button>
        </span>
      ) : (
        <span className={styles.acts}>
          <Button size="small" type="primary" loading={renaming.isPending} onClick={() => rename(typed.trim() || name)}>
            {t('passkey.save')}
          </Button>
          <Button size="small" onClick={() => setTyped(undefined)}>
            {t('common.cancel')}
          </Button>
        </span>
      )}
      {failed && <Alert type="error" showIcon role="alert" message={failureOf(failed).message} />}
    </li>
  );
}
