import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../http/call.ts';
import { failureOf } from '../failure.ts';
import type { Entity } from '../use-entity.ts';
import { useOnce } from '../use-once.ts';
import { saveFile } from './save-file.ts';

/** Workbook or plain text. */
type ExportFormat = 'xlsx' | 'csv';

/** A sheet of a whole school takes longer than an ordinary call. */
const EXPORT_TIMEOUT_MS = 300_000;

const MIB = 1024 * 1024;

/** Downloads the rows that a query finds as a spreadsheet file; one at a time, told how far it is, and ended where somebody has changed their mind. */
export function useExport({ schema, calls }: Entity) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const ended = useRef<AbortController>(undefined);
  const [loaded, setLoaded] = useState(0);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ format, ...query }: Record<string, string> & { format: ExportFormat }) => {
      setLoaded(0);
      const { signal } = ended.current = new AbortController();
      return call(calls.export, { query: { ...query, ...(format === 'csv' && { format }) } }, { timeout: EXPORT_TIMEOUT_MS, signal, onDownloadProgress: (progress) => setLoaded(progress.loaded) });
    },
    onSuccess: (file, { format }) => {
      saveFile(file, `${schema.title}.${format}`);
      void message.success(t('crud.exported'));
    },
    // A failed download says nothing by itself (`spec §8`), but the person waits for a file.
    onError: (error) => void (ended.current?.signal.aborted ? message.info(t('crud.exportCancelled')) : message.error(t('crud.exportFailed', { reason: failureOf(error).message }))),
  });
  return {
    run: useOnce(mutateAsync), busy: isPending,
    /** What has come of the file, in MB; empty while that is little. */
    loaded: loaded < MIB / 10 ? '' : (loaded / MIB).toFixed(1),
    cancel: () => ended.current?.abort(),
  };
}
