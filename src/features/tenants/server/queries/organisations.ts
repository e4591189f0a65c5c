import { sql } from 'kysely';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** The organisations of the installation; readable without a tenant. */
export const tenantStates = () =>
  qb
    .selectFrom('tenants')
    .select(['org_id', 'suspended_at', 'suspended_for'])
    .where('org_id', '<>', PLATFORM_ORG)
    .orderBy('org_id');

const columns = [
  'org_id',
  'org_name',
  'org_type',
  'parent_org_id',
  'edu_level',
  'service_type',
  'account_expire_at',
  'protection_days',
  'total_quota',
  'available_quota',
] as const;

/** What an operator may know of an organisation. Tenant: the organisation. */
export const organisationOf = (orgId: string) =>
  qb
    .selectFrom('orgs')
    .select([...columns])
    .where('org_id', '=', orgId);

/** Locks the organisation with its state until the end of the transaction. */
export const lockTenant = (orgId: string) =>
  qb.selectFrom('tenants').select(['org_id', 'suspended_at', 'suspended_for']).where('org_id', '=', orgId).forUpdate();

/** @param state Null resumes the service */
export const setSuspended = (orgId: string, state: { at: string; reason: string } | null) =>
  qb
    .updateTable('tenants')
    .set({ suspended_at: state?.at ?? null, suspended_for: state?.reason ?? null })
    .where('org_id', '=', orgId);

/** Accounts of an organisation by identity, as numbers. */
export const accountCounts = (orgId: string) =>
  qb
    .selectFrom('memberships')
    .select(['identity', sql<number>`count(distinct user_id)::int`.as('accounts')])
    .where('org_id', '=', orgId)
    .groupBy('identity')
    .orderBy('identity');

/** Ends every session in which a person, a system or a sheet may act in the organisation. */
export const endSessionsOf = (orgId: string, at: string) =>
  qb
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where(
      sql<boolean>`(user_id in (select m.user_id from memberships m where m.org_id = ${orgId}) or only_org = ${orgId}
        or limited_to ->> 'orgId' = ${orgId} or service ->> 'orgId' = ${orgId})`,
    )
    .returning('session_id');

export const setParent = (orgId: string, parent: string | null) =>
  qb.updateTable('orgs').set({ parent_org_id: parent }).where('org_id', '=', orgId);

export const deleteFeatures = (orgId: string) => qb.deleteFrom('org_features').where('org_id', '=', orgId);
export const insertFeatures = (orgId: string, features: readonly string[]) =>
  qb.insertInto('org_features').values(features.map((feature) => ({ org_id: orgId, feature })));
