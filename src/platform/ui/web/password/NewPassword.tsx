import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { PASSWORD_MAX, passwordFault, passwordStrength } from '../../../identity/password.ts';
import { Field, fieldProps } from '../field/Field.tsx';
import { focusInput } from '../field/focus-input.ts';
import styles from './password.module.css';

const PASSWORD_FIELD = 'new-password';
const REPEAT_FIELD = 'repeat-password';

export interface NewPasswordValues {
  password: string;
  repeat: string;
}
export interface NewPasswordErrors {
  password?: string | undefined;
  repeat?: string | undefined;
}

/** Text keys of the errors of a new password and its repetition. */
export function newPasswordErrors({ password, repeat }: NewPasswordValues, names: readonly string[]) {
  const fault = password === '' ? ('required' as const) : passwordFault(password, names);
  const differs = repeat === password ? undefined : ('account.repeatDiffers' as const);
  const again = repeat === '' ? ('account.repeatRequired' as const) : differs;
  return {
    password: fault === undefined ? undefined : (`account.faults.${fault}` as const),
    repeat: fault === undefined ? again : undefined,
  };
}

/** Focuses the first field with an error. @returns True if there is none */
export function focusFirstError({ password, repeat }: NewPasswordErrors): boolean {
  const wrong = password !== undefined ? PASSWORD_FIELD : repeat !== undefined ? REPEAT_FIELD : undefined;
  if (wrong !== undefined) focusInput(wrong);
  return wrong === undefined;
}

interface Props {
  value: NewPasswordValues;
  onChange: (value: NewPasswordValues) => void;
  errors: NewPasswordErrors;
  names: readonly string[];
}

/** Inputs of a new password and its repetition, with its strength. The page must provide the texts `account`. */
export function NewPassword({ value, onChange, errors, names }: Props) {
  const { t } = useTranslation();
  const { password, repeat } = value;
  const strength =
    password === '' || passwordFault(password, names) !== undefined ? undefined : passwordStrength(password);
  const hint =
    strength === undefined ? (
      <span className={styles.rule}>{t('account.rule')}</span>
    ) : (
      <span className={styles.strength} data-strength={strength}>
        <span aria-hidden className={styles.bar} />
        {t('account.strength', { word: t(`account.strengths.s${strength}`) })}
      </span>
    );
  return (
    <>
      <Field id={PASSWORD_FIELD} label={t('account.newPassword')} error={errors.password} hint={hint}>
        <Input.Password
          {...fieldProps(PASSWORD_FIELD, errors.password)}
          size="large"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX + 1}
          value={password}
          onChange={(e) => onChange({ password: e.target.value, repeat })}
        />
      </Field>
      <Field id={REPEAT_FIELD} label={t('account.repeat')} error={errors.repeat}>
        <Input.Password
          {...fieldProps(REPEAT_FIELD, errors.repeat)}
          size="large"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX + 1}
          value={repeat}
          onChange={(e) => onChange({ password, repeat: e.target.value })}
        />
      </Field>
    </>
  );
}
