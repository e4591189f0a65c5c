import { Button, Input, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../http/web/api-error.ts';
import { call } from '../../../http/web/call.ts';
import { provideTexts } from '../../../i18n/web/texts.ts';
import { sendSms } from '../../../identity/contract.ts';
import type { SMS_PURPOSE } from '../../../identity/sms.ts';
import { displayOf } from '../../../session/web/notify-failure.ts';
import { CaptchaField } from '../field/CaptchaField.tsx';
import { Field, fieldProps } from '../field/Field.tsx';
import { focusInput } from '../field/focus-input.ts';
import { useCaptcha } from '../field/use-captcha.ts';
import { codes } from '../texts/zh/codes.ts';
import { useResend } from './use-resend.ts';
import styles from './code.module.css';

provideTexts({ codes });

/** A number, where it is not the bound one, and the solved captcha. */
export interface CodeRequest {
  mobile?: string;
  session_id?: string;
  verification_code?: string;
}
type Purpose = (typeof SMS_PURPOSE)[keyof typeof SMS_PURPOSE];
/** Codes that `sendSms` sends; others need a call of their own. */
type CommonPurpose = Exclude<Purpose, typeof SMS_PURPOSE.signUp>;

interface Props {
  id: string;
  /** What the code is for, and the call that sends it. */
  purpose: CommonPurpose | { of: Purpose; send: (request: CodeRequest) => Promise<{ outbox?: string | undefined }> };
  /** Owner of the waiting time: the user, or the number before sign-in. */
  who: string;
  /** Returns the number; undefined cancels, and the caller shows the reason. Default: the bound number. */
  mobile?: () => string | undefined;
  /** Sends the call unsigned, before sign-in. */
  unsigned?: boolean;
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  /** Called with the failure of sending, or undefined to clear it. */
  onError: (text: string | undefined, field?: string) => void;
}

const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code;

/** Confirms that a code was sent; a demonstration says where it can be read. */
function Sent({ unsigned, outbox }: { unsigned: boolean; outbox: string | undefined }) {
  const { t } = useTranslation();
  return (
    <span className={styles.sent}>
      {t(unsigned ? 'codes.sentMaybe' : 'codes.sent')}
      {outbox !== undefined && (
        <a href={outbox} target="_blank" rel="noreferrer">
          {t('codes.outbox', { path: outbox })}
        </a>
      )}
    </span>
  );
}

/**
 * SMS code: a button that sends it and counts down to the next, and a captcha if the server requires one (`spec §2`,
 * §4).
 */
export function CodeField({ id, purpose, who, mobile, unsigned = false, value, onChange, error, onError }: Props) {
  const { t } = useTranslation();
  const [picture, setPicture] = useState('');
  const [wantsPicture, setWantsPicture] = useState(false);
  const [pictureError, setPictureError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<{ outbox?: string | undefined }>();
  const captcha = useCaptcha(wantsPicture);
  const { wait, begin } = useResend(typeof purpose === 'number' ? purpose : purpose.of, who);
  const pictureInput = useRef<InputRef>(null);
  const running = useRef(false);

  const refused = (failure: unknown) => {
    const asked = isCode(failure, 'AC_IDENTIFY_CODE_REQUIRED');
    const text = displayOf(failure).text || t('codes.failed');
    if (asked || isCode(failure, 'AC_IDENTIFY_CODE_WRONG')) {
      setWantsPicture(true);
      setPicture('');
      setPictureError(asked ? t('login.captchaAsked') : text);
      // A captcha is valid for one attempt.
      captcha.renew();
      pictureInput.current?.focus();
      return;
    }
    const [detail] = failure instanceof ApiError ? failure.details : [];
    onError(detail?.message ?? text, detail?.field);
    focusInput(id);
  };

  const send = async () => {
    const to = mobile?.();
    if (mobile !== undefined && to === undefined) return;
    if (wantsPicture && picture.trim() === '') {
      setPictureError(t('login.captchaRequired'));
      return pictureInput.current?.focus();
    }
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setPictureError(undefined);
    onError(undefined);
    try {
      const solved =
        wantsPicture && captcha.sessionId !== undefined
          ? { session_id: captcha.sessionId, verification_code: picture.trim() }
          : {};
      const request = { ...(to !== undefined && { mobile: to }), ...solved };
      const { outbox } =
        typeof purpose === 'number'
          ? await call(sendSms, { body: { type: purpose, ...request } }, { quiet: true, ...(unsigned && { unsigned }) })
          : await purpose.send(request);
      begin();
      setSent({ outbox });
      setWantsPicture(false);
      setPicture('');
      focusInput(id);
    } catch (failure) {
      refused(failure);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <>
      {wantsPicture && (
        <CaptchaField
          input={pictureInput}
          value={picture}
          onChange={setPicture}
          error={pictureError}
          captcha={captcha}
        />
      )}
      <Field
        id={id}
        label={t('codes.code')}
        error={error}
        hint={sent && <Sent unsigned={unsigned} outbox={sent.outbox} />}
      >
        <div className={styles.code}>
          <Input
            {...fieldProps(id, error)}
            size="large"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            value={value}
            onChange={(e) => onChange(e.target.value)}
          />
          <Button size="large" className={styles.send} disabled={wait > 0} loading={busy} onClick={() => void send()}>
            {wait > 0 ? t('codes.resend', { n: wait }) : t('codes.send')}
          </Button>
        </div>
      </Field>
    </>
  );
}
