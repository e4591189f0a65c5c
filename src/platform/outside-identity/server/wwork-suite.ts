import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { tokenHash } from '../../identity/server/tokens.ts';
import { callProvider, isAnswer, textIn, withQuery, type ProviderAnswer } from './call-provider.ts';
import type { OutsideIdentity, OutsideProvider, WworkSuite } from './outside.ts';
import { currentTicket } from './suite-ticket.ts';
import { keptValue, required, withToken, WWORK } from './wwork-answers.ts';
import { agreeInside, notAMember, type CorpAccess } from './wwork.ts';

/** `errcode` of a suite token that is wrong or expired. */
const STALE: ReadonlySet<string> = new Set(['40082', '42009']);

type Parts = Pick<Services, 'db' | 'installation' | 'clock' | 'state' | 'cipher' | 'outside'>;

/** A member of a corporation. Only the corporation says which organisation it is about. */
export interface SuiteIdentity extends OutsideIdentity {
  suiteId: string;
  corpId: string;
}
export const isSuiteIdentity = (identity: OutsideIdentity): identity is SuiteIdentity => 'corpId' in identity;

/** What a corporation has granted to a suite. */
export interface CorpGrant {
  corpId: string;
  corpName: string;
  agentId: string;
  permanentCode: string;
}

/** The calls of a suite, with its token kept for all processes until shortly before it expires. */
export function suiteCalls(parts: Parts, suite: WworkSuite) {
  const { hosts, timeoutMs } = parts.outside;
  const key = `outside:wwork:suite:${tokenHash(`${suite.id}\n${suite.secret}`)}`;
  const call = (path: string, query: Record<string, string>, body?: Record<string, string>) =>
    callProvider({ name: WWORK, timeoutMs }, `${hosts.wworkApi}/cgi-bin/service/${path}`, query, body);
  const token = {
    get: () =>
      keptValue(parts, key, 'suite_access_token', async () =>
        call(
          'get_suite_token',
          {},
          {
            suite_id: suite.id,
            suite_secret: suite.secret,
            suite_ticket: await currentTicket(parts, suite.id),
          },
        ),
      ),
    forget: () => parts.state.forget(key),
  };
  const authorised = (
    path: string,
    query: Record<string, string>,
    body?: Record<string, string>,
  ): Promise<ProviderAnswer> =>
    withToken(STALE, token, (suite_access_token) => call(path, { suite_access_token, ...query }, body));

  return {
    userOf: (code: string) => authorised('auth/getuserinfo3rd', { code }),

    /** The page on which an administrator of a corporation authorises the suite. */
    async installPage(redirectUri: string, state: string): Promise<string> {
      const pre_auth_code = required(await authorised('get_pre_auth_code', {}), 'pre_auth_code');
      return withQuery(`${hosts.wworkInstall}/3rdapp/install`, {
        suite_id: suite.id,
        pre_auth_code,
        redirect_uri: redirectUri,
        state,
      });
    },

    /** @param authCode Serves once, within ten minutes @throws AppError AC_THIRD_CODE_INVALID, PSY_UNAVAILABLE */
    async grantOf(authCode: string): Promise<CorpGrant> {
      const answer = await authorised('get_permanent_code', {}, { auth_code: authCode });
      const part = (of: ProviderAnswer, name: string) => (isAnswer(of[name]) ? of[name] : {});
      const corp = part(answer, 'auth_corp_info');
      const agents: unknown = part(answer, 'auth_info')['agent'];
      const agent: unknown = Array.isArray(agents) ? agents[0] : undefined;
      return {
        corpId: required(corp, 'corpid'),
        corpName: textIn(corp, 'corp_name'),
        agentId: isAnswer(agent) ? textIn(agent, 'agentid') : '',
        permanentCode: required(answer, 'permanent_code'),
      };
    },

    /** Access to a corporation by what it granted. */
    access: ({ corpId, agentId, permanentCode }: Omit<CorpGrant, 'corpName'>): CorpAccess => ({
      corpId,
      agentId,
      key: tokenHash(`${suite.id}\n${corpId}\n${permanentCode}`),
      fetchToken: () => authorised('get_corp_token', {}, { auth_corpid: corpId, permanent_code: permanentCode }),
    }),
  };
}

/**
 * Sign-in by the app of a service provider, inside WeCom. Signing in by QR code would need another app of the provider
 * (登录授权), with a ticket of its own.
 */
export function wworkSuite(parts: Parts, suite: WworkSuite): OutsideProvider {
  const { userOf } = suiteCalls(parts, suite);
  return {
    ways: ['in_app'],
    async depart({ way, state, redirectUri }) {
      if (way !== 'in_app')
        throw new AppError('AC_THIRD_NOT_OPENED', { message: '企业微信服务商应用不支持扫码登录，请在企业微信里打开' });
      return { url: agreeInside(parts, { appid: suite.id, redirect_uri: redirectUri, state }), kept: {} };
    },
    async identify({ code }): Promise<SuiteIdentity> {
      const found = await userOf(code);
      const [corpId, userid] = [textIn(found, 'corpid'), textIn(found, 'userid')];
      if (corpId === '' || userid === '') throw notAMember();
      // The ids that a suite gets may be ciphertexts, in which upper and lower case differ. No name is given to it.
      return { provider: 'wwork', subject: `${corpId}:${userid}`, name: '', suiteId: suite.id, corpId };
    },
  };
}
