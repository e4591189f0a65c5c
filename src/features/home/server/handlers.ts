import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { requireEachOnce } from '../../../platform/home/server/arrangement.ts';
import { holderOf } from '../../../platform/home/server/own-cards.ts';
import { dropLayout, putLayout } from '../../../platform/home/server/queries.ts';
import * as contract from '../contract.ts';
import { declareCard, removeCard } from './declare-card.ts';
import { readHome } from './read-home.ts';

export const homeHandlers: readonly Implementation[] = [
  implement(contract.home, (ctx) => readHome(ctx)),
  implement(contract.arrangeHome, async (ctx, { body: { cards } }) => {
    const holder = holderOf(ctx);
    requireEachOnce(cards ?? []);
    await ctx.write([cards === null ? dropLayout(holder) : putLayout(holder, cards, ctx.nowIso())]);
    return { ok: true as const };
  }),
  implement(contract.declareCard, (ctx, { body }) => ctx.transaction((tx) => declareCard(ctx, tx, body))),
  implement(contract.removeCard, async (ctx, { params }) => {
    await ctx.transaction((tx) => removeCard(ctx, tx, params.id));
    return { ok: true as const };
  }),
];
