import { Button, Input, type InputRef } from 'antd';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { sendSms } from '../../../shared/contract/own-account.ts';
import { checkSms } from '../../../shared/contract/secondary.ts';
import { SMS_PURPOSE } from '../../../shared/rules/sms.ts';
import { ApiError } from '../../http/api-error.ts';
import { call } from '../../http/call.ts';
import { shownOf } from '../../providers/notify-failure.ts';
import { CaptchaField } from '../../widgets/field/CaptchaField.tsx';
import { Field, fieldProps } from '../../widgets/field/Field.tsx';
import { useCaptcha } from '../../widgets/field/use-captcha.ts';
import { useResend } from './use-resend.ts';
import type { Prove } from './prove.ts';
import styles from './security.module.css';

const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code;

/** Verification by a code that is sent to the bound mobile; a picture code is asked for only once the server wants one. */
export function SmsForm({ mobile, userId, onProof }: { mobile: string; userId: string; onProof: Prove }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [picture, setPicture] = useState('');
  const [wantsPicture, setWantsPicture] = useState(false);
  const [errors, setErrors] = useState<{ code?: string; picture?: string }>({});
  const [busy, setBusy] = useState<'sending' | 'checking'>();
  const [sent, setSent] = useState(false);
  const captcha = useCaptcha(wantsPicture);
  const { wait, begin } = useResend(SMS_PURPOSE.secondary, userId);
  const codeInput = useRef<InputRef>(null);
  const pictureInput = useRef<InputRef>(null);
  const running = useRef(false);

  /** One thing at a time, however fast somebody clicks. */
  const alone = async (what: 'sending' | 'checking', work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(what);
    setErrors({});
    try {
      await work();
    } catch (error) {
      refused(what, error);
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  };

  const refused = (what: 'sending' | 'checking', error: unknown) => {
    const asked = isCode(error, 'AC_IDENTIFY_CODE_REQUIRED');
    const text = shownOf(error).text || t('security.failed');
    if (asked || (what === 'sending' && isCode(error, 'AC_IDENTIFY_CODE_WRONG'))) {
      setWantsPicture(true);
      setPicture('');
      setErrors({ picture: asked ? t('login.captchaAsked') : text });
      // A picture is good for one try.
      captcha.renew();
      pictureInput.current?.focus();
    } else {
      setErrors({ code: text });
      codeInput.current?.focus({ cursor: 'all' });
    }
  };

  const send = () => {
    if (wantsPicture && picture.trim() === '') {
      setErrors({ picture: t('login.captchaRequired') });
      return pictureInput.current?.focus();
    }
    void alone('sending', async () => {
      const solved = wantsPicture && captcha.sessionId !== undefined ? { session_id: captcha.sessionId, verification_code: picture.trim() } : {};
      await call(sendSms, { body: { type: SMS_PURPOSE.secondary, ...solved } }, { quiet: true });
      begin();
      setSent(true);
      setWantsPicture(false);
      setPicture('');
      codeInput.current?.focus();
    });
  };

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (code.trim() === '') {
      setErrors({ code: t('security.codeRequired') });
      return codeInput.current?.focus();
    }
    void alone('checking', async () => onProof(await call(checkSms, { body: { code: code.trim() } }, { quiet: true })));
  };

  return (
    <form onSubmit={submit} noValidate aria-label={t('security.bySms')}>
      <Field id="verify-mobile" label={t('security.mobile')}>
        <Input {...fieldProps('verify-mobile', undefined)} size="large" value={mobile} readOnly autoComplete="off" className={styles.fixed} />
      </Field>
      {wantsPicture && <CaptchaField input={pictureInput} value={picture} onChange={setPicture} error={errors.picture} captcha={captcha} />}
      <Field id="verify-code" label={t('security.code')} error={errors.code} hint={sent ? t('security.sent') : undefined}>
        <div className={styles.code}>
          <Input {...fieldProps('verify-code', errors.code)} ref={codeInput} size="large" inputMode="numeric" autoComplete="one-time-code" maxLength={8} value={code} onChange={(e) => setCode(e.target.value)} />
          <Button size="large" className={styles.send} disabled={wait > 0} loading={busy === 'sending'} onClick={send}>{wait > 0 ? t('security.resend', { n: wait }) : t('security.send')}</Button>
        </div>
      </Field>
      <Button type="primary" htmlType="submit" size="large" block className={styles.submit} loading={busy === 'checking'}>{t('security.submit')}</Button>
    </form>
  );
}
