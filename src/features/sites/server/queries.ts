import type { Generated, Selectable } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';

/** Branding of an organisation, with its own host name if it has one. */
export interface SitesTable {
  org_id: string;
  /** Lower case, without port. */
  host: string | null;
  is_custom: Generated<boolean>;
  site_name: string;
  /** URL or data URL of an image. */
  logo: string | null;
  company_slogan: Generated<string>;
  /** `#rrggbb`, lower case. */
  primary_color: string | null;
}
/** Home page text of an organisation. */
export interface CustomIndexConfigsTable {
  org_id: string;
  welcome: string;
  updated_at: string;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    sites: SitesTable;
    custom_index_configs: CustomIndexConfigsTable;
  }
}

export type SiteRow = Omit<Selectable<SitesTable>, 'org_id'>;

const columns = ['host', 'is_custom', 'site_name', 'logo', 'company_slogan', 'primary_color'] as const;

/** Public before sign-in, so it returns branding only. */
export const siteByHostName = (host: string) =>
  qb
    .selectFrom('sites')
    .select(['org_id', ...columns])
    .where('host', '=', host);

export const siteOf = (orgId: string) => qb.selectFrom('sites').select(columns).where('org_id', '=', orgId);

export const putSite = (orgId: string, site: SiteRow) =>
  qb
    .insertInto('sites')
    .values({ org_id: orgId, ...site })
    .onConflict((c) => c.column('org_id').doUpdateSet(site));

export const indexConfigOf = (orgId: string) =>
  qb.selectFrom('custom_index_configs').select(['welcome', 'updated_at']).where('org_id', '=', orgId);

export const insertIndexConfig = (orgId: string, welcome: string, at: string) =>
  qb.insertInto('custom_index_configs').values({ org_id: orgId, welcome, updated_at: at });

export const putIndexConfig = (orgId: string, welcome: string, at: string) =>
  qb.updateTable('custom_index_configs').set({ welcome, updated_at: at }).where('org_id', '=', orgId);
