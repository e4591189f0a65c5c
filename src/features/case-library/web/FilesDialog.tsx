import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import { exportStarted } from '../../../platform/crud/web/export-started.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { libraryFiles } from '../contract.ts';
import { LIBRARY_STATUS } from '../rules/status.ts';
import { caseLibrary } from './texts.zh.ts';

provideTexts({ caseLibrary });

/** Packs released cases in the background; the file appears in the export task list. */
export function FilesDialog(props: RowsDialogProps) {
  const { t } = useTranslation();
  const run = async (ids: string[]) => {
    await call(libraryFiles, { body: { library_ids: ids } }, { quiet: true });
    exportStarted.set(exportStarted.get() + 1);
  };
  return (
    <ConfirmDialog
      {...props}
      text={t('caseLibrary.files.text')}
      verb={(count) => t('caseLibrary.files.verb', { count })}
      done={() => t('caseLibrary.files.done')}
      refused={(rows) =>
        rows.some(({ status }) => status !== LIBRARY_STATUS.released) ? t('caseLibrary.files.onlyReleased') : undefined
      }
      run={run}
    />
  );
}
