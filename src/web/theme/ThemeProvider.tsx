import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { antdTheme } from './antd-theme.ts';
import { useReducedMotion } from './use-reduced-motion.ts';
import { useMode } from './theme-mode.ts';

/** The nonce that the server put into this page for style sheets made at run time. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;

/** antd in the portal's theme and language. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const mode = useMode();
  const still = useReducedMotion();
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = mode;
  }, [mode]);
  const theme = useMemo(() => {
    const config = antdTheme(mode);
    return { ...config, token: { ...config.token, motion: !still } };
  }, [mode, still]);
  return (
    <ConfigProvider locale={zhCN} theme={theme} wave={{ disabled: true }} button={{ autoInsertSpace: false }} {...(nonce && { csp: { nonce } })}>
      {children}
    </ConfigProvider>
  );
}
