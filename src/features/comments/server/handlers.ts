import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { classComment, writeComment } from './comments.ts';

/** What class teachers write of their students. */
export const commentsHandlers: readonly Implementation[] = [
  implement(contract.classComment, (call, { params: { id, year } }) => classComment(call, id, year)),
  implement(contract.writeComment, (call, { params: { id, year }, body }) => writeComment(call, id, year, body)),
];
