import { Button, Input } from 'antd';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { focusInput } from '../../../platform/ui/web/field/focus-input.ts';
import styles from './security.module.css';

interface Props {
  /** Name of the form. */
  label: string;
  hint: string;
  submit: string;
  /** Characters that may be typed: a code has 6, a recovery code 19. */
  maxLength: number;
  /** Sends the code. @throws ApiError */
  send: (code: string) => Promise<void>;
}

/** Asks for a code of the authenticator app. */
export function AuthenticatorCodeForm({ label, hint, submit, maxLength, send }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (code.trim() === '') {
      setError(t('security.authenticatorRequired'));
      return focusInput(id);
    }
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await send(code.trim());
    } catch (failure) {
      setError(displayOf(failure).text || t('security.failed'));
      focusInput(id);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate aria-label={label}>
      <Field id={id} label={t('security.authenticatorCode')} error={error} hint={hint}>
        <Input
          {...fieldProps(id, error)}
          size="large"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
          value={code}
          onChange={(e) => setCode(e.target.value)}
        />
      </Field>
      <Button type="primary" htmlType="submit" size="large" block className={styles.submit} loading={busy}>
        {submit}
      </Button>
    </form>
  );
}
