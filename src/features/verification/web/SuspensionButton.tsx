import {
  EyeInvisibleOutlined,
  FileProtectOutlined,
  FormOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import dayjs from 'dayjs';
import { useEffect, useId, useReducer, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasTypes, isRecord, passing, slot } from '../../../platform/http/web/storage.ts';
import { provideTexts } from '../../../platform/i18n/web/later.ts';
import { pageOf } from '../../../platform/pages/web/pages.ts';
import { useMay, useRoleFacts } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { verifiedUntil } from '../../../platform/session/web/secondary.ts';
import { useReducedMotion } from '../../../platform/theme/web/use-reduced-motion.ts';
import { suspension } from './texts/zh/suspension.ts';
import styles from './suspension.module.css';

provideTexts({ suspension });

/** Milliseconds that the introduction stays before it shrinks to the side. */
const INTRO_MS = 3200;
const SECOND = 1000;

interface Shown {
  proof: number;
}
/** For which proof the introduction was shown in this window: once for each. */
const shown = slot(
  passing,
  'xinyu.suspension',
  (value: unknown): value is Shown => isRecord(value) && hasTypes(value, { proof: 'number' }),
);

/**
 * Until when the proof at hand holds, and how many milliseconds that are; looked at every second while somebody sees
 * it.
 */
function useProof(watched: boolean): { until: number | undefined; left: number } {
  const [, look] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!watched) return;
    const timer = setInterval(look, SECOND);
    return () => clearInterval(timer);
  }, [watched]);
  const until = verifiedUntil();
  return { until, left: until === undefined ? 0 : Math.max(0, until - Date.now()) };
}

const clock = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor((ms % 60_000) / SECOND)).padStart(2, '0')}`;

type State = 'intro' | 'side' | 'open';

/**
 * What protects the page (`spec §2`, §4, suspension button): introduces itself once, shrinks to the side and says it
 * again when it is asked. It takes no room of the page and, while it introduces itself, no click.
 */
export function SuspensionButton() {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const { flags } = useRoleFacts();
  const maySet = useMay('security-setting/jump', 'open');
  const reduced = useReducedMotion();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLElement>(null);
  const [state, setState] = useState<State>(() =>
    reduced || shown.get()?.proof === verifiedUntil() ? 'side' : 'intro',
  );
  const { until, left } = useProof(state !== 'side');

  useEffect(() => {
    if (state !== 'intro') return;
    const proof = verifiedUntil();
    if (proof !== undefined) shown.set({ proof });
    const timer = setTimeout(() => setState('side'), INTRO_MS);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (state !== 'open') return;
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setState('side');
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setState('side');
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', escape);
    };
  }, [state]);

  const on = (flag: string) => flags[flag] === true;
  const settings = maySet ? pageOf('security') : undefined;
  const items = [
    {
      key: 'verified',
      icon: <SafetyCertificateOutlined />,
      on: until !== undefined,
      name: t('suspension.verification'),
      text:
        until === undefined
          ? t('suspension.over')
          : t('suspension.until', { at: dayjs(until).format('HH:mm'), left: clock(left) }),
    },
    {
      key: 'masking',
      icon: <EyeInvisibleOutlined />,
      on: on('desensitization'),
      name: t('suspension.masking'),
      text: t(on('desensitization') ? 'suspension.maskingOn' : 'suspension.off'),
    },
    {
      key: 'watermark',
      icon: <FileProtectOutlined />,
      on: on('watermark'),
      name: t('suspension.watermark'),
      text: on('watermark') ? t('suspension.watermarkOn', { name: user.real_name }) : t('suspension.off'),
    },
    {
      key: 'log',
      icon: <FormOutlined />,
      on: true,
      name: t('suspension.log'),
      text: t('suspension.logged', { name: user.real_name, login: user.login_name }),
    },
  ];

  return (
    <aside ref={place} className={styles.place} data-state={state} aria-label={t('suspension.title')}>
      {state !== 'side' && (
        <div id={id} className={styles.panel}>
          <p className={styles.title}>{t('suspension.title')}</p>
          <ul>
            {items.map(({ key, icon, on: isOn, name, text }, n) => (
              <Item key={key} n={n}>
                <span aria-hidden className={isOn ? styles.on : styles.off}>
                  {icon}
                </span>
                <span className={styles.name}>{name}</span>
                <span className={styles.text}>{text}</span>
              </Item>
            ))}
            {settings !== undefined && (
              <Item n={items.length}>
                <span aria-hidden className={styles.off}>
                  <SettingOutlined />
                </span>
                <Link className={styles.link} to={settings.path}>
                  {t('suspension.settings')}
                </Link>
              </Item>
            )}
          </ul>
        </div>
      )}
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={state !== 'side'}
        aria-controls={state === 'side' ? undefined : id}
        aria-label={t('suspension.title')}
        title={t('suspension.title')}
        onClick={() => setState(state === 'open' ? 'side' : 'open')}
      >
        <SafetyCertificateOutlined aria-hidden />
      </button>
    </aside>
  );
}

/** Each comes a little after the one before. */
const Item = ({ n, children }: { n: number; children: ReactNode }) => (
  <li className={styles.item} style={{ '--n': n } as CSSProperties}>
    {children}
  </li>
);
