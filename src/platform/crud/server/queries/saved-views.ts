import { sql, type Insertable, type Updateable } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';
import { LIST_PREFERENCE } from '../../contract/preferences.ts';

/** A person's settings of a list. Row-level security shows a person's own views and shared ones. */
export interface SavedViewsTable {
  org_id: string;
  view_id: string;
  user_id: string;
  resource: string;
  name: string;
  shared: boolean;
  filters: Record<string, string>;
  sort: string | null;
  columns: { order: string[]; hidden: string[]; shown_as?: string };
  updated_at: string;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    saved_views: SavedViewsTable;
  }
}

const views = (orgId: string) =>
  qb
    .selectFrom('saved_views')
    .innerJoin('accounts', 'accounts.user_id', 'saved_views.user_id')
    .select([
      'view_id',
      'saved_views.user_id',
      'resource',
      'name',
      'shared',
      'filters',
      'sort',
      'columns',
      'saved_views.updated_at',
      'accounts.real_name as owner_name',
    ])
    .where('saved_views.org_id', '=', orgId);

/** In the order of their names. */
export const viewsOf = (orgId: string, resource: string) =>
  views(orgId).where('resource', '=', resource).orderBy('name').orderBy('view_id');
/** A person's own views of every list, with the one that each list opens with. Tenant: the organisation and the person. */
export const ownViewsOf = (orgId: string, userId: string) =>
  views(orgId)
    .leftJoin('preferences as p', (join) =>
      join
        .onRef('p.user_id', '=', 'saved_views.user_id')
        .on(sql`p.key`, '=', sql`${LIST_PREFERENCE}::text || resource`),
    )
    .select(sql<boolean>`coalesce(p.value ->> 'opens_with' = view_id, false)`.as('opens_first'))
    .where('saved_views.user_id', '=', userId)
    .orderBy('resource')
    .orderBy('name')
    .orderBy('view_id');
export const viewOf = (orgId: string, viewId: string) => views(orgId).where('view_id', '=', viewId);

export const countViews = (orgId: string, userId: string, resource: string) =>
  qb
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('resource', '=', resource);

export const insertView = (row: Insertable<SavedViewsTable>) => qb.insertInto('saved_views').values(row);
export const updateView = (orgId: string, viewId: string, userId: string, change: Updateable<SavedViewsTable>) =>
  qb
    .updateTable('saved_views')
    .set(change)
    .where('org_id', '=', orgId)
    .where('view_id', '=', viewId)
    .where('user_id', '=', userId);
export const deleteView = (orgId: string, viewId: string) =>
  qb.deleteFrom('saved_views').where('org_id', '=', orgId).where('view_id', '=', viewId);
