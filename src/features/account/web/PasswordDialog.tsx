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
import { newPasswordErrors, focusFirstError, NewPassword } from '../../../platform/ui/web/password/NewPassword.tsx';
import { changePassword } from '../contract.ts';
import type { DialogProps } from './dialog-props.ts';
import { useSubmit } from './use-submit.ts';

const FORM = 'change-password';
const OLD_FIELD = 'old-password';
const EMPTY = { old: '', password: '', repeat: '' };
type Errors = Partial<Record<keyof typeof EMPTY, string | undefined>>;

/** Changes the own password. Errors of the browser and the server appear at their fields. */
export function PasswordDialog({ open, onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useCurrentUser();
  const [input, setInput] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const names = [user.login_name];

  const showErrors = (fieldErrors: Errors) => {
    setErrors(fieldErrors);
    if (fieldErrors.old === undefined) return focusFirstError(fieldErrors);
    focusInput(OLD_FIELD);
    return false;
  };
  // The errors refer to the previous input.
  const changeInput = (change: Partial<typeof EMPTY>) => {
    setInput({ ...input, ...change });
    setErrors({});
  };
  const close = () => {
    onClose();
    setInput(EMPTY);
    setErrors({});
  };

  const { busy, onSubmit } = useSubmit({
    validate() {
      const problems = newPasswordErrors(input, names);
      return showErrors({
        old: input.old === '' ? t('account.oldRequired') : undefined,
        password: problems.password && t(problems.password),
        repeat: problems.repeat && t(problems.repeat),
      });
    },
    async send() {
      await call(
        changePassword,
        { body: { old_password: passwordDigest(input.old), new_password: passwordDigest(input.password) } },
        { quiet: true },
      );
      void message.success(t('account.changed'));
      close();
      onDone();
    },
    onRefused(failure, { text }) {
      const [detail] = failure instanceof ApiError ? failure.details : [];
      showErrors(detail?.field === '/new_password' ? { password: detail.message } : { old: detail?.message ?? text });
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
            value={input.old}
            onChange={(e) => changeInput({ old: e.target.value })}
          />
        </Field>
        <NewPassword value={input} onChange={changeInput} errors={errors} names={names} />
      </form>
    </Sheet>
  );
}
