import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { DoorFrame } from '../../../platform/ui/web/door/DoorFrame.tsx';
import { DoorLead } from '../../../platform/ui/web/door/DoorTexts.tsx';
import { useTitle } from '../../../platform/ui/web/use-title.ts';
import { shownScreen } from '../contract.ts';
import { SCREEN_PAGE } from '../rules.ts';
import { Board } from './Board.tsx';
import { dropScreenKey, screenKey, takeScreenKey } from './held-key.ts';
import { mergeNumbers } from './merge-numbers.ts';
import { largeScreen } from './texts.zh.ts';
import { usePolled } from './use-polled.ts';
import styles from './large-screen.module.css';

provideTexts({ largeScreen });

/** /screen: the screen of a link and nothing else. The key leaves the address bar at once. */
export function HallPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  // Before the first paint.
  useLayoutEffect(() => {
    if (takeScreenKey(hash)) void navigate(SCREEN_PAGE, { replace: true });
  }, [hash, navigate]);
  if (hash !== '') return null;
  const key = screenKey();
  return key === undefined ? <Message text="none" /> : <Hall key={key} screenKey={key} />;
}

function Hall({ screenKey: key }: { screenKey: string }) {
  const { t } = useTranslation();
  useTitle(t('page.largeScreen.title'));
  const [isOver, setOver] = useState(false);
  const { data, error } = usePolled(
    async (signal) => (await call(shownScreen, { body: { key } }, { signal, quiet: true })).numbers,
    mergeNumbers,
    (failure) => {
      if (!(failure instanceof ApiError) || failure.code !== 'PSY_SCREEN_LINK_ENDED') return false;
      dropScreenKey();
      setOver(true);
      return true;
    },
  );
  if (isOver) return <Message text="ended" />;
  return (
    <main className={styles.hall} aria-busy={data === undefined}>
      {data ? (
        <Board numbers={data} isAway={error !== undefined} isPage />
      ) : (
        <p className={styles.wait} role="status">
          {t(error === undefined ? 'largeScreen.loading' : 'largeScreen.hall.retry')}
        </p>
      )}
    </main>
  );
}

function Message({ text }: { text: 'none' | 'ended' }) {
  const { t } = useTranslation();
  return (
    <DoorFrame title={t(`largeScreen.hall.${text}`)}>
      <DoorLead>{t(`largeScreen.hall.${text}Hint`)}</DoorLead>
    </DoorFrame>
  );
}
