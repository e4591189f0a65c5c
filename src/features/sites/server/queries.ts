import type { Generated, Selectable } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';
import type { CardPlace } from '../../../platform/session/home-cards.ts';

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
  welcome: Generated<string>;
  /** The arrangement of its home pages; null for the defaults. */
  cards: Generated<CardPlace[] | null>;
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
  qb.selectFrom('custom_index_configs').select(['welcome', 'cards', 'updated_at']).where('org_id', '=', orgId);

export interface IndexValues {
  welcome: string;
  cards: readonly CardPlace[] | null;
}

export function storeIndexConfig(orgId: string, { welcome, cards }: IndexValues, at: string) {
  const set = {
    welcome,
    cards: cards && (JSON.stringify(cards) as unknown as CardPlace[]),
    updated_at: at,
  };
  return qb
    .insertInto('custom_index_configs')
    .values({ org_id: orgId, ...set })
    .onConflict((c) => c.column('org_id').doUpdateSet(set));
}
