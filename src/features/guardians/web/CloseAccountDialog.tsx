import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { closeGuardianAccount } from '../contract/guardians.ts';

/** Closes the account of a guardian. */
export function CloseAccountDialog(props: RowsDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      {...props}
      danger
      text={t('guardians.close.text')}
      verb={() => t('guardians.close.verb')}
      done={() => t('guardians.close.done')}
      run={([id = '']) => call(closeGuardianAccount, { params: { id } }, { quiet: true })}
    />
  );
}
