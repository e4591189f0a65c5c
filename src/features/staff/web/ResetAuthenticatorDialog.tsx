import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { resetAuthenticator } from '../contract/teachers.ts';

/** Confirms the reset of the authenticator app of a member of staff. */
export function ResetAuthenticatorDialog(props: RowsDialogProps) {
  const { t } = useTranslation();
  const name = String(props.rows?.[0]?.['teacher_name'] ?? '');
  return (
    <ConfirmDialog
      {...props}
      danger
      text={t('teachers.authenticator.text')}
      verb={() => t('teachers.authenticator.verb')}
      done={() => t('teachers.authenticator.done', { name })}
      run={([id = '']) => call(resetAuthenticator, { params: { id } }, { quiet: true })}
    />
  );
}
