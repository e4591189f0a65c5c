import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import type { RowsDialogProps } from '../../../platform/crud/web/acts/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { putTeacherState } from '../contract/teachers.ts';

/** A dialog that shuts somebody out, or lets them in again. */
const stateDialog = (way: 'enable' | 'disable') =>
  function StateDialog(props: RowsDialogProps) {
    const { t } = useTranslation();
    const name = String(props.rows?.[0]?.['teacher_name'] ?? '');
    return (
      <ConfirmDialog
        {...props}
        danger={way === 'disable'}
        text={t(`teachers.${way}.text`)}
        verb={() => t(`teachers.${way}.verb`)}
        done={() => t(`teachers.${way}.done`, { name })}
        run={([id = '']) =>
          call(putTeacherState, { params: { id }, body: { enabled: way === 'enable' } }, { quiet: true })
        }
      />
    );
  };

export const EnableDialog = stateDialog('enable');
export const DisableDialog = stateDialog('disable');
