import type { Generated } from 'kysely';
import { qb } from './db/query-builder.ts';

/** The branding of an organisation under its own host name. */
export interface SitesTable {
  org_id: string;
  /** Lower case, without port. */
  host: string;
  is_custom: Generated<boolean>;
  site_name: string;
  logo: string | null;
  company_slogan: Generated<string>;
}
declare module './tables.ts' {
  interface Tables { sites: SitesTable }
}

/** Anybody sees it before signing in, so it holds nothing but branding. */
export const siteByHostName = (host: string) => qb.selectFrom('sites')
  .select(['org_id', 'host', 'is_custom', 'site_name', 'logo', 'company_slogan'])
  .where('host', '=', host);
