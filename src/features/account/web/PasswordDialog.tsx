import { App, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { passwordDigest } from '../../../platform/signing/mac.ts';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { focusInput } from '../../../platform/ui/web/field/focus-input.ts';
import { chosenFaults, focusWrong, NewPassword } from '../../../platform/ui/web/password/NewPassword.tsx';
import { changePassword } from '../contract.ts';
import type { DialogProps } from './dialog.ts';
import { useSubmit } from './use-submit.ts';

const FORM = 'change-password';
const OLD_FIELD = 'old-password';
const NOTHING = { old: '', password: '', repeat: '' };
type Errors = Partial<Record<keyof typeof NOTHING, string | undefined>>;

/** Changes the own password; what is wrong is told at its field, by the browser or the server. */
export function PasswordDialog({ open, onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useCurrentUser();
  const [typed, setTyped] = useState(NOTHING);
  const [errors, setErrors] = useState<Errors>({});
  const names = [user.login_name];

  const show = (wrong: Errors) => {
    setErrors(wrong);
    if (wrong.old === undefined) return focusWrong(wrong);
    focusInput(OLD_FIELD);
    return false;
  };
  // What is wrong is no longer what stands there.
  const type = (change: Partial<typeof NOTHING>) => {
    setTyped({ ...typed, ...change });
    setErrors({});
  };
  const close = () => {
    onClose();
    setTyped(NOTHING);
    setErrors({});
  };

  const { busy, onSubmit } = useSubmit({
    check() {
      const faults = chosenFaults(typed, names);
      return show({
        old: typed.old === '' ? t('account.oldRequired') : undefined,
        password: faults.password && t(faults.password),
        repeat: faults.repeat && t(faults.repeat),
      });
    },
    async send() {
      await call(
        changePassword,
        { body: { old_password: passwordDigest(typed.old), new_password: passwordDigest(typed.password) } },
        { quiet: true },
      );
      void message.success(t('account.changed'));
      close();
      onDone();
    },
    refused(failure, { text }) {
      const [detail] = failure instanceof ApiError ? failure.details : [];
      show(detail?.field === '/new_password' ? { password: detail.message } : { old: detail?.message ?? text });
    },
  });

  return (
    <Sheet
      open={open}
      width={480}
      title={t('account.changePassword')}
      onClose={close}
      act={{ label: t('account.save'), busy, form: FORM }}
    >
      <form id={FORM} onSubmit={onSubmit} noValidate>
        <input type="hidden" autoComplete="username" value={user.login_name} readOnly />
        <Field id={OLD_FIELD} label={t('account.oldPassword')} error={errors.old}>
          <Input.Password
            {...fieldProps(OLD_FIELD, errors.old)}
            size="large"
            autoComplete="current-password"
            maxLength={128}
            value={typed.old}
            onChange={(e) => type({ old: e.target.value })}
          />
        </Field>
        <NewPassword value={typed} onChange={type} errors={errors} names={names} />
      </form>
    </Sheet>
  );
}
