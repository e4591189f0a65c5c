import type { AppKeys, OutsideSettings } from '../../../platform/outside-identity/server/outside.ts';
import type { SettingName, Values } from './settings.ts';

/** The apps at providers of sign-in; an id without its secret, or the reverse, is a problem. */
export function readOutside(
  v: Values,
  problems: string[],
): Pick<OutsideSettings, 'wechatWeb' | 'wechatAccount' | 'qq' | 'internalAddresses'> {
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
    internalAddresses: v.XINYU_MODE !== 'production',
  };
}
