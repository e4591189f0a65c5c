import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { requireEachOnce } from '../../../platform/home/server/arrangement.ts';
import * as contract from '../contract.ts';
import { dropLayout, putLayout } from './queries.ts';
import { readHome } from './read-home.ts';

export const homeHandlers: readonly Implementation[] = [
  implement(contract.home, (ctx) => readHome(ctx)),
  implement(contract.arrangeHome, async (ctx, { body: { cards } }) => {
    const holder = { orgId: ctx.actor.orgId, userId: ctx.caller.userId, roleId: ctx.actor.roleId };
    requireEachOnce(cards ?? []);
    await ctx.write([cards === null ? dropLayout(holder) : putLayout(holder, cards, ctx.nowIso())]);
    return { ok: true as const };
  }),
];
