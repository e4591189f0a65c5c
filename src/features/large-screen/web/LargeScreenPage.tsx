import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { largeScreen as readScreen } from '../contract.ts';
import { Board } from './Board.tsx';
import { Links } from './Links.tsx';
import { mergeNumbers } from './merge-numbers.ts';
import { largeScreen } from './texts.zh.ts';
import { usePolled } from './use-polled.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './large-screen.module.css';

provideTexts({ largeScreen });

/** A right that is gone does not come back by asking again. */
const ends = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** /large-screen: the screen as the hall shows it, and the links that show it there. */
export function LargeScreenPage() {
  const { t } = useTranslation();
  const mayShare = useMay('large-screen/link', 'open');
  const { data, error } = usePolled((signal) => call(readScreen, {}, { signal, quiet: true }), mergeNumbers, ends);
  return (
    <div className={page.page}>
      <PageTitle title={t('page.largeScreen.title')} about={t('largeScreen.about')} />
      {data === undefined && error === undefined && <Skeleton active paragraph={{ rows: 12 }} />}
      {data === undefined && error !== undefined && (
        <FailedState error={error} onRetry={() => window.location.reload()} />
      )}
      {data && (
        <div className={styles.frame}>
          <Board numbers={data} isAway={error !== undefined} />
        </div>
      )}
      {mayShare && <Links />}
    </div>
  );
}
