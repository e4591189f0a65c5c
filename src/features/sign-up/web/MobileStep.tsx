import { Button, Input } from 'antd';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MOBILE } from '../../../platform/contract/common.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { SMS_PURPOSE } from '../../../platform/identity/sms.ts';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { CodeField } from '../../../platform/ui/web/code/CodeField.tsx';
import { DoorAlert, DoorLead } from '../../../platform/ui/web/door/DoorTexts.tsx';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { focusInput } from '../../../platform/ui/web/field/focus-input.ts';
import { checkSignUpCode, sendSignUpCode } from '../contract.ts';
import type { Proved } from './proved.ts';
import styles from './sign-up.module.css';

type Errors = Partial<Record<'mobile' | 'code', string | undefined>>;

/** Why a proof is wanted once more, and for which number. */
export interface Again {
  notice: string;
  mobile: string;
}

/** Whether the code was right and the number is not one to open an account for. */
const isAboutNumber = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.code === 'PSY_CONFLICT' || failure.code === 'PSY_NOT_FOUND');

/** Proves a number with a code. */
export function MobileStep({ again, onProved }: { again: Again | undefined; onProved: (proved: Proved) => void }) {
  const { t } = useTranslation();
  const [input, setInput] = useState({ mobile: again?.mobile ?? '', code: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const typed = { mobile: input.mobile.trim(), code: input.code.trim() };

  /** @returns Whether there is none */
  const show = (found: Errors): boolean => {
    setErrors(found);
    const first = (['mobile', 'code'] as const).find((name) => found[name] !== undefined);
    if (first !== undefined) focusInput(first);
    return first === undefined;
  };
  const ofMobile = () => (MOBILE.test(typed.mobile) ? undefined : t('signUp.mobileRequired'));

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!show({ mobile: ofMobile(), code: typed.code === '' ? t('signUp.codeRequired') : undefined })) return;
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      onProved({ mobile: typed.mobile, ...(await call(checkSignUpCode, { body: typed }, { quiet: true })) });
    } catch (failure) {
      const text = displayOf(failure).text || t('signUp.failed');
      show(isAboutNumber(failure) ? { mobile: text } : { code: text });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-label={t('signUp.title')}>
      {again ? <DoorAlert>{again.notice}</DoorAlert> : <DoorLead>{t('signUp.about')}</DoorLead>}
      <Field id="mobile" label={t('signUp.mobile')} error={errors.mobile}>
        <Input
          {...fieldProps('mobile', errors.mobile)}
          size="large"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={11}
          value={input.mobile}
          onChange={(event) => setInput({ ...input, mobile: event.target.value })}
        />
      </Field>
      <CodeField
        id="code"
        purpose={{
          of: SMS_PURPOSE.signUp,
          send: ({ mobile = '', ...captcha }) =>
            call(sendSignUpCode, { body: { mobile, ...captcha } }, { quiet: true }),
        }}
        who={typed.mobile}
        unsigned
        value={input.code}
        onChange={(code) => setInput({ ...input, code })}
        error={errors.code}
        mobile={() => (show({ mobile: ofMobile() }) ? typed.mobile : undefined)}
        onError={(text, field) => void (field === '/mobile' ? show({ mobile: text }) : setErrors({ code: text }))}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={styles.submit}>
        {t('signUp.next')}
      </Button>
    </form>
  );
}
