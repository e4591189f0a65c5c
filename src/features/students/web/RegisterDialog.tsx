import { useTranslation } from 'react-i18next';
import { AccountDialog } from '../../../platform/crud/web/acts/AccountDialog.tsx';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { registerStudent } from '../contract.ts';

/** Confirms opening an account for a student, then shows its first password once. */
export function RegisterDialog(props: RowsDialogProps) {
  const { t } = useTranslation();
  return (
    <AccountDialog
      {...props}
      texts={{
        title: (name) => t('students.register.title', { name }),
        text: (name) => t('students.register.text', { name }),
        verb: t('students.register.verb'),
        once: t('students.register.once'),
      }}
      run={(id) => call(registerStudent, { params: { id } }, { quiet: true })}
    />
  );
}
