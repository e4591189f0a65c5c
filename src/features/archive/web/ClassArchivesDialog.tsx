import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import { exportStarted } from '../../../platform/crud/web/export-started.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { batchToPdf } from '../contract.ts';
import { archive as texts } from './texts.zh.ts';

provideTexts({ archive: texts });

/** Starts an export of the archives of whole classes in the background. */
export function ClassArchivesDialog(props: RowsDialogProps) {
  const { t } = useTranslation();
  const run = async (ids: string[]) => {
    await call(batchToPdf, { query: { class_ids: ids.join(',') } }, { quiet: true });
    exportStarted.set(exportStarted.get() + 1);
  };
  return (
    <ConfirmDialog
      {...props}
      text={t('archive.classes.text')}
      verb={(count) => t('archive.classes.verb', { count })}
      done={(count) => t('archive.classes.done', { count })}
      run={run}
    />
  );
}
