import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { createLink, listLinks, revokeLink } from './links.ts';
import { readOwnScreen } from './read-own.ts';
import { findLink, logOpening, showScreen } from './show-screen.ts';

export const largeScreenHandlers: readonly Implementation[] = [
  implement(contract.largeScreen, (ctx) => readOwnScreen(ctx)),
  implement(contract.screenLinks, (ctx) => listLinks(ctx)),
  implement(contract.createScreenLink, (ctx, { body }) => ctx.transaction((tx) => createLink(ctx, tx, body))),
  implement(contract.revokeScreenLink, async (ctx, { params }) => {
    await ctx.transaction((tx) => revokeLink(ctx, tx, params.id));
    return { ok: true } as const;
  }),
  implement(contract.shownScreen, async (ctx, { body }) => {
    const link = await findLink(ctx, body.key);
    if (link.isNew)
      await ctx.services.db.transaction({ orgId: link.orgId, userId: null }, (tx) => logOpening(ctx, tx, link));
    return showScreen(ctx, link);
  }),
];
