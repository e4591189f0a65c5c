import { useTranslation } from 'react-i18next';
import { putTeacherState } from '../../../shared/contract/teachers.ts';
import { ConfirmDialog } from '../../crud/acts/ConfirmDialog.tsx';
import type { RowsDialogProps } from '../../crud/acts/row-extra.ts';
import { call } from '../../http/call.ts';

/** A dialog that shuts somebody out, or lets them in again. */
const stateDialog = (way: 'enable' | 'disable') => function StateDialog(props: RowsDialogProps) {
  const { t } = useTranslation();
  const name = String(props.rows?.[0]?.['teacher_name'] ?? '');
  return (
    <ConfirmDialog
      {...props} danger={way === 'disable'} text={t(`teachers.${way}.text`)} verb={() => t(`teachers.${way}.verb`)} done={() => t(`teachers.${way}.done`, { name })}
      run={([id = '']) => call(putTeacherState, { params: { id }, body: { enabled: way === 'enable' } }, { quiet: true })}
    />
  );
};

export const EnableDialog = stateDialog('enable');
export const DisableDialog = stateDialog('disable');
