import { App } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../ui/web/failure.ts';
import { sizeText } from '../../../ui/web/size-text.ts';

const MIB = 1024 * 1024;

interface Progress {
  loaded: number;
  total?: number;
}

/** Progress of a download: percent if the length is known, else the size; empty below 0.1 MB. */
export function progressText({ loaded, total }: Progress): string {
  if (total !== undefined && total > 0) return `${Math.min(100, Math.floor((loaded / total) * 100))}%`;
  return loaded < MIB / 10 ? '' : sizeText(loaded, 'MB');
}

/** Progress, cancellation and failure message of a download. */
export function useDownload() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const ended = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<Progress>({ loaded: 0 });
  return {
    far: progressText(progress),
    /** Returns the options of the call that starts now. */
    begin: () => {
      setProgress({ loaded: 0 });
      const { signal } = (ended.current = new AbortController());
      return { signal, onDownloadProgress: ({ loaded, total }: Progress) => setProgress({ loaded, total }) };
    },
    cancel: () => ended.current?.abort(),
    // A failed download shows no message by default (`spec §8`), but here the user waits for a file.
    failed: (error: unknown) =>
      void (ended.current?.signal.aborted
        ? message.info(t('crud.exportCancelled'))
        : message.error(t('crud.exportFailed', { reason: failureOf(error).message }))),
  };
}
