import { sql } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';
import type { PublicJwk } from './public-key.ts';

interface ServiceAccountsTable {
  org_id: string;
  service_id: string;
  user_id: string;
  name: string;
  /** Of the person who answers for it. */
  role_id: number;
  /** `area act` */
  rights: string[];
  networks: string[];
  expires_at: string;
  created_by: string;
  /** The maker, or the person who gave it its present secret. */
  responsible: string;
  created_at: string;
  revoked_at: string | null;
  last_used_at: string | null;
  last_address: string | null;
}
interface ServiceSecretsTable {
  org_id: string;
  service_id: string;
  /** Of a secret its hash; of a public key `key:` and its thumbprint. */
  secret_hash: string;
  public_key: PublicJwk | null;
  created_at: string;
  until: string | null;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    service_accounts: ServiceAccountsTable;
    service_secrets: ServiceSecretsTable;
  }
}

/** The accounts of an organisation, the latest first, with the names of the maker and of the person who answers for it. */
export const allAccounts = (orgId: string) =>
  qb
    .selectFrom('service_accounts as s')
    .leftJoin('accounts as a', 'a.user_id', 's.created_by')
    .leftJoin('accounts as r', 'r.user_id', 's.responsible')
    .selectAll('s')
    .select(['a.real_name as maker', 'r.real_name as responsible_name'])
    .select(
      sql<
        string | null
      >`(select max(k.until) from service_secrets k where k.org_id = s.org_id and k.service_id = s.service_id)`.as(
        'former_until',
      ),
    )
    .select(
      sql<PublicJwk | null>`(select k.public_key from service_secrets k
        where k.org_id = s.org_id and k.service_id = s.service_id and k.until is null)`.as('public_key'),
    )
    .where('s.org_id', '=', orgId)
    .orderBy('s.created_at', 'desc');

export const accountOf = (orgId: string, serviceId: string) =>
  qb.selectFrom('service_accounts').selectAll().where('org_id', '=', orgId).where('service_id', '=', serviceId);

/** Locked until the transaction ends, if it is in use. */
export const lockUsed = (orgId: string, serviceId: string) =>
  accountOf(orgId, serviceId).where('revoked_at', 'is', null).forUpdate();

export const usedAccounts = (orgId: string, at: string) =>
  qb
    .selectFrom('service_accounts')
    .select('service_id')
    .where('org_id', '=', orgId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at);

/** Secrets and public keys that are valid at a time. */
export const secretsOf = (orgId: string, serviceId: string, at: string) =>
  qb
    .selectFrom('service_secrets')
    .select(['secret_hash', 'public_key'])
    .where('org_id', '=', orgId)
    .where('service_id', '=', serviceId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', at)]));

/** Whether an account has, or had before, this secret or public key. */
export const hadCredential = (orgId: string, serviceId: string, hash: string) =>
  qb
    .selectFrom('service_secrets')
    .select('secret_hash')
    .where('org_id', '=', orgId)
    .where('service_id', '=', serviceId)
    .where('secret_hash', '=', hash);

export const insertService = ({
  rights,
  networks,
  ...row
}: Omit<ServiceAccountsTable, 'revoked_at' | 'last_used_at' | 'last_address'>) =>
  qb.insertInto('service_accounts').values({
    ...row,
    rights: sql<string[]>`${rights}::text[]`,
    networks: sql<string[]>`${networks}::text[]`,
    revoked_at: null,
    last_used_at: null,
    last_address: null,
  });

export const insertSecret = ({ public_key, ...row }: Omit<ServiceSecretsTable, 'until'>) =>
  qb.insertInto('service_secrets').values({
    ...row,
    public_key: public_key && sql<PublicJwk>`${JSON.stringify(public_key)}::jsonb`,
    until: null,
  });

/** Former secrets end at this time at the latest. */
export const endSecrets = (orgId: string, serviceId: string, until: string) =>
  qb
    .updateTable('service_secrets')
    .set({ until })
    .where('org_id', '=', orgId)
    .where('service_id', '=', serviceId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', until)]));

/** Makes a person answer for an account, in a role. */
export const setResponsible = (orgId: string, serviceId: string, person: { responsible: string; role_id: number }) =>
  qb.updateTable('service_accounts').set(person).where('org_id', '=', orgId).where('service_id', '=', serviceId);

export const setRevoked = (orgId: string, serviceId: string, at: string) =>
  qb
    .updateTable('service_accounts')
    .set({ revoked_at: at })
    .where('org_id', '=', orgId)
    .where('service_id', '=', serviceId);

export const noteUse = (orgId: string, serviceId: string, at: string, address: string) =>
  qb
    .updateTable('service_accounts')
    .set({ last_used_at: at, last_address: address })
    .where('org_id', '=', orgId)
    .where('service_id', '=', serviceId);
