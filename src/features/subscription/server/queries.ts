import { sql } from 'kysely';
import type { Database } from '../../../platform/db/server/database.ts';
import { qb } from '../../../platform/db/server/query-builder.ts';

const columns = [
  'org_id',
  'org_name',
  'org_type',
  'service_type',
  'account_expire_at',
  'protection_days',
  'product_status',
  'service_stage',
] as const;

/**
 * Tenants whose next stage has begun, longest due first.
 *
 * @param now ISO time
 */
export async function dueTenants(db: Database, now: string, limit: number): Promise<string[]> {
  const [rows] = await db.read({ orgId: null, userId: null }, [
    qb
      .selectFrom('tenants')
      .select('org_id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('org_id')
      .limit(limit),
  ]);
  return rows.map(({ org_id }) => org_id);
}

export const serviceOf = (orgId: string) => qb.selectFrom('orgs').select(columns).where('org_id', '=', orgId);

/** Locked until the transaction ends; returns no row when another transaction holds the lock. */
export const tryLockService = (orgId: string) => serviceOf(orgId).forNoKeyUpdate().skipLocked();
/** Like `takeService`, but waits for the lock. */
export const lockService = (orgId: string) => serviceOf(orgId).forNoKeyUpdate();

/** Effects of a stage that was entered. */
export const enterStage = (orgId: string, set: { product_status: number; service_stage: string }) =>
  qb.updateTable('orgs').set(set).where('org_id', '=', orgId);

/**
 * Sets the time of the next stage.
 *
 * @param at ISO time, or `infinity` after the last stage
 */
export const setNextStageTime = (orgId: string, at: string) =>
  qb
    .updateTable('tenants')
    .set({ due_at: sql<string>`${at}::timestamptz` })
    .where('org_id', '=', orgId);

/** Sets the terms that an operator agreed with an organisation. */
export const setTerms = (
  orgId: string,
  set: { service_type: number; account_expire_at: string; protection_days: number },
) => qb.updateTable('orgs').set(set).where('org_id', '=', orgId);
