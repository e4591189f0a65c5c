import { sql } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import type { OutsideIdentity } from '../../../platform/outside-identity/server/outside.ts';
import type { SsoSubjectsTable } from '../../../platform/outside-identity/server/queries.ts';
import type { SsoIdentity } from '../../../platform/outside-identity/server/sso.ts';
import type { RoleClaim } from '../own-contract.ts';

export type OwnKind = 'wwork' | 'sso' | 'wwork_suite';

/** A provider of an organisation's own. */
export interface SignInProvidersTable {
  org_id: string;
  kind: OwnKind;
  enabled: boolean;
  /** What is no secret. */
  settings: Record<string, unknown>;
  /** Which values of which claim give roles, of an identity server; null where none does. */
  role_claim: RoleClaim | null;
  /** Encrypted. */
  secret: string;
  updated_at: string;
}

/** Which organisation has linked a corporation that authorised a suite. */
export interface WworkCorpTenantsTable {
  suite_id: string;
  corp_id: string;
  tenant: string;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    wwork_corp_tenants: WworkCorpTenantsTable;
    sign_in_providers: SignInProvidersTable;
  }
}

type Named = Pick<OutsideIdentity, 'provider' | 'subject'>;

/** The account that an identity is bound to. */
export const boundTo = ({ provider, subject }: Named) =>
  qb
    .selectFrom('outside_identities as i')
    .innerJoin('accounts as a', 'a.user_id', 'i.user_id')
    .select(['a.user_id', 'a.enabled'])
    .where('i.provider', '=', provider)
    .where('i.subject', '=', subject);

/** The account with this login name, if it is staff of the organisation. Tenant: the organisation. */
export const staffByLogin = (orgId: string, loginKey: string) =>
  qb
    .selectFrom('accounts as a')
    .select('a.user_id')
    .where('a.login_key', '=', loginKey)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('memberships as m')
          .select('m.user_id')
          .where('m.org_id', '=', orgId)
          .whereRef('m.user_id', '=', 'a.user_id')
          .where('m.identity', '=', IDENTITY.staff),
      ),
    );

/** The account of a subject. Tenant: the organisation. */
export const subjectBoundTo = (orgId: string, { issuer, sub }: Pick<SsoIdentity, 'issuer' | 'sub'>) =>
  qb
    .selectFrom('sso_subjects')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('issuer', '=', issuer)
    .where('subject', '=', sub);

/** Adds no row where the subject or the account is bound already. */
export const insertSubject = (row: SsoSubjectsTable) =>
  qb
    .insertInto('sso_subjects')
    .values(row)
    .onConflict((c) => c.doNothing());

/** Frees all accounts for the subjects of another identity server. */
export const deleteSubjectsIn = (orgId: string) => qb.deleteFrom('sso_subjects').where('org_id', '=', orgId);

/** Adds no row where the identity or the account already has a binding. */
export const insertBinding = (userId: string, { provider, subject, name }: OutsideIdentity, at: string) =>
  qb
    .insertInto('outside_identities')
    .values({ provider, subject, user_id: userId, display_name: name, bound_at: at })
    .onConflict((c) => c.doNothing());

/** Frees an identity from an account that was closed. */
export const deleteClosedBinding = ({ provider, subject }: Named) =>
  qb
    .deleteFrom('outside_identities')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where(
      sql<boolean>`exists (select from accounts a where a.user_id = outside_identities.user_id and not a.enabled and a.login_key = a.user_id)`,
    );

export const deleteBinding = (userId: string, provider: string) =>
  qb.deleteFrom('outside_identities').where('user_id', '=', userId).where('provider', '=', provider);

/** A provider of an organisation. Tenant: the organisation. */
export const ownProvider = (orgId: string, kind: OwnKind) =>
  qb
    .selectFrom('sign_in_providers')
    .select(['enabled', 'settings', 'role_claim', 'secret', 'updated_at'])
    .where('org_id', '=', orgId)
    .where('kind', '=', kind);

/** Locks it until the transaction ends. */
export const lockOwnProvider = (orgId: string, kind: OwnKind) => ownProvider(orgId, kind).forUpdate();

export const enabledProviders = (orgId: string) =>
  qb
    .selectFrom('sign_in_providers')
    .select(['kind', 'settings'])
    .where('org_id', '=', orgId)
    .where('enabled', '=', true)
    .orderBy('kind');

export const putProvider = ({ settings, role_claim, ...row }: SignInProvidersTable) => {
  const change = {
    ...row,
    settings: sql<Record<string, unknown>>`${JSON.stringify(settings)}::jsonb`,
    role_claim: role_claim && sql<RoleClaim>`${JSON.stringify(role_claim)}::jsonb`,
  };
  return qb
    .insertInto('sign_in_providers')
    .values(change)
    .onConflict((c) => c.columns(['org_id', 'kind']).doUpdateSet(change));
};

export const deleteProvider = (orgId: string, kind: OwnKind) =>
  qb.deleteFrom('sign_in_providers').where('org_id', '=', orgId).where('kind', '=', kind);

export const tenantOfCorp = (suiteId: string, corpId: string) =>
  qb.selectFrom('wwork_corp_tenants').select('tenant').where('suite_id', '=', suiteId).where('corp_id', '=', corpId);

/** Adds no row where the corporation is linked already. */
export const insertCorpTenant = (row: WworkCorpTenantsTable) =>
  qb
    .insertInto('wwork_corp_tenants')
    .values(row)
    .onConflict((c) => c.doNothing());

export const deleteCorpOf = (tenant: string) => qb.deleteFrom('wwork_corp_tenants').where('tenant', '=', tenant);

export const deleteCorp = (suiteId: string, corpId: string, tenant: string) =>
  deleteCorpOf(tenant).where('suite_id', '=', suiteId).where('corp_id', '=', corpId);

/** Replaces the secret of a provider alone. */
export const setSecret = (orgId: string, kind: OwnKind, secret: string, at: string) =>
  qb
    .updateTable('sign_in_providers')
    .set({ secret, updated_at: at })
    .where('org_id', '=', orgId)
    .where('kind', '=', kind);
