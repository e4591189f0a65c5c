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

/** An export of a whole school exceeds the default timeout. */
const EXPORT_TIMEOUT_MS = 300_000;

/** Downloads the rows of a query as a spreadsheet file; one at a time, with progress and cancellation. */
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
