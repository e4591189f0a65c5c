import { AppError } from '../../errors/app-error.ts';
import { callProvider, displayName, providerRefused, textIn, withQuery, type ProviderAnswer } from './call-provider.ts';
import type { OutsideProvider, OutsideSettings } from './outside.ts';

const NAME = 'QQ';
/** `error` of a code that is wrong or used (QQ Connect, public return codes). */
const BAD_CODES: ReadonlySet<string> = new Set(['100019', '100020']);
/** The app may not ask for the `unionid`. */
const NO_UNIONID = '100048';

function requireSuccess(answer: ProviderAnswer): ProviderAnswer {
  const code = textIn(answer, 'error');
  if (code === '' || code === '0') return answer;
  if (BAD_CODES.has(code)) throw new AppError('AC_THIRD_CODE_INVALID');
  throw providerRefused(NAME, `error ${code}`);
}

/** Sign-in by QQ Connect: the same page serves computers, phones and the app itself. */
export function qq({ qq: app, hosts, timeoutMs }: OutsideSettings): OutsideProvider | undefined {
  if (!app) return undefined;
  const { id, secret } = app;
  const call = (path: string, query: Record<string, string>) =>
    callProvider({ name: NAME, timeoutMs }, `${hosts.qq}${path}`, query);
  const whoIs = async (access_token: string): Promise<ProviderAnswer> => {
    const query = { access_token, fmt: 'json' };
    const found = await call('/oauth2.0/me', { ...query, unionid: '1' });
    return requireSuccess(textIn(found, 'error') === NO_UNIONID ? await call('/oauth2.0/me', query) : found);
  };
  return {
    ways: ['qr', 'in_app'],
    async depart({ state, redirectUri }) {
      const query = {
        response_type: 'code',
        client_id: id,
        redirect_uri: redirectUri,
        state,
        scope: 'get_user_info',
      };
      return { url: withQuery(`${hosts.qq}/oauth2.0/authorize`, query), kept: {} };
    },
    async identify({ code, redirectUri }) {
      const token = requireSuccess(
        await call('/oauth2.0/token', {
          grant_type: 'authorization_code',
          client_id: id,
          client_secret: secret,
          code,
          redirect_uri: redirectUri,
          fmt: 'json',
        }),
      );
      const access_token = textIn(token, 'access_token');
      const me = await whoIs(access_token);
      const openid = textIn(me, 'openid');
      // A token of another app must not sign in here.
      if (openid === '' || textIn(me, 'client_id') !== id) throw providerRefused(NAME, 'a token of another app');
      const user = await call('/user/get_user_info', { access_token, oauth_consumer_key: id, openid });
      const unionid = textIn(me, 'unionid');
      return {
        provider: 'qq',
        subject: unionid === '' ? `openid:${id}:${openid}` : `unionid:${unionid}`,
        name: textIn(user, 'ret') === '0' ? displayName(textIn(user, 'nickname')) : '',
      };
    },
  };
}
