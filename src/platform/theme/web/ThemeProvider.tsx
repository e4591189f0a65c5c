import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAntdLocale } from '../../i18n/web/language.ts';
import { useSite } from '../../session/web/site.ts';
import { propertiesOf } from '../tokens.ts';
import { antdTheme } from './antd-theme.ts';
import { useMode } from './theme-mode.ts';
import { useReducedMotion } from './use-reduced-motion.ts';

/** CSP nonce of this page for style sheets created at run time. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;

/** Antd with the portal's theme and language and the site's primary color. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const mode = useMode();
  const still = useReducedMotion();
  const locale = useAntdLocale() ?? zhCN;
  const { t } = useTranslation();
  // Accessible name of the close icon, which antd does not translate; it differs from that of the close button.
  const modal = useMemo(() => ({ closable: { 'aria-label': t('common.closeDialog') } }), [t]);
  const { primary_color: primary } = useSite();
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = mode;
  }, [mode]);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const properties = primary === undefined ? [] : propertiesOf(mode, primary);
    for (const [name, value] of properties) style.setProperty(name, value);
    return () => {
      for (const [name] of properties) style.removeProperty(name);
    };
  }, [mode, primary]);
  const theme = useMemo(() => {
    const config = antdTheme(mode, primary);
    return { ...config, token: { ...config.token, motion: !still } };
  }, [mode, primary, still]);
  return (
    <ConfigProvider
      locale={locale}
      theme={theme}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
      modal={modal}
      {...(nonce && { csp: { nonce } })}
    >
      {children}
    </ConfigProvider>
  );
}
