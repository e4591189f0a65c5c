import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { page } from './pages.zh.ts';

const pages = () => import('./ProviderPages.tsx');
const unbound = () => import('./UnboundPages.tsx');

export const thirdParty: WebFeature = {
  name: 'third-party',
  errors,
  texts: { page },
  publicPages: [
    { path: '/wechat-login', load: async () => (await pages()).WechatPage },
    { path: '/wechat-unlogin', load: async () => (await unbound()).WechatUnbound },
    { path: '/qq-login', load: async () => (await pages()).QqPage },
    { path: '/qq-unlogin', load: async () => (await unbound()).QqUnbound },
    { path: '/wwork-qr-login', load: async () => (await pages()).WworkQrPage },
    { path: '/wwork-login', load: async () => (await pages()).WworkPage },
    { path: '/sso-login', load: async () => (await pages()).SsoPage },
  ],
  signInWays: async () => (await import('./SignInWays.tsx')).SignInWays,
  accountRows: async () => (await import('./Bindings.tsx')).Bindings,
  leaveAddress: async () => (await import('./leave-address.ts')).leaveAddress(),
  pages: [
    {
      key: 'ownSignIn',
      path: '/security-setting/sign-in',
      area: 'security-setting',
      group: 'settings',
      order: 31,
      icon: async () => (await import('./icons.ts')).icons.login,
      load: async () => (await import('./OwnSignInPage.tsx')).OwnSignInPage,
    },
  ],
};
