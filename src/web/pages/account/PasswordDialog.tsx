import { App, Input } from 'antd';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '../../../shared/contract/own-account.ts';
import { passwordDigest } from '../../../shared/signing/mac.ts';
import { Sheet } from '../../crud/Sheet.tsx';
import { ApiError } from '../../http/api-error.ts';
import { call } from '../../http/call.ts';
import { useCurrentUser } from '../../providers/current-user.ts';
import { notifyFailure, shownOf } from '../../providers/notify-failure.ts';
import { focusInput } from '../../widgets/field/focus-input.ts';
import { Field, fieldProps } from '../../widgets/field/Field.tsx';
import { chosenFaults, focusWrong, NewPassword } from '../../widgets/password/NewPassword.tsx';
import type { DialogProps } from './dialog.ts';

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
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
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

  const refused = (failure: unknown) => {
    const { text, reaction } = shownOf(failure);
    if (reaction === 'sign-out') return notifyFailure(failure);
    const [detail] = failure instanceof ApiError ? failure.details : [];
    show(detail?.field === '/new_password' ? { password: detail.message } : { old: detail?.message ?? text });
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const faults = chosenFaults(typed, names);
    if (!show({ old: typed.old === '' ? t('account.oldRequired') : undefined, password: faults.password && t(faults.password), repeat: faults.repeat && t(faults.repeat) }) || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await call(changePassword, { body: { old_password: passwordDigest(typed.old), new_password: passwordDigest(typed.password) } }, { quiet: true });
      void message.success(t('account.changed'));
      close();
      onDone();
    } catch (failure) {
      refused(failure);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <Sheet open={open} width={480} title={t('account.changePassword')} onClose={close} act={{ label: t('account.save'), busy, form: FORM }}>
      <form id={FORM} onSubmit={(event) => void submit(event)} noValidate>
        <input type="hidden" autoComplete="username" value={user.login_name} readOnly />
        <Field id={OLD_FIELD} label={t('account.oldPassword')} error={errors.old}>
          <Input.Password {...fieldProps(OLD_FIELD, errors.old)} size="large" autoComplete="current-password" maxLength={128} value={typed.old} onChange={(e) => type({ old: e.target.value })} />
        </Field>
        <NewPassword value={typed} onChange={type} errors={errors} names={names} />
      </form>
    </Sheet>
  );
}
