import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPage } from '../../../ui/web/lazy-page.ts';
import { useLast } from '../use-last.ts';
import type { MaskedPlace } from './place.ts';
import styles from './reveal.module.css';

const RevealDialog = lazyPage(() => import('./RevealDialog.tsx').then((m) => m.RevealDialog));

/** In milliseconds; how long a revealed value is shown. */
const SHOWN_MS = 60_000;

interface Props {
  place: MaskedPlace;
  /** The masked text; absent if an input beside it shows it. */
  text?: string;
}

/** A masked value with a reveal button: shown in clear for a minute, or until the window is hidden. */
export function MaskedValue({ place, text }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<true>();
  const [clear, setClear] = useState<string>();
  const opened = useLast(asking);

  useEffect(() => {
    if (clear === undefined) return;
    const hide = () => setClear(undefined);
    const leave = () => {
      if (document.hidden) hide();
    };
    const timer = setTimeout(hide, SHOWN_MS);
    document.addEventListener('visibilitychange', leave);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', leave);
    };
  }, [clear]);

  const name =
    clear === undefined ? t('reveal.show', { title: place.title }) : t('reveal.hide', { title: place.title });
  const shown = clear ?? text;
  return (
    <span className={text === undefined ? styles.beside : styles.masked}>
      {shown !== undefined && (
        <span className={styles.value} title={shown} data-clear={clear !== undefined}>
          {shown}
        </span>
      )}
      {/* A plain button, because a page has a hundred of them. */}
      <button
        type="button"
        className={styles.eye}
        aria-label={name}
        title={name}
        onClick={() => (clear === undefined ? setAsking(true) : setClear(undefined))}
      >
        {clear === undefined ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
      </button>
      {opened && (
        <Suspense>
          <RevealDialog
            place={place}
            open={asking !== undefined}
            onClose={() => setAsking(undefined)}
            onValue={setClear}
          />
        </Suspense>
      )}
    </span>
  );
}
