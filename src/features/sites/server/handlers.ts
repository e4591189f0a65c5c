import { orgById } from '../../../platform/access/server/queries/orgs.ts';
import { implement, type Implementation, type OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import * as contract from '../contract.ts';
import { defaultSite, hostName, siteData } from '../rules/site.ts';
import { changeSite, setIndexConfig } from './change-site.ts';
import { indexConfigOf, siteByHostName, siteOf } from './queries.ts';

/** What the caller's organisation shows of itself; what it has not set is the platform's. */
async function ownIndex(ctx: OrgContext): Promise<contract.IndexConfig> {
  const {
    actor: { orgId },
    services: { sharedHosts },
  } = ctx;
  const [[org], [site], [config]] = await ctx.read([orgById(orgId), siteOf(orgId), indexConfigOf(orgId)]);
  return {
    org_id: orgId,
    welcome: config?.welcome ?? '',
    ...(config && { updated_at: config.updated_at }),
    host_editable: sharedHosts !== undefined,
    site: { ...(site ? siteData(site) : defaultSite('')), org_id: orgId, org_name: org?.org_name },
  };
}

/** The organisation that is asked for: by its id, by the host of an address, or one's own. */
async function askedFor(
  { actor, services: { db } }: OrgContext,
  { org_id, like_url }: { org_id?: string; like_url?: string },
): Promise<string> {
  if (org_id !== undefined || like_url === undefined) return org_id ?? actor.orgId;
  const host = hostName(like_url.replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/, ''));
  const [[site]] = await db.read({ orgId: null, userId: null }, [siteByHostName(host)]);
  if (!site) throw new AppError('PSY_NOT_FOUND', { message: '没有使用这个域名的单位' });
  return site.org_id;
}

export const sitesHandlers: readonly Implementation[] = [
  implement(contract.putSite, async (ctx, { params, body }) => {
    await changeSite(ctx, params.org_id, body);
    return (await ownIndex(ctx)).site;
  }),
  implement(contract.indexConfig, async (ctx, { query }) => {
    if ((await askedFor(ctx, query)) !== ctx.actor.orgId) throw new AppError('AC_FORBIDDEN');
    return ownIndex(ctx);
  }),
  implement(contract.createIndexConfig, async (ctx, { body }) => {
    await setIndexConfig(ctx, body.welcome, true);
    return ownIndex(ctx);
  }),
  implement(contract.putIndexConfig, async (ctx, { body }) => {
    await setIndexConfig(ctx, body.welcome, false);
    return ownIndex(ctx);
  }),
];
