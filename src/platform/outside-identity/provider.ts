/** Who may vouch for a person from outside (`plat_source`). `sso` is an organisation's own OpenID Connect server. */
export const PROVIDERS = ['wechat', 'qq', 'wwork', 'sso'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<ProviderName, string>> = {
  wechat: '微信',
  qq: 'QQ',
  wwork: '企业微信',
  sso: '统一身份认证',
};

/** `qr`: a page of the provider, with a code to scan. `in_app`: inside the provider's own app. */
export type Way = 'qr' | 'in_app';
