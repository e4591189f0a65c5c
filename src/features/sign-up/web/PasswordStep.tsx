import { Button } from 'antd';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { mask } from '../../../platform/schema/mask.ts';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { startSession } from '../../../platform/session/web/sign-in.ts';
import { passwordDigest } from '../../../platform/signing/mac.ts';
import { DoorLead } from '../../../platform/ui/web/door/DoorTexts.tsx';
import {
  focusFirstError,
  NewPassword,
  newPasswordErrors,
  type NewPasswordErrors,
} from '../../../platform/ui/web/password/NewPassword.tsx';
import { mobileSignUp } from '../contract.ts';
import type { Proved } from './proved.ts';
import styles from './sign-up.module.css';

/** Codes after which another password does not help. */
const OVER: readonly string[] = ['AC_IDENTIFY_CODE_WRONG', 'PSY_CONFLICT', 'PSY_NOT_FOUND'];

/** Sets the password of the account that is opened, and signs in. */
export function PasswordStep({ proved, onExpired }: { proved: Proved; onExpired: (notice: string) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState({ password: '', repeat: '' });
  const [errors, setErrors] = useState<NewPasswordErrors>({});
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const { mobile, sms_token, orgs } = proved;

  const show = (found: NewPasswordErrors): boolean => {
    setErrors(found);
    return focusFirstError(found);
  };

  const send = async () => {
    const body = { mobile, sms_token, password: passwordDigest(chosen.password) };
    await startSession(await call(mobileSignUp, { body }, { quiet: true }), 'sms');
    await navigate('/login', { replace: true });
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const { password, repeat } = newPasswordErrors(chosen, [mobile]);
    if (!show({ password: password && t(password), repeat: repeat && t(repeat) }) || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await send();
    } catch (failure) {
      const text = displayOf(failure).text || t('signUp.failed');
      if (failure instanceof ApiError && OVER.includes(failure.code)) return onExpired(text);
      show({ password: (failure instanceof ApiError ? failure.details[0]?.message : undefined) ?? text });
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
      aria-label={t('signUp.chooseTitle')}
    >
      <DoorLead>{t('signUp.chooseAbout', { mobile: mask('phone', mobile) })}</DoorLead>
      <ul className={styles.orgs}>
        {orgs.map(({ org_name, identity }) => (
          <li key={`${org_name} ${identity}`}>
            {t('signUp.open', {
              org: org_name,
              identity: t(identity === IDENTITY.staff ? 'signUp.identities.staff' : 'signUp.identities.parent'),
            })}
          </li>
        ))}
      </ul>
      <input type="hidden" autoComplete="username" value={mobile} readOnly />
      <NewPassword
        value={chosen}
        onChange={(next) => {
          setChosen(next);
          // The errors refer to the previous input.
          setErrors({});
        }}
        errors={errors}
        names={[mobile]}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={styles.submit}>
        {t('signUp.save')}
      </Button>
    </form>
  );
}
