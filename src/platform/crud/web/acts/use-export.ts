import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { useOnce } from '../use-once.ts';
import { saveFile } from './save-file.ts';
import { useDownload } from './use-download.ts';

/** Workbook or plain text. */
type ExportFormat = 'xlsx' | 'csv';

/** A sheet of a whole school takes longer than an ordinary call. */
const EXPORT_TIMEOUT_MS = 300_000;

/**
 * Downloads the rows that a query finds as a spreadsheet file; one at a time, told how far it is, and ended where
 * somebody has changed their mind.
 */
export function useExport({ schema, calls }: Entity) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { far, begin, cancel, failed } = useDownload();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ format, ...query }: Record<string, string> & { format: ExportFormat }) =>
      call(
        calls.export,
        { query: { ...query, ...(format === 'csv' && { format }) } },
        { timeout: EXPORT_TIMEOUT_MS, ...begin() },
      ),
    onSuccess: (file, { format }) => {
      saveFile(file, `${schema.title}.${format}`);
      void message.success(t('crud.exported'));
    },
    onError: failed,
  });
  return { run: useOnce(mutateAsync), busy: isPending, far, cancel };
}
