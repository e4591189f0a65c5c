import type { AppKeys, OutsideSettings, WworkSuite } from '../../../platform/outside-identity/server/outside.ts';
import type { SettingName, Values } from './settings.ts';

/** The apps at providers of sign-in; an id without its secret, or the reverse, is a problem. */
export function readOutside(
  v: Values,
  problems: string[],
): Pick<OutsideSettings, 'wechatWeb' | 'wechatAccount' | 'qq' | 'suite' | 'internalAddresses'> {
  const appOf = (id: SettingName, secret: SettingName): AppKeys | undefined => {
    const [idText, secretText] = [v[id], v[secret]];
    if (typeof idText === 'string' && typeof secretText === 'string') return { id: idText, secret: secretText };
    if (idText !== undefined || secretText !== undefined)
      problems.push(`${id} 与 ${secret} 要一起设置：现在缺少 ${idText === undefined ? id : secret}`);
    return undefined;
  };
  return {
    wechatWeb: appOf('WECHAT_WEB_APP_ID', 'WECHAT_WEB_APP_SECRET'),
    wechatAccount: appOf('WECHAT_ACCOUNT_APP_ID', 'WECHAT_ACCOUNT_APP_SECRET'),
    qq: appOf('QQ_APP_ID', 'QQ_APP_KEY'),
    suite: suiteOf(v, problems),
    internalAddresses: v.XINYU_MODE !== 'production',
  };
}

const SUITE = [
  'WWORK_SUITE_ID',
  'WWORK_SUITE_SECRET',
  'WWORK_SUITE_TOKEN',
  'WWORK_SUITE_AES_KEY',
  'WWORK_PROVIDER_CORP_ID',
] as const;

/** All settings of a suite, or none. */
function suiteOf(v: Values, problems: string[]): WworkSuite | undefined {
  const [id, secret, token, aesKey, providerCorpId] = SUITE.map((name) => v[name]);
  if (id && secret && token && aesKey && providerCorpId) return { id, secret, token, aesKey, providerCorpId };
  const lacking = SUITE.filter((name) => !v[name]);
  if (lacking.length < SUITE.length)
    problems.push(`企业微信服务商应用的设置要一起填写：现在缺少 ${lacking.join('、')}`);
  return undefined;
}
