import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Input, type InputRef } from 'antd';
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { shownOf } from '../../../../platform/session/web/notify-failure.ts';
import { signIn } from '../../../../platform/session/web/sign-in.ts';
import { CaptchaField } from '../../../../platform/ui/web/field/CaptchaField.tsx';
import { Field, fieldProps } from '../../../../platform/ui/web/field/Field.tsx';
import { useCaptcha } from '../../../../platform/ui/web/field/use-captcha.ts';
import styles from './SignInForm.module.css';

/** Answers after which a picture code is wanted (`spec §8`). */
const WANTS_CAPTCHA: readonly string[] = ['SHOW_VERIFY_CODE', 'AC_IDENTIFY_CODE_REQUIRED'];

/** On a touch screen the focus would cover half of the page with a keyboard. */
const KEYBOARD = window.matchMedia('(pointer: fine)').matches;

type Errors = Partial<Record<'account' | 'password' | 'captcha', string>>;

/** Account, password, and a picture code once the server asks for one. What is wrong is told in place. */
export function SignInForm({ onSignIn }: { onSignIn: () => void }) {
  const { t } = useTranslation();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const captcha = useCaptcha(wantsCode);
  const accountInput = useRef<InputRef>(null);
  const passwordInput = useRef<InputRef>(null);
  const captchaInput = useRef<InputRef>(null);
  const sending = useRef(false);

  const check = (): Errors => ({
    ...(account.trim() === '' && { account: t('login.accountRequired') }),
    ...(password === '' && { password: t('login.passwordRequired') }),
    ...(wantsCode && code.trim() === '' && { captcha: t('login.captchaRequired') }),
  });

  const refused = (error: unknown) => {
    const asked = error instanceof ApiError && WANTS_CAPTCHA.includes(error.code);
    const wrongCode = error instanceof ApiError && error.code === 'AC_IDENTIFY_CODE_WRONG';
    const { text } = shownOf(error);
    setFailure(asked ? t('login.captchaAsked') : wrongCode ? undefined : text);
    setErrors(wrongCode ? { captcha: text } : {});
    setCode('');
    if (asked) setWantsCode(true);
    // A picture code is good for one try.
    captcha.renew();
    (wrongCode ? captchaInput : passwordInput).current?.focus({ cursor: 'all' });
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = check();
    setErrors(wrong);
    const first =
      wrong.account !== undefined
        ? accountInput
        : wrong.password !== undefined
          ? passwordInput
          : wrong.captcha !== undefined
            ? captchaInput
            : undefined;
    if (first !== undefined) return first.current?.focus();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    onSignIn();
    try {
      await signIn({
        account,
        password,
        captcha:
          wantsCode && captcha.sessionId !== undefined
            ? { session_id: captcha.sessionId, verification_code: code.trim() }
            : undefined,
      });
    } catch (error) {
      refused(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  const eye = t(shown ? 'login.hidePassword' : 'login.showPassword');
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
          autoFocus={KEYBOARD}
          maxLength={64}
          value={account}
          onChange={(e) => setAccount(e.target.value)}
        />
      </Field>
      <Field
        id="password"
        label={t('login.password')}
        error={errors.password}
        failure={wantsCode ? undefined : failure}
        hint={caps ? t('login.capsLock') : undefined}
      >
        <Input
          {...fieldProps('password', errors.password)}
          ref={passwordInput}
          size="large"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(e) => setPassword(e.target.value)}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={() => setCaps(false)}
          suffix={
            <button
              type="button"
              className={styles.eye}
              onClick={() => setShown(!shown)}
              aria-label={eye}
              aria-pressed={shown}
              title={eye}
            >
              {shown ? <EyeOutlined /> : <EyeInvisibleOutlined />}
            </button>
          }
        />
      </Field>
      {wantsCode && (
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
