import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { ChunkLoadError } from '../../../../platform/http/web/load-chunk.ts';
import { Notice } from '../../../../platform/ui/web/Notice.tsx';
import { Cloud } from '../../../../platform/ui/web/pictures.tsx';
import { useTitle } from '../../../../platform/ui/web/use-title.ts';

/** Message for a crashed page: a chunk that did not load (`spec §8`), or a bug. */
export function CrashNotice({ error, whole = false }: { error: unknown; whole?: boolean }) {
  const { t } = useTranslation();
  const chunk = error instanceof ChunkLoadError;
  const title = chunk ? t('errors.chunkTitle') : t('errors.crashTitle');
  useTitle(title);
  return (
    <Notice
      whole={whole}
      picture={<Cloud />}
      title={title}
      text={chunk ? t('errors.chunk') : t('errors.crash')}
      acts={
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('common.reload')}
        </Button>
      }
    />
  );
}

/** Error page of the whole portal. */
export const Crash = () => <CrashNotice whole error={useRouteError()} />;
