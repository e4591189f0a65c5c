import { Button, Input } from 'antd';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { loadCurrentUser, type UserState } from '../../../../platform/session/web/current-user.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { signOut } from '../../../../platform/session/web/sign-out.ts';
import { passwordDigest } from '../../../../platform/signing/mac.ts';
import { DoorLead, DoorLinks } from '../../../../platform/ui/web/door/DoorTexts.tsx';
import { Field, fieldProps } from '../../../../platform/ui/web/field/Field.tsx';
import { focusInput } from '../../../../platform/ui/web/field/focus-input.ts';
import { focusFirstError, NewPassword, newPasswordErrors } from '../../../../platform/ui/web/password/NewPassword.tsx';
import { changePassword } from '../../contract.ts';
import { account, firstPassword, recovery } from '../texts.zh.ts';
import styles from './SignInForm.module.css';

provideTexts({ account, firstPassword, recovery });

const INITIAL_FIELD = 'initial-password';
const EMPTY = { initial: '', password: '', repeat: '' };
type Errors = Partial<Record<keyof typeof EMPTY, string | undefined>>;

/** Replaces an initial password at the first sign-in. Afterwards the guard goes on to where the person wanted. */
export function FirstPassword({ state: { user, digest } }: { state: Extract<UserState, { status: 'changing' }> }) {
  const { t } = useTranslation();
  const [input, setInput] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  // The remembered one may have been replaced meanwhile.
  const [wrongInitial, setWrongInitial] = useState(false);
  const asksInitial = wrongInitial || digest === undefined;
  const running = useRef(false);
  // The field appears with the refusal.
  useEffect(() => {
    if (wrongInitial) focusInput(INITIAL_FIELD);
  }, [wrongInitial]);
  // The change may succeed and the next call fail; the button then only goes on.
  const changed = useRef(false);
  const names = [user.login_name];

  const showErrors = (found: Errors): boolean => {
    setErrors(found);
    if (found.initial === undefined) return focusFirstError(found);
    focusInput(INITIAL_FIELD);
    return false;
  };
  // The errors refer to the previous input.
  const changeInput = (change: Partial<typeof EMPTY>) => {
    setInput({ ...input, ...change });
    setErrors({});
  };
  const isComplete = () => {
    const problems = newPasswordErrors(input, names);
    return showErrors({
      initial: asksInitial && input.initial === '' ? t('firstPassword.initialRequired') : undefined,
      password: problems.password && t(problems.password),
      repeat: problems.repeat && t(problems.repeat),
    });
  };
  const showRefusal = (failure: unknown) => {
    const { reaction, text } = displayOf(failure);
    if (reaction === 'sign-out') return void signOut({ notice: text });
    const [detail] = failure instanceof ApiError ? failure.details : [];
    if (detail?.field !== '/old_password') return void showErrors({ password: detail?.message ?? text });
    setWrongInitial(true);
    showErrors({ initial: detail.message });
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isComplete() || running.current) return;
    running.current = true;
    setBusy(true);
    const old_password = asksInitial ? passwordDigest(input.initial) : digest;
    try {
      const body = { old_password, new_password: passwordDigest(input.password) };
      if (!changed.current) await call(changePassword, { body }, { quiet: true, noPrompt: true });
      changed.current = true;
      await loadCurrentUser();
    } catch (failure) {
      showRefusal(failure);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={t('login.firstPassword')}
    >
      <DoorLead>{t('firstPassword.lead', { name: user.real_name })}</DoorLead>
      <input type="hidden" autoComplete="username" value={user.login_name} readOnly />
      {asksInitial && (
        <Field id={INITIAL_FIELD} label={t('firstPassword.initial')} error={errors.initial}>
          <Input.Password
            {...fieldProps(INITIAL_FIELD, errors.initial)}
            size="large"
            autoComplete="current-password"
            maxLength={128}
            value={input.initial}
            onChange={(e) => changeInput({ initial: e.target.value })}
          />
        </Field>
      )}
      <NewPassword value={input} onChange={changeInput} errors={errors} names={names} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={styles.submit}>
        {t('firstPassword.save')}
      </Button>
      <DoorLinks>
        <Button type="link" size="small" onClick={() => void signOut()}>
          {t('login.otherAccount')}
        </Button>
        {asksInitial && <Link to="/reset-password">{t('firstPassword.forgotten')}</Link>}
      </DoorLinks>
    </form>
  );
}
