import { sql } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

export const announcementById = (orgId: string, id: string) =>
  qb.selectFrom('announcements').selectAll().where('org_id', '=', orgId).where('announcement_id', '=', id);

/** Scheduled ones whose time has come, locked. */
export const dueToPublish = (orgId: string, now: string, limit: number) =>
  qb
    .selectFrom('announcements')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('status', '=', 'scheduled')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .limit(limit)
    .forUpdate();

/** Published ones whose end has come, locked. */
export const dueToClose = (orgId: string, now: string, limit: number) =>
  qb
    .selectFrom('announcements')
    .select('announcement_id')
    .where('org_id', '=', orgId)
    .where('status', '=', 'published')
    .where('closed', '=', false)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .forUpdate();

/** When an announcement of this publisher is to be published or closed next. */
export const nextMoment = (orgId: string) =>
  sql<{ at: string | null }>`select least(
    (select min(publish_at) from announcements where org_id = ${orgId} and status = 'scheduled'),
    (select min(ends_at) from announcements where org_id = ${orgId} and status = 'published' and not closed)) as at`.compile(
    qb,
  );

/** Begins a delivery where there is none. Tenant: the organisation of the people. */
export const beginDelivery = (orgId: string, id: string, publisherId: string) =>
  qb
    .insertInto('announcement_deliveries')
    .values({ org_id: orgId, announcement_id: id, publisher_id: publisherId, state: 'running' })
    .onConflict((conflict) => conflict.columns(['org_id', 'announcement_id']).doNothing());

/** Locks a delivery, so that notices are not written after they were removed. */
export const lockDelivery = (orgId: string, id: string) =>
  qb
    .selectFrom('announcement_deliveries')
    .select(['state', 'after_user', 'people'])
    .where('org_id', '=', orgId)
    .where('announcement_id', '=', id)
    .forUpdate();

export const changeDelivery = (
  orgId: string,
  id: string,
  set: { state: 'running' | 'done' | 'over'; after_user?: string; people?: number },
) => qb.updateTable('announcement_deliveries').set(set).where('org_id', '=', orgId).where('announcement_id', '=', id);
