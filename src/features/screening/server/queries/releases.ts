import { sql, type Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { ScaleReleasesTable } from './tables.ts';

/** Releases of packs at a school, first ones first. */
export const releasesOf = (orgId: string, scaleIds: readonly string[]) =>
  qb
    .selectFrom('scale_releases as r')
    .leftJoin('accounts as a', 'a.user_id', 'r.user_id')
    .select(['r.scale_id', 'r.version', 'r.user_id', 'a.real_name as user_name', 'r.role_id', 'r.released_at'])
    .where('r.org_id', '=', orgId)
    .where(sql<boolean>`r.scale_id = any(${scaleIds}::text[])`)
    .orderBy('r.released_at')
    .orderBy('r.user_id');

/** A repeated release of the same person has no effect. */
export const insertRelease = (row: Insertable<ScaleReleasesTable>) =>
  qb
    .insertInto('scale_releases')
    .values(row)
    .onConflict((c) => c.doNothing());
