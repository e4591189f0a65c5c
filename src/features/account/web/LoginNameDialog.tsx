import { App, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { focusInput } from '../../../platform/ui/web/field/focus-input.ts';
import { changeLoginName } from '../contract.ts';
import { isWellFormed } from '../rules.ts';
import type { DialogProps } from './dialog-props.ts';
import { useSubmit } from './use-submit.ts';
import styles from './AccountPage.module.css';

const FORM = 'change-login-name';
const FIELD = 'new-login-name';

/** Changes the own login name, which needs a second proof. The server's refusal appears at the field. */
export function LoginNameDialog({ open, onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useCurrentUser();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const name = typed.trim();

  const refuse = (text: string) => {
    setError(text);
    focusInput(FIELD);
    return false;
  };
  const close = () => {
    onClose();
    setTyped('');
    setError(undefined);
  };
  const { busy, onSubmit } = useSubmit({
    validate() {
      if (!isWellFormed(name)) return refuse(t('account.loginNameRule'));
      return name !== user.login_name || refuse(t('account.loginNameSame'));
    },
    async send() {
      const { login_name } = await call(changeLoginName, { body: { login_name: name } }, { quiet: true });
      void message.success(t('account.loginNameChanged', { name: login_name }));
      close();
      onDone();
    },
    onRefused(failure) {
      if (isCancelled(failure)) return;
      const { message: whole, details } = failureOf(failure);
      refuse(details[0]?.message ?? whole);
    },
  });

  return (
    <Sheet
      open={open}
      width={480}
      title={t('account.changeLoginName')}
      onClose={close}
      act={{ label: t('account.save'), busy, form: FORM }}
    >
      <p className={styles.first}>{t('account.loginNameText')}</p>
      <form id={FORM} onSubmit={onSubmit} noValidate>
        <Field id={FIELD} label={t('account.newLoginName')} error={error} hint={t('account.loginNameRule')}>
          <Input
            {...fieldProps(FIELD, error)}
            size="large"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={32}
            value={typed}
            onChange={(e) => {
              setTyped(e.target.value);
              setError(undefined);
            }}
          />
        </Field>
      </form>
    </Sheet>
  );
}
