import { sql, type Generated } from 'kysely';
import type { ServiceTerms } from '../../../access/service-stage.ts';
import { compileOnce } from '../../../db/server/compile-once.ts';
import type { Database } from '../../../db/server/database.ts';
import { qb } from '../../../db/server/query-builder.ts';

/** A school or an institution: the tenant itself. */
export interface OrgsTable {
  org_id: string;
  parent_org_id: string | null;
  org_name: string;
  org_type: number;
  /** Null for institutions. */
  edu_level: number | null;
  service_type: number;
  product_status: number;
  account_expire_at: string | null;
  /** Days after the end in which administrators can still read and export (`spec §9`). */
  protection_days: Generated<number>;
  /** The last stage that was entered and announced; null before the first check. */
  service_stage: Generated<string | null>;
  available_quota: Generated<number>;
  total_quota: Generated<number>;
  created_at: Generated<string>;
}
/** Software features that a school has opened (`spec §6`). */
export interface OrgFeaturesTable {
  org_id: string;
  feature: string;
}
export interface OrgSettingsTable {
  org_id: string;
  consulting_offline_open: Generated<boolean>;
  auto_create_user: Generated<boolean>;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    orgs: OrgsTable;
    org_features: OrgFeaturesTable;
    org_settings: OrgSettingsTable;
  }
}

/** Since when the operator has suspended the organisation; null while it is in service. */
export const suspendedAt = (orgId: string) =>
  sql<string | null>`(select s.suspended_at from tenants s where s.org_id = ${sql.ref(orgId)})`;

const orgOf = compileOnce(({ orgId }: { orgId: string }) =>
  qb
    .selectFrom('orgs')
    .select([
      'org_id',
      'org_name',
      'org_type',
      'edu_level',
      'service_type',
      'product_status',
      'account_expire_at',
      'protection_days',
      'available_quota',
      'total_quota',
    ])
    .select(suspendedAt('orgs.org_id').as('suspended_at'))
    .where('org_id', '=', orgId),
);
export const orgById = (orgId: string) => orgOf({ orgId });

/** The facts that determine the service stage. */
export const termsOf = ({
  service_type,
  account_expire_at,
  protection_days,
}: Pick<OrgsTable, 'service_type' | 'account_expire_at'> & { protection_days: number }): ServiceTerms => ({
  service_type,
  protection_days,
  account_expire_at: account_expire_at ?? undefined,
});

/** The name of an organisation, and its parent organisation. */
export const placeOf = (orgId: string) =>
  qb.selectFrom('orgs').select(['org_name', 'parent_org_id']).where('org_id', '=', orgId);

const openedFeatures = compileOnce(({ orgId }: { orgId: string }) =>
  qb.selectFrom('org_features').select('feature').where('org_id', '=', orgId).orderBy('feature'),
);
export const featuresOf = (orgId: string) => openedFeatures({ orgId });

const settings = compileOnce(({ orgId }: { orgId: string }) =>
  qb.selectFrom('org_settings').select(['consulting_offline_open', 'auto_create_user']).where('org_id', '=', orgId),
);
export const settingsOf = (orgId: string) => settings({ orgId });

/** Takes one of the remaining places for accounts; changes nothing where none is left. */
export const takePlace = (orgId: string) =>
  qb
    .updateTable('orgs')
    .set((eb) => ({ available_quota: eb('available_quota', '-', 1) }))
    .where('org_id', '=', orgId)
    .where('available_quota', '>', 0);

/**
 * Locks the organisation until the end of the transaction. Changes of shared data (years, staff, department tree) take
 * this lock, so that their checks are still true when they write. Take it before any row of the organisation, and lock
 * rows in the order of their ids, to avoid deadlocks.
 */
export const lockOrg = (orgId: string) =>
  qb.selectFrom('orgs').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate();

/** The ids of the tenants whose service the operator has not suspended. */
export async function tenantsInService(db: Database): Promise<string[]> {
  const [rows] = await db.read({ orgId: null, userId: null }, [
    qb.selectFrom('tenants').select('org_id').where('suspended_at', 'is', null).orderBy('org_id'),
  ]);
  return rows.map(({ org_id }) => org_id);
}

/** The ids of all tenants. */
export async function allTenants(db: Database): Promise<string[]> {
  const [rows] = await db.read({ orgId: null, userId: null }, [
    qb.selectFrom('tenants').select('org_id').orderBy('org_id'),
  ]);
  return rows.map(({ org_id }) => org_id);
}
