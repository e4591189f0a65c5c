import type { RequestContext, OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { holderOf, ownCards } from '../../../platform/home/server/own-cards.ts';
import { declaredCardsOf, layoutOf } from '../../../platform/home/server/queries.ts';
import type { IndexConfig, SiteData } from '../../../platform/session/contract.ts';
import { defaultSite, hostName, siteData } from '../rules/site.ts';
import { indexConfigOf, siteByHostName, siteOf } from './queries.ts';

/** Branding of a host name; the default when no organisation has claimed it. */
export async function siteByHost({ services: { db } }: RequestContext, host: string): Promise<SiteData> {
  const [[site]] = await db.read({ orgId: null, userId: null }, [siteByHostName(hostName(host))]);
  if (!site) return defaultSite(host);
  const [[org]] = await db.read({ orgId: site.org_id, userId: null }, [orgById(site.org_id)]);
  return { ...siteData(site), org_id: site.org_id, org_name: org?.org_name };
}

/** The organisation that has claimed a host name. */
export async function orgOfHost(
  { services: { db } }: Pick<RequestContext, 'services'>,
  host: string,
): Promise<string | undefined> {
  const [[site]] = await db.read({ orgId: null, userId: null }, [siteByHostName(hostName(host))]);
  return site?.org_id;
}

/** Branding of the caller's organisation, with defaults for unset fields, and the cards of the caller's home page. */
export async function ownIndex(ctx: OrgContext): Promise<IndexConfig> {
  const {
    actor: { orgId },
    services: { sharedHosts },
  } = ctx;
  const [[org], [site], [config], [own], declared] = await ctx.read([
    orgById(orgId),
    siteOf(orgId),
    indexConfigOf(orgId),
    layoutOf(holderOf(ctx)),
    declaredCardsOf(orgId),
  ]);
  const cards = ownCards(ctx, own?.cards ?? config?.cards ?? [], declared).map(({ place }) => place);
  return {
    org_id: orgId,
    welcome: config?.welcome ?? '',
    ...(config && { updated_at: config.updated_at }),
    ...(config?.cards && { cards: config.cards }),
    own_cards: cards.filter(({ hidden }) => !hidden),
    host_editable: sharedHosts !== undefined,
    site: { ...(site ? siteData(site) : defaultSite('')), org_id: orgId, org_name: org?.org_name },
  };
}

/**
 * Organisation of a query: by id, by the host of a URL, or the caller's.
 *
 * @throws AppError PSY_NOT_FOUND
 */
async function namedOrg(
  { actor, services: { db } }: OrgContext,
  { org_id, like_url }: { org_id?: string; like_url?: string },
): Promise<string> {
  if (org_id !== undefined || like_url === undefined) return org_id ?? actor.orgId;
  const host = hostName(like_url.replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/, ''));
  const [[site]] = await db.read({ orgId: null, userId: null }, [siteByHostName(host)]);
  if (!site) throw new AppError('PSY_NOT_FOUND', { message: '没有使用这个域名的单位' });
  return site.org_id;
}

/**
 * `ownIndex`, when the query names the caller's organisation.
 *
 * @throws AppError AC_FORBIDDEN, PSY_NOT_FOUND
 */
export async function namedIndex(ctx: OrgContext, query: { org_id?: string; like_url?: string }): Promise<IndexConfig> {
  if ((await namedOrg(ctx, query)) !== ctx.actor.orgId) throw new AppError('AC_FORBIDDEN');
  return ownIndex(ctx);
}
