import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { requireEachOnce } from '../../../platform/home/server/arrangement.ts';
import { holderOf } from '../../../platform/home/server/own-cards.ts';
import { dropLayout, putLayout } from '../../../platform/home/server/queries.ts';
import * as contract from '../contract.ts';
import { readHome } from './read-home.ts';

export const homeHandlers: readonly Implementation[] = [
  implement(contract.home, (ctx) => readHome(ctx)),
  implement(contract.arrangeHome, async (ctx, { body: { cards } }) => {
    const holder = holderOf(ctx);
    requireEachOnce(cards ?? []);
    await ctx.write([cards === null ? dropLayout(holder) : putLayout(holder, cards, ctx.nowIso())]);
    return { ok: true as const };
  }),
];
