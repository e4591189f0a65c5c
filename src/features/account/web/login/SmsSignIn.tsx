import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { SMS_PURPOSE } from '../../../../platform/identity/sms.ts';
import { startSession } from '../../../../platform/session/web/sign-in.ts';
import { smsSignIn } from '../../contract.ts';
import { MobileCodeFields } from './MobileCodeFields.tsx';
import { useMobileCode } from './use-mobile-code.ts';
import styles from './SignInForm.module.css';

/** Signs in with a code sent to the bound mobile. */
export function SmsSignIn({ onSignIn }: { onSignIn: () => void }) {
  const { t } = useTranslation();
  const form = useMobileCode();
  const submit = () =>
    form.submit(async () => {
      onSignIn();
      await startSession(await call(smsSignIn, { body: form.typed }, { quiet: true }), 'sms');
    });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
      aria-label={t('login.bySms')}
    >
      <MobileCodeFields purpose={SMS_PURPOSE.signIn} form={form} />
      <Button type="primary" htmlType="submit" size="large" block loading={form.busy} className={styles.submit}>
        {t(form.busy ? 'login.submitting' : 'login.submit')}
      </Button>
    </form>
  );
}
