import { setting, text } from '../setting.ts';

const appId = (about: string, example: string) =>
  setting(text({ pattern: '^[A-Za-z0-9]{4,64}$' }), {
    expects: '应用的 ID',
    example,
    about,
    allowed: '4 to 64 letters and digits',
  });
const appSecret = (about: string) =>
  setting(text({ pattern: '^[!-~]{8,128}$' }), {
    expects: '应用的密钥',
    example: '$(cat /run/secrets/app)',
    about,
    allowed: '8 to 128 visible characters',
    secret: true,
  });

/** Apps at providers of sign-in. What has no app is not offered. */
export const outsideSettings = {
  WECHAT_WEB_APP_ID: appId(
    'Website app of the WeChat open platform: sign-in by QR code. Its authorised domain is that of the portal.',
    'wx0123456789abcdef',
  ),
  WECHAT_WEB_APP_SECRET: appSecret('AppSecret of the website app.'),
  WECHAT_ACCOUNT_APP_ID: appId(
    'WeChat official account: sign-in inside WeChat. Joined with the website app at the open platform, both know the same person.',
    'wx0123456789abcdef',
  ),
  WECHAT_ACCOUNT_APP_SECRET: appSecret('AppSecret of the official account.'),
  QQ_APP_ID: appId('App at QQ Connect. Its return address is `/qq-login` of the portal.', '101000000'),
  QQ_APP_KEY: appSecret('APP Key at QQ Connect.'),
  WWORK_SUITE_ID: appId(
    'Third-party app of a WeCom service provider (SuiteID), which organisations authorise on their page of sign-in. All `WWORK_` settings belong together.',
    'ww0123456789abcdef',
  ),
  WWORK_SUITE_SECRET: appSecret('Secret of the suite.'),
  WWORK_SUITE_TOKEN: setting(text({ pattern: '^[A-Za-z0-9]{3,32}$' }), {
    expects: '回调配置里的 Token',
    example: '$(cat /run/secrets/token)',
    about: 'Token of the callback configuration of the suite. It signs what WeCom sends.',
    allowed: '3 to 32 letters and digits',
    secret: true,
  }),
  WWORK_SUITE_AES_KEY: setting(text({ pattern: '^[A-Za-z0-9]{43}$' }), {
    expects: '回调配置里的 EncodingAESKey',
    example: '$(cat /run/secrets/aes-key)',
    about: 'EncodingAESKey of the callback configuration of the suite. It encrypts what WeCom sends.',
    allowed: '43 letters and digits',
    secret: true,
  }),
  WWORK_PROVIDER_CORP_ID: appId(
    "CorpID of the service provider's own corporation, by which WeCom verifies the callback address.",
    'ww0123456789abcdef',
  ),
};
