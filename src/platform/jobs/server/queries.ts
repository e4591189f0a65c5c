import { sql } from 'kysely';
import type { Database } from '../../db/server/database.ts';
import { qb } from '../../db/server/query-builder.ts';

/** When a tenant has something to be done next. */
export interface TenantDueTable {
  org_id: string;
  chore: string;
  due_at: string;
}
declare module '../../db/server/tables.ts' {
  interface Tables {
    tenant_due: TenantDueTable;
  }
}

/** What of some chores is due, longest first. */
export async function allDue(
  db: Database,
  now: string,
  chores: readonly string[],
  limit: number,
): Promise<TenantDueTable[]> {
  const [rows] = await db.read({ orgId: null, userId: null }, [
    qb
      .selectFrom('tenant_due')
      .selectAll()
      .where('chore', 'in', chores)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(limit),
  ]);
  return rows;
}

/** Not later than then. It waits for whoever is at this very chore, who may not have seen what it is for. */
export const dueBy = (orgId: string, chore: string, at: string) =>
  qb
    .insertInto('tenant_due')
    .values({ org_id: orgId, chore, due_at: at })
    .onConflict((c) =>
      c.columns(['org_id', 'chore']).doUpdateSet({ due_at: sql<string>`least(tenant_due.due_at, excluded.due_at)` }),
    );

/** Of several processes one gets it, until its transaction ends. */
export const takeDue = (orgId: string, chore: string, now: string) =>
  qb
    .selectFrom('tenant_due')
    .select('chore')
    .where('org_id', '=', orgId)
    .where('chore', '=', chore)
    .where('due_at', '<=', now)
    .forUpdate()
    .skipLocked();

/** @param at Undefined where nothing follows */
export const dueNext = (orgId: string, chore: string, at: string | undefined) =>
  qb
    .updateTable('tenant_due')
    .set({ due_at: sql<string>`${at ?? 'infinity'}::timestamptz` })
    .where('org_id', '=', orgId)
    .where('chore', '=', chore);
