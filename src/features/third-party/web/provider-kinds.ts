import { call } from '../../../platform/http/web/call.ts';
import { putSso, putWwork, type RoleClaim } from '../own-contract.ts';

type Text = 'issuer' | 'clientId' | 'loginClaim' | 'scopes' | 'title' | 'corpId' | 'agentId';
type Hint = 'issuerHint' | 'loginClaimHint' | 'scopesHint';

interface FieldOf {
  /** Name on the wire. */
  name: string;
  label: Text;
  hint?: Hint;
  /** Filled in at first. */
  initial?: string;
  /** May stay empty. */
  optional?: boolean;
}

/** What is typed in. */
interface Given {
  values: Readonly<Record<string, string>>;
  enabled: boolean;
  roleClaim: RoleClaim | null;
}

/** A kind of provider that an organisation sets up. */
export interface ProviderKind {
  kind: 'sso' | 'wwork';
  about: 'ssoAbout' | 'wworkAbout';
  fields: readonly FieldOf[];
  /** Whether a claim of it may give roles. */
  givesRoles: boolean;
  save: (given: Given) => Promise<unknown>;
}

/** An empty secret keeps the stored one. */
const withSecret = (values: Readonly<Record<string, string>>) => (values['secret'] ? { secret: values['secret'] } : {});
const textOf = (values: Readonly<Record<string, string>>, name: string): string => (values[name] ?? '').trim();

export const SSO: ProviderKind = {
  kind: 'sso',
  about: 'ssoAbout',
  fields: [
    { name: 'issuer', label: 'issuer', hint: 'issuerHint' },
    { name: 'client_id', label: 'clientId' },
    { name: 'login_claim', label: 'loginClaim', hint: 'loginClaimHint', initial: 'preferred_username' },
    { name: 'scopes', label: 'scopes', hint: 'scopesHint', optional: true },
    { name: 'title', label: 'title', initial: '统一身份认证' },
  ],
  givesRoles: true,
  save: ({ values, enabled, roleClaim }) =>
    call(
      putSso,
      {
        body: {
          enabled,
          issuer: textOf(values, 'issuer'),
          client_id: textOf(values, 'client_id'),
          login_claim: textOf(values, 'login_claim'),
          scopes: textOf(values, 'scopes').split(/\s+/).join(' '),
          title: textOf(values, 'title'),
          role_claim: roleClaim,
          ...withSecret(values),
        },
      },
      { quiet: true },
    ),
};

export const WWORK: ProviderKind = {
  kind: 'wwork',
  about: 'wworkAbout',
  fields: [
    { name: 'corp_id', label: 'corpId' },
    { name: 'agent_id', label: 'agentId' },
  ],
  givesRoles: false,
  save: ({ values, enabled }) =>
    call(
      putWwork,
      {
        body: {
          enabled,
          corp_id: textOf(values, 'corp_id'),
          agent_id: textOf(values, 'agent_id'),
          ...withSecret(values),
        },
      },
      { quiet: true },
    ),
};
