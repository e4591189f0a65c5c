import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { readConcerns, setConcern } from './concerns.ts';

export const concernHandlers: readonly Implementation[] = [
  implement(contract.concerns, (ctx, { params }) => readConcerns(ctx, params.id)),
  implement(contract.setConcern, async (ctx, { params, body }) => {
    await ctx.proveVerified('student/archive');
    await ctx.transaction((tx) => setConcern(ctx, tx, params.id, body));
    return readConcerns(ctx, params.id);
  }),
];
