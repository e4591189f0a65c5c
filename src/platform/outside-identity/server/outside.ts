import type { ProviderName, Way } from '../provider.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    outside: OutsideSettings;
  }
}

/** Id and secret of an app at a provider. */
export interface AppKeys {
  id: string;
  secret: string;
}

/** An app that the operator offers to corporations as a service provider of WeCom (third-party app, 服务商应用). */
export interface WworkSuite {
  id: string;
  secret: string;
  /** Signs callbacks. */
  token: string;
  /** `EncodingAESKey`: 43 characters of Base64. */
  aesKey: string;
  /** The service provider's own corporation, to which the verification of a callback address is sent. */
  providerCorpId: string;
}

/** What the operator has configured. A provider without an app is not offered. */
export interface OutsideSettings {
  /** A website app of the WeChat open platform: QR code. */
  wechatWeb?: AppKeys | undefined;
  /** A WeChat official account: inside WeChat. */
  wechatAccount?: AppKeys | undefined;
  qq?: AppKeys | undefined;
  suite?: WworkSuite | undefined;
  hosts: OutsideHosts;
  /** Whether servers of organisations may have internal addresses: never in production. */
  internalAddresses: boolean;
  /** Longest wait for an answer in milliseconds. */
  timeoutMs: number;
}

/** Origins of the providers; only tests replace them. */
export interface OutsideHosts {
  wechatPages: string;
  wechatApi: string;
  qq: string;
  wworkPages: string;
  wworkApi: string;
  /** Where administrators of corporations authorise a suite. */
  wworkInstall: string;
}

export const PUBLISHED_HOSTS: OutsideHosts = {
  wechatPages: 'https://open.weixin.qq.com',
  wechatApi: 'https://api.weixin.qq.com',
  qq: 'https://graph.qq.com',
  wworkPages: 'https://login.work.weixin.qq.com',
  wworkApi: 'https://qyapi.weixin.qq.com',
  wworkInstall: 'https://open.work.weixin.qq.com',
};

export const NOTHING_OUTSIDE: OutsideSettings = Object.freeze({
  hosts: PUBLISHED_HOSTS,
  internalAddresses: false,
  timeoutMs: 8000,
});

/** A person as a provider names them. */
export interface OutsideIdentity {
  provider: ProviderName;
  /** Unique and permanent at the provider. */
  subject: string;
  /** Display name; empty where the provider gives none. */
  name: string;
}

/** Where the browser is sent, and what must be kept until it comes back. */
export interface Departure {
  url: string;
  kept: Record<string, string>;
}

/** What came back with the browser. */
export interface Return {
  way: Way;
  code: string;
  state: string;
  /** Issuer, where the provider names itself (RFC 9207). */
  iss?: string | undefined;
  redirectUri: string;
  kept: Readonly<Record<string, string>>;
}

/** The port of all providers: sends a browser out, and learns who came back. */
export interface OutsideProvider {
  ways: readonly Way[];
  depart(to: { way: Way; state: string; redirectUri: string }): Promise<Departure>;
  /**
   * @throws AppError AC_THIRD_CODE_INVALID when the code is unknown, used or expired; PSY_UNAVAILABLE when the provider
   *   does not answer, or refuses the configured app
   */
  identify(came: Return): Promise<OutsideIdentity>;
}
