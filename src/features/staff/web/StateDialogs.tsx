import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { putTeacherState } from '../contract/teachers.ts';

/** Creates the dialog that disables or enables a staff account. */
const stateDialog = (action: 'enable' | 'disable') =>
  function StateDialog(props: RowsDialogProps) {
    const { t } = useTranslation();
    const name = String(props.rows?.[0]?.['teacher_name'] ?? '');
    return (
      <ConfirmDialog
        {...props}
        danger={action === 'disable'}
        text={t(`teachers.${action}.text`)}
        verb={() => t(`teachers.${action}.verb`)}
        done={() => t(`teachers.${action}.done`, { name })}
        run={([id = '']) =>
          call(putTeacherState, { params: { id }, body: { enabled: action === 'enable' } }, { quiet: true })
        }
      />
    );
  };

export const EnableDialog = stateDialog('enable');
export const DisableDialog = stateDialog('disable');
