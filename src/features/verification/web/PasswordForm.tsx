import { Button, Input, type InputRef } from 'antd';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { mask } from '../../../platform/schema/mask.ts';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { passwordDigest } from '../../../platform/signing/mac.ts';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import styles from './security.module.css';

interface Props {
  /** Name of the form. */
  label: string;
  account: string;
  /** Sends the digest of the password. @throws ApiError */
  send: (digest: string) => Promise<void>;
}

/** Asks for the password of the user; the account is masked and read-only. */
export function PasswordForm({ label, account, send }: Props) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<InputRef>(null);
  const sending = useRef(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (password === '') {
      setError(t('security.passwordRequired'));
      return input.current?.focus();
    }
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await send(passwordDigest(password));
    } catch (failure) {
      setError(displayOf(failure).text || t('security.failed'));
      input.current?.focus({ cursor: 'all' });
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={label}>
      <Field id="verify-account" label={t('security.account')}>
        <Input
          {...fieldProps('verify-account', undefined)}
          size="large"
          value={mask('phone', account)}
          readOnly
          autoComplete="off"
          className={styles.fixed}
        />
      </Field>
      <Field id="verify-password" label={t('security.password')} error={error}>
        <Input.Password
          {...fieldProps('verify-password', error)}
          ref={input}
          size="large"
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(e) => setPassword(e.target.value)}
        />
      </Field>
      <Button type="primary" htmlType="submit" size="large" block className={styles.submit} loading={busy}>
        {t('security.submit')}
      </Button>
    </form>
  );
}
