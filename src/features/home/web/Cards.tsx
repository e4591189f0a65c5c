import { AppstoreOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { menuOf } from '../../../platform/pages/web/menu.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { loadOwnSite } from '../../../platform/session/web/site.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { home } from '../contract.ts';
import { CardFrame, preloadCards } from './CardFrame.tsx';
import { homeCards } from './texts.zh.ts';
import { WaitingCards } from './WaitingCards.tsx';
import styles from './Cards.module.css';

provideTexts({ homeCards });

const ArrangeDialog = lazyPage(async () => (await import('./ArrangeDialog.tsx')).ArrangeDialog);

/** The cards together with the code of their contents, so that none grows after it is shown. */
async function readHome(signal: AbortSignal) {
  const data = await call(home, {}, { signal, quiet: true });
  await preloadCards(data.cards.filter(({ state }) => state === 'ready').map(({ key }) => key));
  return data;
}

/** The cards of the home page of staff: what needs the user today first. */
export function Cards() {
  const { t } = useTranslation();
  const { org, role } = useCurrentUser();
  const hasPages = menuOf(useMayOpen()).length > 0;
  const mayArrange = useMay('index', 'arrange');
  const { message } = App.useApp();
  const [arranging, setArranging] = useState(false);
  const queryClient = useQueryClient();
  const key = ['home', org.org_id, role?.role_id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readHome(signal),
    // Numbers of work: what an earlier visit read may no longer be true.
    staleTime: 0,
  });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: key });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <WaitingCards />;
  const shown = data.cards.filter(({ state }) => state !== 'hidden');
  if (data.cards.length === 0) return <p className={styles.none}>{t(hasPages ? 'homeCards.none' : 'home.nothing')}</p>;
  return (
    <div className={styles.home}>
      {shown.length === 0 && <p className={styles.none}>{t('homeCards.allHidden')}</p>}
      <div className={styles.cards}>
        {shown.map((card) => (
          <CardFrame key={card.key} card={card} onRefresh={refresh} />
        ))}
      </div>
      {mayArrange && (
        <div>
          <Button data-tour="arrange" icon={<AppstoreOutlined aria-hidden />} onClick={() => setArranging(true)}>
            {t('homeCards.arrange.open')}
          </Button>
        </div>
      )}
      {arranging && (
        <Suspense>
          <ArrangeDialog
            home={data}
            onClose={() => setArranging(false)}
            onDeclared={() => {
              refresh();
              void loadOwnSite();
            }}
            onSaved={() => {
              setArranging(false);
              void message.success(t('homeCards.arrange.saved'));
              refresh();
              void loadOwnSite();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
