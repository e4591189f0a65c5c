import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { changeStudyStatus } from '../contract.ts';
import { STUDY } from '../rules/study-status.ts';

/** Creates the dialog that changes the status of students; all of them change or none. */
const statusDialog = (key: 'suspend' | 'leave' | 'graduate', study_status: number) =>
  function StatusDialog(props: RowsDialogProps) {
    const { t } = useTranslation();
    return (
      <ConfirmDialog
        {...props}
        text={t(`students.${key}.text`)}
        verb={(count) => t(`students.${key}.verb`, { count })}
        done={(count) => t(`students.${key}.done`, { count })}
        run={(student_ids) => call(changeStudyStatus, { body: { study_status, student_ids } }, { quiet: true })}
      />
    );
  };

export const SuspendDialog = statusDialog('suspend', STUDY.suspended);
export const LeaveDialog = statusDialog('leave', STUDY.left);
export const GraduateDialog = statusDialog('graduate', STUDY.graduated);
