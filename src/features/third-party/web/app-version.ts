import type { ProviderName, Way } from '../../../platform/outside-identity/provider.ts';

/** First version of WeCom with `wx.agentConfig` (JS-SDK of WeCom). */
const WWORK_LEAST = [2, 5, 0] as const;

/** Version of the WeCom app that shows the page; undefined in every other browser. */
export function wworkVersion(userAgent: string): number[] | undefined {
  const version = /wxwork\/(\d+(?:\.\d+)*)/i.exec(userAgent)?.[1];
  return version?.split('.').map(Number);
}

/** Whether the app is too old for the portal (`spec §8`, 版本过低请升级). */
export function isTooOld(version: readonly number[]): boolean {
  const at = WWORK_LEAST.findIndex((least, i) => (version[i] ?? 0) !== least);
  return at >= 0 && (version[at] ?? 0) < (WWORK_LEAST[at] ?? 0);
}

/** The way to a provider from this browser. WeCom calls itself WeChat too. */
export function wayTo(provider: ProviderName, userAgent: string): Way {
  const inWwork = wworkVersion(userAgent) !== undefined;
  if (provider === 'wwork') return inWwork ? 'in_app' : 'qr';
  return provider === 'wechat' && !inWwork && /MicroMessenger/i.test(userAgent) ? 'in_app' : 'qr';
}

/** The page of the portal that begins the sign-in at a provider. */
export const pageOf = (provider: ProviderName, way: Way): string =>
  ({
    wechat: '/wechat-login',
    qq: '/qq-login',
    wwork: way === 'in_app' ? '/wwork-login' : '/wwork-qr-login',
    sso: '/sso-login',
  })[provider];
