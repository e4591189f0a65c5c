import { Button, Input } from 'antd';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { SMS_PURPOSE } from '../../../platform/identity/sms.ts';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { CodeField } from '../../../platform/ui/web/code/CodeField.tsx';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { focusInput } from '../../../platform/ui/web/field/focus-input.ts';
import { checkSms } from '../contract.ts';
import type { OnProof } from './on-proof.ts';
import styles from './security.module.css';

const CODE = 'verify-code';

/** Second-step verification by a code sent to the bound mobile; a captcha appears once the server requires it. */
export function SmsForm({ mobile, userId, onProof }: { mobile: string; userId: string; onProof: OnProof }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (code.trim() === '') {
      setError(t('codes.required'));
      return focusInput(CODE);
    }
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(undefined);
    try {
      onProof(await call(checkSms, { body: { code: code.trim() } }, { quiet: true }));
    } catch (failure) {
      setError(displayOf(failure).text || t('security.failed'));
      focusInput(CODE);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={t('security.bySms')}>
      <Field id="verify-mobile" label={t('security.mobile')}>
        <Input
          {...fieldProps('verify-mobile', undefined)}
          size="large"
          value={mobile}
          readOnly
          autoComplete="off"
          className={styles.fixed}
        />
      </Field>
      <CodeField
        id={CODE}
        purpose={SMS_PURPOSE.secondary}
        who={userId}
        value={code}
        onChange={setCode}
        error={error}
        onError={setError}
      />
      <Button type="primary" htmlType="submit" size="large" block className={styles.submit} loading={busy}>
        {t('security.submit')}
      </Button>
    </form>
  );
}
