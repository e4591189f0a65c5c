import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { classComments, keepDraft } from './class-comments.ts';
import { classComment, writeComment } from './comments.ts';

/** Comments of class teachers on students. */
export const commentsHandlers: readonly Implementation[] = [
  implement(contract.classComment, (ctx, { params: { id, year } }) => classComment(ctx, id, year)),
  implement(contract.writeComment, async (ctx, { params: { id, year }, body }) => {
    await ctx.transaction((tx) => writeComment(ctx, tx, id, year, body));
    return classComment(ctx, id, year);
  }),
  implement(contract.classComments, (ctx) => classComments(ctx)),
  implement(contract.keepDraft, async (ctx, { params: { id, year }, body }) => {
    const draft_at = await ctx.transaction((tx) => keepDraft(ctx, tx, id, year, body));
    return { ok: true as const, ...(draft_at !== undefined && { draft_at }) };
  }),
];
