import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import { exportStarted } from '../../../platform/crud/web/export-started.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { batchToPdf } from '../contract.ts';

/** Starts an export of student archives in the background; the file appears in the export task list. */
export function ArchivesDialog(props: RowsDialogProps) {
  const { t } = useTranslation();
  const run = async (ids: string[]) => {
    await call(batchToPdf, { query: { student_ids: ids.join(',') } }, { quiet: true });
    exportStarted.set(exportStarted.get() + 1);
  };
  return (
    <ConfirmDialog
      {...props}
      text={t('students.archives.text')}
      verb={(count) => t('students.archives.verb', { count })}
      done={(count) => t('students.archives.done', { count })}
      run={run}
    />
  );
}
