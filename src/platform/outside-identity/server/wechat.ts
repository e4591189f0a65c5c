import { AppError } from '../../errors/app-error.ts';
import type { Way } from '../provider.ts';
import { callProvider, displayName, providerRefused, textIn, withQuery, type ProviderAnswer } from './call-provider.ts';
import type { AppKeys, OutsideProvider, OutsideSettings } from './outside.ts';

const NAME = '微信';
/** `errcode` of a code that is missing, unknown, or used (WeChat, global return codes). */
const BAD_CODES: ReadonlySet<string> = new Set(['40029', '40163', '41008']);

function requireSuccess(answer: ProviderAnswer): ProviderAnswer {
  const code = textIn(answer, 'errcode');
  if (code === '' || code === '0') return answer;
  if (BAD_CODES.has(code)) throw new AppError('AC_THIRD_CODE_INVALID');
  throw providerRefused(NAME, `errcode ${code}`);
}

/**
 * Sign-in by WeChat: the website app of the open platform shows a QR code (`snsapi_login`), the official account asks
 * inside WeChat (`snsapi_userinfo`). Both name the same person by the `unionid` where they are joined at the open
 * platform; otherwise the `openid` of the one app counts.
 */
export function wechat({ wechatWeb, wechatAccount, hosts, timeoutMs }: OutsideSettings): OutsideProvider | undefined {
  if (!wechatWeb && !wechatAccount) return undefined;
  const apps: Record<Way, AppKeys | undefined> = { qr: wechatWeb, in_app: wechatAccount };
  const appOf = (way: Way): AppKeys => {
    const app = apps[way];
    if (!app) throw new AppError('AC_THIRD_NOT_OPENED', { message: '这种微信登录方式尚未开通，请用其他方式登录' });
    return app;
  };
  const call = (path: string, query: Record<string, string>) =>
    callProvider({ name: NAME, timeoutMs }, `${hosts.wechatApi}${path}`, query).then(requireSuccess);
  return {
    ways: (['qr', 'in_app'] as const).filter((way) => apps[way] !== undefined),
    async depart({ way, state, redirectUri }) {
      const query = {
        appid: appOf(way).id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: way === 'qr' ? 'snsapi_login' : 'snsapi_userinfo',
        state,
      };
      const page = way === 'qr' ? 'qrconnect' : 'oauth2/authorize';
      return { url: `${withQuery(`${hosts.wechatPages}/connect/${page}`, query)}#wechat_redirect`, kept: {} };
    },
    async identify({ way, code }) {
      const { id, secret } = appOf(way);
      const token = await call('/sns/oauth2/access_token', {
        appid: id,
        secret,
        code,
        grant_type: 'authorization_code',
      });
      const openid = textIn(token, 'openid');
      const user = await call('/sns/userinfo', { access_token: textIn(token, 'access_token'), openid, lang: 'zh_CN' });
      const unionid = textIn(user, 'unionid') || textIn(token, 'unionid');
      if (openid === '' || textIn(user, 'openid') !== openid) throw providerRefused(NAME, 'no openid');
      return {
        provider: 'wechat',
        subject: unionid === '' ? `openid:${id}:${openid}` : `unionid:${unionid}`,
        name: displayName(textIn(user, 'nickname')),
      };
    },
  };
}
