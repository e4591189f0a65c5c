import { App } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../ui/web/failure.ts';

const MIB = 1024 * 1024;

interface Progress {
  loaded: number;
  total?: number;
}

/** How far a file is: in percent where its length is known, else what has come of it; empty while that is little. */
export function progressText({ loaded, total }: Progress): string {
  if (total !== undefined && total > 0) return `${Math.min(100, Math.floor((loaded / total) * 100))}%`;
  return loaded < MIB / 10 ? '' : `${(loaded / MIB).toFixed(1)} MB`;
}

/** What a download needs beside its call: how far it is, a way to end it, and what is said when it did not come. */
export function useDownload() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const ended = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<Progress>({ loaded: 0 });
  return {
    far: progressText(progress),
    /** Options of the call that begins now. */
    begin: () => {
      setProgress({ loaded: 0 });
      const { signal } = (ended.current = new AbortController());
      return { signal, onDownloadProgress: ({ loaded, total }: Progress) => setProgress({ loaded, total }) };
    },
    cancel: () => ended.current?.abort(),
    // A failed download says nothing by itself (`spec §8`), but the person waits for a file.
    failed: (error: unknown) =>
      void (ended.current?.signal.aborted
        ? message.info(t('crud.exportCancelled'))
        : message.error(t('crud.exportFailed', { reason: failureOf(error).message }))),
  };
}
