import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { indexConfig, siteByHost as byHost } from '../../../platform/session/contract.ts';
import * as contract from '../contract.ts';
import { changeSite, setIndexConfig } from './change-site.ts';
import { namedIndex, ownIndex, siteByHost } from './read-site.ts';

export const sitesHandlers: readonly Implementation[] = [
  implement(byHost, (ctx, { query }) => siteByHost(ctx, query.host)),
  implement(contract.putSite, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => changeSite(ctx, tx, params.org_id, body));
    return (await ownIndex(ctx)).site;
  }),
  implement(indexConfig, (ctx, { query }) => namedIndex(ctx, query)),
  implement(contract.createIndexConfig, async (ctx, { body }) => {
    await ctx.transaction((tx) => setIndexConfig(ctx, tx, body, true));
    return ownIndex(ctx);
  }),
  implement(contract.putIndexConfig, async (ctx, { body }) => {
    await ctx.transaction((tx) => setIndexConfig(ctx, tx, body, false));
    return ownIndex(ctx);
  }),
];
