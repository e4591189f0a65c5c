import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Input, type InputRef } from 'antd';
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { signIn, type Credentials } from '../../../../platform/session/web/sign-in.ts';
import { CaptchaField } from '../../../../platform/ui/web/field/CaptchaField.tsx';
import { Field, fieldProps } from '../../../../platform/ui/web/field/Field.tsx';
import { useCaptcha } from '../../../../platform/ui/web/field/use-captcha.ts';
import styles from './SignInForm.module.css';

/** Error codes after which a captcha is required (`spec §8`). */
const REQUIRES_CAPTCHA: readonly string[] = ['SHOW_VERIFY_CODE', 'AC_IDENTIFY_CODE_REQUIRED'];

/** On a touch screen the focus would open the keyboard and cover half of the page. */
const HAS_KEYBOARD = window.matchMedia('(pointer: fine)').matches;

type Errors = Partial<Record<'account' | 'password' | 'captcha', string>>;

interface Props {
  /** Called when the credentials are sent. */
  onSignIn?: () => void;
  /** Filled in at first. */
  initialAccount?: string;
  /** Default: starts a new session. @throws ApiError */
  send?: (credentials: Credentials) => Promise<void>;
}

/** Account, password, and a captcha once the server requires it. Errors appear at their fields. */
export function SignInForm({ onSignIn, initialAccount = '', send = signIn }: Props) {
  const { t } = useTranslation();
  const [account, setAccount] = useState(initialAccount);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const captcha = useCaptcha(needsCaptcha);
  const accountInput = useRef<InputRef>(null);
  const passwordInput = useRef<InputRef>(null);
  const captchaInput = useRef<InputRef>(null);
  const sending = useRef(false);

  const validate = (): Errors => ({
    ...(account.trim() === '' && { account: t('login.accountRequired') }),
    ...(password === '' && { password: t('login.passwordRequired') }),
    ...(needsCaptcha && code.trim() === '' && { captcha: t('login.captchaRequired') }),
  });

  const firstInvalid = (found: Errors) => {
    if (found.account !== undefined) return accountInput;
    if (found.password !== undefined) return passwordInput;
    return found.captcha === undefined ? undefined : captchaInput;
  };

  const showRefusal = (error: unknown) => {
    const captchaRequired = error instanceof ApiError && REQUIRES_CAPTCHA.includes(error.code);
    const wrongCode = error instanceof ApiError && error.code === 'AC_IDENTIFY_CODE_WRONG';
    const { text } = displayOf(error);
    if (captchaRequired) setFailure(t('login.captchaAsked'));
    else setFailure(wrongCode ? undefined : text);
    setErrors(wrongCode ? { captcha: text } : {});
    setCode('');
    if (captchaRequired) setNeedsCaptcha(true);
    // A captcha is valid for one attempt.
    captcha.renew();
    (wrongCode ? captchaInput : passwordInput).current?.focus({ cursor: 'all' });
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const fieldErrors = validate();
    setErrors(fieldErrors);
    const first = firstInvalid(fieldErrors);
    if (first !== undefined) return first.current?.focus();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    onSignIn?.();
    try {
      await send({
        account,
        password,
        captcha:
          needsCaptcha && captcha.sessionId !== undefined
            ? { session_id: captcha.sessionId, verification_code: code.trim() }
            : undefined,
      });
    } catch (error) {
      showRefusal(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const watchCaps = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const toggleText = t(visible ? 'login.hidePassword' : 'login.showPassword');
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-label={t('login.title')}>
      <Field id="account" label={t('login.account')} error={errors.account}>
        <Input
          {...fieldProps('account', errors.account)}
          ref={accountInput}
          size="large"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={HAS_KEYBOARD && initialAccount === ''}
          maxLength={64}
          value={account}
          onChange={(e) => setAccount(e.target.value)}
        />
      </Field>
      <Field
        id="password"
        label={t('login.password')}
        error={errors.password}
        failure={needsCaptcha ? undefined : failure}
        caution={capsLock ? t('login.capsLock') : undefined}
      >
        <Input
          {...fieldProps('password', errors.password)}
          ref={passwordInput}
          size="large"
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          autoFocus={HAS_KEYBOARD && initialAccount !== ''}
          maxLength={128}
          value={password}
          onChange={(e) => setPassword(e.target.value)}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={() => setCapsLock(false)}
          suffix={
            <button
              type="button"
              className={styles.eye}
              onClick={() => setVisible(!visible)}
              aria-label={toggleText}
              aria-pressed={visible}
              title={toggleText}
            >
              {visible ? <EyeOutlined /> : <EyeInvisibleOutlined />}
            </button>
          }
        />
      </Field>
      {needsCaptcha && (
        <CaptchaField
          input={captchaInput}
          value={code}
          onChange={setCode}
          error={errors.captcha}
          failure={failure}
          captcha={captcha}
        />
      )}
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={styles.submit}>
        {t(busy ? 'login.submitting' : 'login.submit')}
      </Button>
    </form>
  );
}
