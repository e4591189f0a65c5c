import { useTranslation } from 'react-i18next';
import { AccountDialog } from '../../../platform/crud/web/acts/AccountDialog.tsx';
import type { RowsDialogProps } from '../../../platform/crud/web/acts/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { registerGuardian, resetGuardianPassword } from '../contract/guardians.ts';

const CALLS = { 'guardians.register': registerGuardian, 'guardians.reset': resetGuardianPassword } as const;

const accountDialog = (what: keyof typeof CALLS) =>
  function GuardianAccountDialog(props: RowsDialogProps) {
    const { t } = useTranslation();
    return (
      <AccountDialog
        {...props}
        texts={{
          title: (name) => t(`${what}.title`, { name }),
          text: (name) => t(`${what}.text`, { name }),
          verb: t(`${what}.verb`),
          once: t(`${what}.once`),
        }}
        run={(id) => call(CALLS[what], { params: { id } }, { quiet: true })}
      />
    );
  };

/** Opens an account for a guardian. */
export const RegisterGuardianDialog = accountDialog('guardians.register');
/** Gives a guardian another password. */
export const ResetGuardianDialog = accountDialog('guardians.reset');
