import {
  EyeInvisibleOutlined,
  FileProtectOutlined,
  FormOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import { useEffect, useId, useReducer, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { pageOf } from '../../../platform/pages/web/pages.ts';
import { useMay, useRoleFacts } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { verifiedUntil } from '../../../platform/session/web/secondary.ts';
import { hasTypes, isRecord, tabStorage, slot } from '../../../platform/state/web/storage.ts';
import { useReducedMotion } from '../../../platform/theme/web/use-reduced-motion.ts';
import { schoolTime } from '../../../platform/ui/web/school-time.ts';
import { suspension } from './texts.zh.ts';
import styles from './suspension.module.css';

provideTexts({ suspension });

/** Milliseconds that the marks of the protections stay above the button at first. */
const INTRO_MS = 3200;
const SECOND = 1000;

interface Introduced {
  proof: number;
}
/** The proof for which this window has shown the introduction; it is shown once for each proof. */
const introduced = slot(
  tabStorage,
  'xinyu.suspension',
  (value: unknown): value is Introduced => isRecord(value) && hasTypes(value, { proof: 'number' }),
);

/** Expiry of the current proof and the milliseconds left; updated every second while `watched`. */
function useProof(watched: boolean): { until: number | undefined; left: number } {
  const [, rerender] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!watched) return;
    const timer = setInterval(rerender, SECOND);
    return () => clearInterval(timer);
  }, [watched]);
  const until = verifiedUntil();
  return { until, left: until === undefined ? 0 : Math.max(0, until - Date.now()) };
}

const countdown = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor((ms % 60_000) / SECOND)).padStart(2, '0')}`;

type State = 'intro' | 'side' | 'open';

/**
 * Lists the protections of the page (`spec §2`, §4, suspension button). It introduces itself once by their marks in the
 * margin, which cover nothing, then stays a button at the side until it is opened.
 */
export function SuspensionButton() {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const { flags } = useRoleFacts();
  const maySet = useMay('security-setting/jump', 'open');
  const reducedMotion = useReducedMotion();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const container = useRef<HTMLElement>(null);
  const [state, setState] = useState<State>(() =>
    reducedMotion || introduced.get()?.proof === verifiedUntil() ? 'side' : 'intro',
  );
  const { until, left } = useProof(state === 'open');

  useEffect(() => {
    if (state !== 'intro') return;
    const proof = verifiedUntil();
    if (proof !== undefined) introduced.set({ proof });
    const timer = setTimeout(() => setState('side'), INTRO_MS);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (state !== 'open') return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setState('side');
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setState('side');
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [state]);

  const isOn = (flag: string) => flags[flag] === true;
  const settings = maySet ? pageOf('security') : undefined;
  const items = [
    {
      key: 'verified',
      icon: <SafetyCertificateOutlined />,
      isOn: until !== undefined,
      name: t('suspension.verification'),
      text:
        until === undefined
          ? t('suspension.over')
          : t('suspension.until', { at: schoolTime(until).format('HH:mm'), left: countdown(left) }),
    },
    {
      key: 'masking',
      icon: <EyeInvisibleOutlined />,
      isOn: isOn('desensitization'),
      name: t('suspension.masking'),
      text: t(isOn('desensitization') ? 'suspension.maskingOn' : 'suspension.off'),
    },
    {
      key: 'watermark',
      icon: <FileProtectOutlined />,
      isOn: isOn('watermark'),
      name: t('suspension.watermark'),
      text: isOn('watermark') ? t('suspension.watermarkOn', { name: user.real_name }) : t('suspension.off'),
    },
    {
      key: 'log',
      icon: <FormOutlined />,
      isOn: true,
      name: t('suspension.log'),
      text: t('suspension.logged', { name: user.real_name, login: user.login_name }),
    },
  ];

  return (
    <aside ref={container} className={styles.place} data-state={state} aria-label={t('suspension.title')}>
      {state === 'intro' && (
        // In the margin beside the content: it covers nothing.
        <ul className={styles.strip} aria-hidden>
          {items.map(({ key, icon, isOn }, n) => (
            <li
              key={key}
              className={`${styles.mark} ${isOn ? styles.on : styles.off}`}
              style={{ '--n': n } as CSSProperties}
            >
              {icon}
            </li>
          ))}
        </ul>
      )}
      {state === 'open' && (
        <div id={id} className={styles.panel}>
          <p className={styles.title}>{t('suspension.title')}</p>
          <ul>
            {items.map(({ key, icon, isOn, name, text }, n) => (
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
        aria-expanded={state === 'open'}
        aria-controls={state === 'open' ? id : undefined}
        aria-label={t('suspension.title')}
        title={t('suspension.title')}
        onClick={() => setState(state === 'open' ? 'side' : 'open')}
      >
        <SafetyCertificateOutlined aria-hidden />
      </button>
    </aside>
  );
}

/** Each item appears slightly after the previous one. */
const Item = ({ n, children }: { n: number; children: ReactNode }) => (
  <li className={styles.item} style={{ '--n': n } as CSSProperties}>
    {children}
  </li>
);
