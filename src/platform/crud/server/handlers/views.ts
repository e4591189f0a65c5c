import { implement, type Implementation } from '../../../context/server/context.ts';
import * as contract from '../../contract/views.ts';
import { changeView, ownSavedViews, removeView, savedViews, saveView } from '../saved-views.ts';

export const viewsHandlers: readonly Implementation[] = [
  implement(contract.listViews, async (ctx, { query }) => ({ items: await savedViews(ctx, query.resource) })),
  implement(contract.ownViews, async (ctx) => {
    const items = await ownSavedViews(ctx);
    return { total: items.length, items };
  }),
  implement(contract.createView, (ctx, { body }) => ctx.personal.transaction((tx) => saveView(ctx, tx, body))),
  implement(contract.updateView, (ctx, { params, body }) =>
    ctx.personal.transaction((tx) => changeView(ctx, tx, params.id, body)),
  ),
  implement(contract.deleteView, async (ctx, { params }) => {
    await ctx.personal.transaction((tx) => removeView(ctx, tx, params.id));
    return { ok: true } as const;
  }),
];
