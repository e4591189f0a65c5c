import type { zh } from '../../texts/zh.ts';

export type PublicKey = keyof typeof zh.pages.public;

/** Planned public routes of `spec §2`; each shows a placeholder. */
export const PUBLIC_PAGES: readonly { key: PublicKey; path: string }[] = [
  { key: 'invitation', path: '/invitation-register-new' },
  { key: 'groupInvitation', path: '/groups-invitation-register-new' },
  { key: 'wechatLogin', path: '/wechat-login' },
  { key: 'wechatUnlogin', path: '/wechat-unlogin' },
  { key: 'qqLogin', path: '/qq-login' },
  { key: 'qqUnlogin', path: '/qq-unlogin' },
  { key: 'wworkQrLogin', path: '/wwork-qr-login' },
  { key: 'wworkLogin', path: '/wwork-login' },
  { key: 'proxy', path: '/proxy' },
  { key: 'messageRouter', path: '/message/router' },
];
