import { useTranslation } from 'react-i18next';
import { AccountDialog } from '../../../platform/crud/web/acts/AccountDialog.tsx';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { registerGuardian, resetGuardianPassword } from '../contract/guardians.ts';

const CALLS = { 'guardians.register': registerGuardian, 'guardians.reset': resetGuardianPassword } as const;

const accountDialog = (action: keyof typeof CALLS) =>
  function GuardianAccountDialog(props: RowsDialogProps) {
    const { t } = useTranslation();
    return (
      <AccountDialog
        {...props}
        texts={{
          title: (name) => t(`${action}.title`, { name }),
          text: (name) => t(`${action}.text`, { name }),
          verb: t(`${action}.verb`),
          once: t(`${action}.once`),
        }}
        run={(id) => call(CALLS[action], { params: { id } }, { quiet: true })}
      />
    );
  };

/** Confirms opening an account for a guardian, then shows its first password once. */
export const RegisterGuardianDialog = accountDialog('guardians.register');
/** Confirms the reset of a guardian's password, then shows the new one once. */
export const ResetGuardianDialog = accountDialog('guardians.reset');
