import { sql } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** An object of the store that no row names, or soon none will. */
export interface StrayObjectsTable {
  org_id: string;
  object_key: string;
  due_at: string;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    stray_objects: StrayObjectsTable;
  }
}

/** Schedules objects for removal; an object that is already scheduled keeps the earlier time. */
export const noteStrays = (orgId: string, keys: readonly string[], dueAt: string) =>
  qb
    .insertInto('stray_objects')
    .columns(['org_id', 'object_key', 'due_at'])
    .expression(sql`select ${orgId}, k, ${dueAt}::timestamptz from unnest(${keys}::text[]) k`)
    .onConflict((c) =>
      c
        .columns(['org_id', 'object_key'])
        .doUpdateSet({ due_at: sql<string>`least(stray_objects.due_at, excluded.due_at)` }),
    );

/**
 * Schedules objects for removal that are written for an organisation before it is here; nothing where it is here
 * already, because its rows name them.
 */
export const noteStraysOfNew = (newOrgId: string, orgId: string, keys: readonly string[], dueAt: string) =>
  qb
    .insertInto('stray_objects')
    .columns(['org_id', 'object_key', 'due_at'])
    .expression(
      sql`select ${orgId}, k, ${dueAt}::timestamptz from unnest(${keys}::text[]) k
        where not exists (select from tenants t where t.org_id = ${newOrgId})`,
    )
    .onConflict((c) => c.columns(['org_id', 'object_key']).doNothing());

/** Unschedules objects that a row now refers to, or that were removed. Returns their number. */
export const forgetStrays = (orgId: string, keys: readonly string[]) =>
  qb
    .deleteFrom('stray_objects')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`object_key = any(${keys}::text[])`);

const strays = (orgId: string, now: string) =>
  qb.selectFrom('stray_objects').select('object_key').where('org_id', '=', orgId).where('due_at', '<=', now);

/** Objects due for removal, locked; skips those that another process is removing. */
export const dueStrays = (orgId: string, now: string, limit: number) =>
  strays(orgId, now).orderBy('due_at').limit(limit).forUpdate().skipLocked();
export const dueAmong = (orgId: string, now: string, keys: readonly string[]) =>
  strays(orgId, now)
    .where(sql<boolean>`object_key = any(${keys}::text[])`)
    .forUpdate()
    .skipLocked();
