import { LRUCache } from 'lru-cache';
import type { Configuration, CustomFetch } from 'openid-client';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { tokenHash } from '../../identity/server/tokens.ts';
import { InternalAddress, outgoingRequest } from '../../outgoing/server/outgoing-request.ts';
import { displayName } from './call-provider.ts';
import type { OutsideIdentity, OutsideProvider } from './outside.ts';

/** An identity server that speaks OpenID Connect, as an organisation has set it up. */
export interface SsoServer {
  issuer: string;
  clientId: string;
  secret: string;
  /** The claim that holds the login name of the portal. */
  loginClaim: string;
  /** What is asked for besides `openid profile`, with a space between two. Servers give claims by scopes. */
  scopes?: string;
  /** The claim whose values give roles, where the organisation has named one. */
  roleClaim?: string | undefined;
}

/** What a claim that gives roles holds; no values where the server does not send it. */
export interface StatedValues {
  claim: string;
  values: readonly string[];
}

type Parts = Pick<Services, 'outside' | 'log'>;

/** Loaded with the first use: most installations have no identity server. */
const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

const NAME = '统一身份认证';
const FOUND_MS = 5 * 60_000;
const found = new LRUCache<string, Configuration>({ max: 1000, ttl: FOUND_MS });
const LOGIN_MAX = 64;
const UNANSWERED: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

/** Why an identity server cannot be used, for the person who sets it up. */
export class SsoFault extends Error {}

const away = (cause: unknown) =>
  new AppError('PSY_UNAVAILABLE', { message: `${NAME}暂时没有响应，请稍后重试，或用密码登录`, cause });
const refused = (cause: unknown) =>
  new AppError('PSY_UNAVAILABLE', { message: `${NAME}的回答没有通过校验，请联系管理员，或用密码登录`, cause });

function fetchWith({ outside }: Parts): CustomFetch {
  return (address, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : body;
    if (text !== undefined && text !== null && typeof text !== 'string') throw new TypeError('the body is no text');
    return outgoingRequest(address, { method, headers, body: text ?? undefined }, outside);
  };
}

/** Signatures of ID tokens are verified although they come over TLS; so an unknown key or `alg: none` is refused. */
function prepare(oidc: Library, parts: Parts, config: Configuration): Configuration {
  config[oidc.customFetch] = fetchWith(parts);
  config.timeout = parts.outside.timeoutMs / 1000;
  oidc.enableNonRepudiationChecks(config);
  if (parts.outside.internalAddresses) oidc.allowInsecureRequests(config);
  return config;
}

/**
 * Reads the discovery document of an identity server.
 *
 * @throws SsoFault with what is wrong, in Chinese
 */
export async function discoverSso(parts: Parts, { issuer, clientId, secret }: SsoServer): Promise<Configuration> {
  const oidc = await library();
  const { outside, log } = parts;
  const onlyPublic = () => new SsoFault('只能使用公网上的 https:// 地址');
  if (!outside.internalAddresses && new URL(issuer).protocol !== 'https:') throw onlyPublic();
  const config = await oidc
    .discovery(new URL(issuer), clientId, secret, undefined, {
      [oidc.customFetch]: fetchWith(parts),
      timeout: outside.timeoutMs / 1000,
      ...(outside.internalAddresses && { execute: [oidc.allowInsecureRequests] }),
    })
    .catch((error: unknown) => {
      log.info({ err: error }, 'an identity server was not found');
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      if (cause instanceof InternalAddress) throw onlyPublic();
      throw new SsoFault('没有找到认证服务：请核对地址，它应与服务声明的 issuer 完全一致');
    });
  const server = config.serverMetadata();
  if (!server.authorization_endpoint || !server.token_endpoint || !server.jwks_uri)
    throw new SsoFault('认证服务没有声明授权、令牌或公钥的地址');
  if (!(server.response_types_supported ?? ['code']).includes('code')) throw new SsoFault('认证服务不支持授权码方式');
  // Without a declaration, servers expect the secret in the header (OpenID Connect Discovery).
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_post')
    ? oidc.ClientSecretPost(secret)
    : oidc.ClientSecretBasic(secret);
  return prepare(oidc, parts, new oidc.Configuration(server, clientId, secret, authentication));
}

/** @throws AppError PSY_UNAVAILABLE */
export async function configurationOf(parts: Parts, server: SsoServer): Promise<Configuration> {
  const { outside } = parts;
  const key = tokenHash([server.issuer, server.clientId, server.secret, outside.internalAddresses].join('\n'));
  const held = found.get(key);
  if (held) return held;
  const config = await discoverSso(parts, server).catch((error: unknown) => {
    throw away(error);
  });
  found.set(key, config);
  return config;
}

/** The person of an ID token, with the token for the sign-out at the identity server. */
export interface SsoIdentity extends OutsideIdentity {
  issuer: string;
  sub: string;
  /** Finds the account at the first sign-in; people may change it, and it changes hands. */
  login: string;
  /** The session at the identity server, where it names one. */
  sid: string | undefined;
  /** Absent where no claim gives roles. */
  stated: StatedValues | undefined;
  idToken: string;
}

export const isSsoIdentity = (identity: OutsideIdentity): identity is SsoIdentity => identity.provider === 'sso';

const loginIn = (claims: Readonly<Record<string, unknown>>, name: string): string => {
  const value = claims[name];
  const isUnproved = name === 'email' && claims['email_verified'] !== true;
  return typeof value === 'string' && !isUnproved ? value.trim() : '';
};

/** A claim as texts: one, or several in a list. Values of other kinds say nothing. */
const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((each) => typeof each === 'string');

/** The scopes of a request, each once. */
const scopesOf = ({ scopes = '' }: SsoServer): string =>
  [...new Set(['openid', 'profile', ...scopes.split(' ').filter(Boolean)])].join(' ');

/** Errors of the exchange: the code is wrong or used, the server is away, or its answer is not to be believed. */
function explained(oidc: Library, error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof oidc.ResponseBodyError)
    return error.error === 'invalid_grant' ? new AppError('AC_THIRD_CODE_INVALID', { cause: error }) : refused(error);
  // The library gives no code to what went wrong on the way.
  const code = error instanceof oidc.ClientError ? error.code : undefined;
  return code === undefined || UNANSWERED.has(code) ? away(error) : refused(error);
}

/** Sign-in by an identity server: authorisation code with PKCE, `state` and `nonce`. */
export function sso(parts: Parts, server: SsoServer): OutsideProvider {
  return {
    ways: ['qr', 'in_app'],
    async depart({ state, redirectUri }) {
      const oidc = await library();
      const config = await configurationOf(parts, server);
      const kept = { verifier: oidc.randomPKCECodeVerifier(), nonce: oidc.randomNonce() };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopesOf(server),
        state,
        nonce: kept.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, kept };
    },
    async identify({ code, state, iss, redirectUri, kept }): Promise<SsoIdentity> {
      const { verifier = '', nonce = '' } = kept;
      const oidc = await library();
      const config = await configurationOf(parts, server);
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, back, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || tokens.id_token === undefined) throw new Error('no ID token');
        const { loginClaim, roleClaim } = server;
        const isWhole =
          loginIn(claims, loginClaim) !== '' && (roleClaim === undefined || claims[roleClaim] !== undefined);
        const more: Readonly<Record<string, unknown>> =
          isWhole || config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
        const login = loginIn(claims, loginClaim) || loginIn(more, loginClaim);
        if (login === '' || login.length > LOGIN_MAX)
          throw new AppError('AC_FORBIDDEN', {
            message: `${NAME}没有给出登录名（${loginClaim}），请联系管理员`,
          });
        return {
          provider: 'sso',
          subject: `${claims.iss}\n${claims.sub}`,
          issuer: claims.iss,
          sub: claims.sub,
          name: displayName(login),
          login,
          sid: typeof claims['sid'] === 'string' ? claims['sid'] : undefined,
          stated:
            roleClaim === undefined
              ? undefined
              : { claim: roleClaim, values: textsIn(claims[roleClaim] ?? more[roleClaim]) },
          idToken: tokens.id_token,
        };
      } catch (error) {
        throw explained(oidc, error);
      }
    },
  };
}

/** Where the identity server ends its own session; undefined where it offers none. */
export async function ssoSignOutUrl(
  parts: Parts,
  server: SsoServer,
  { idToken, returnTo }: { idToken: string; returnTo: string },
): Promise<string | undefined> {
  const config = await configurationOf(parts, server);
  if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
  const oidc = await library();
  return oidc.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href;
}
