import { App } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkLoadError } from '../../../platform/http/web/load-chunk.ts';
import { PartBoundary } from '../../../platform/ui/web/PartBoundary.tsx';

/**
 * Around what the layout opens above the page: a part that did not load, or crashed, is left out with a message, and
 * layout and page stay.
 */
export function DialogBoundary({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const report = (error: unknown) => {
    const content = t(error instanceof ChunkLoadError ? 'errors.partChunk' : 'errors.crash');
    // Several parts may fail for the same reason: the message is shown once.
    void message.error({ content, key: content });
  };
  return (
    <PartBoundary fallback={null} onFailed={report}>
      {children}
    </PartBoundary>
  );
}
