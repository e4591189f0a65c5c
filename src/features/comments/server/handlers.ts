import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { classComment, writeComment } from './comments.ts';

/** Comments of class teachers on students. */
export const commentsHandlers: readonly Implementation[] = [
  implement(contract.classComment, (ctx, { params: { id, year } }) => classComment(ctx, id, year)),
  implement(contract.writeComment, (ctx, { params: { id, year }, body }) => writeComment(ctx, id, year, body)),
];
