import { Button } from 'antd';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { SMS_PURPOSE } from '../../../../platform/identity/sms.ts';
import { mask } from '../../../../platform/schema/mask.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { passwordDigest } from '../../../../platform/signing/mac.ts';
import { DoorFrame } from '../../../../platform/ui/web/door/DoorFrame.tsx';
import { DoorAlert, DoorLead, DoorLinks } from '../../../../platform/ui/web/door/DoorTexts.tsx';
import {
  newPasswordErrors,
  focusFirstError,
  NewPassword,
  type NewPasswordErrors,
} from '../../../../platform/ui/web/password/NewPassword.tsx';
import { checkCode, resetForgotten } from '../../contract.ts';
import { MobileCodeFields } from './MobileCodeFields.tsx';
import { useMobileCode } from './use-mobile-code.ts';
import styles from './SignInForm.module.css';

/** The token that a correct code returns. */
interface VerifiedMobile {
  mobile: string;
  token: string;
}
/** Why a proof is wanted once more, and for which number. */
interface Again {
  notice: string;
  mobile: string;
}
type Stage = { at: 'mobile'; again?: Again } | ({ at: 'password' } & VerifiedMobile) | { at: 'done' };

/** /reset-password: mobile, code, new password. No answer reveals whether a number belongs to an account. */
export function ResetPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [stage, setStage] = useState<Stage>({ at: 'mobile' });
  if (stage.at === 'done') {
    return (
      <DoorFrame title={t('recovery.done')}>
        <div role="status">
          <DoorLead>{t('recovery.doneText')}</DoorLead>
        </div>
        <Button type="primary" size="large" block autoFocus onClick={() => void navigate('/login')}>
          {t('common.toLogin')}
        </Button>
      </DoorFrame>
    );
  }
  return (
    <DoorFrame title={t(stage.at === 'mobile' ? 'recovery.title' : 'recovery.chooseTitle')}>
      {stage.at === 'mobile' ? (
        <MobileStep again={stage.again} onVerified={(verified) => setStage({ at: 'password', ...verified })} />
      ) : (
        <PasswordStep
          {...stage}
          onDone={() => setStage({ at: 'done' })}
          onExpired={(notice) => setStage({ at: 'mobile', again: { notice, mobile: stage.mobile } })}
        />
      )}
      <DoorLinks>
        <Link to="/login">{t('recovery.toLogin')}</Link>
      </DoorLinks>
    </DoorFrame>
  );
}

function MobileStep({
  again,
  onVerified,
}: {
  again: Again | undefined;
  onVerified: (verified: VerifiedMobile) => void;
}) {
  const { t } = useTranslation();
  const form = useMobileCode(again?.mobile);
  const submit = () =>
    form.submit(async () => {
      const { sms_token: token } = await call(
        checkCode,
        { body: { type: SMS_PURPOSE.reset, ...form.typed } },
        { quiet: true },
      );
      onVerified({ mobile: form.typed.mobile, token });
    });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
      aria-label={t('recovery.title')}
    >
      {again ? <DoorAlert>{again.notice}</DoorAlert> : <DoorLead>{t('recovery.about')}</DoorLead>}
      <MobileCodeFields purpose={SMS_PURPOSE.reset} form={form} />
      <Button type="primary" htmlType="submit" size="large" block loading={form.busy} className={styles.submit}>
        {t('recovery.next')}
      </Button>
    </form>
  );
}

function PasswordStep({
  mobile,
  token,
  onDone,
  onExpired,
}: VerifiedMobile & { onDone: () => void; onExpired: (notice: string) => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState({ password: '', repeat: '' });
  const [errors, setErrors] = useState<NewPasswordErrors>({});
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const showErrors = (fieldErrors: NewPasswordErrors): boolean => {
    setErrors(fieldErrors);
    return focusFirstError(fieldErrors);
  };

  // The errors refer to the previous input.
  const changeInput = (next: typeof chosen) => {
    setChosen(next);
    setErrors({});
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const problems = newPasswordErrors(chosen, [mobile]);
    if (
      !showErrors({
        password: problems.password && t(problems.password),
        repeat: problems.repeat && t(problems.repeat),
      }) ||
      running.current
    )
      return;
    running.current = true;
    setBusy(true);
    try {
      await call(
        resetForgotten,
        { body: { mobile, sms_token: token, password: passwordDigest(chosen.password) } },
        { quiet: true },
      );
      onDone();
    } catch (failure) {
      const { text } = displayOf(failure);
      if (failure instanceof ApiError && failure.code === 'AC_IDENTIFY_CODE_WRONG') return onExpired(text);
      showErrors({
        password:
          (failure instanceof ApiError ? failure.details[0]?.message : undefined) ?? (text || t('codes.failed')),
      });
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
      aria-label={t('recovery.chooseTitle')}
    >
      <DoorLead>{t('recovery.chooseAbout', { mobile: mask('phone', mobile) })}</DoorLead>
      <input type="hidden" autoComplete="username" value={mobile} readOnly />
      <NewPassword value={chosen} onChange={changeInput} errors={errors} names={[mobile]} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={styles.submit}>
        {t('recovery.save')}
      </Button>
    </form>
  );
}
