import { implement, type Implementation, type OrgContext } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { gradeCharge, putInCharge, type Charge } from './put-in-charge.ts';
import { everyoneInCharge, holdersOf } from './read-in-charge.ts';

async function putHolders(ctx: OrgContext, of: Charge, userIds: readonly string[]) {
  await ctx.transaction((tx) => putInCharge(ctx, tx, of, userIds));
  return holdersOf(ctx, of);
}

/** People in charge of grades and classes. */
export const structureHandlers: readonly Implementation[] = [
  implement(contract.gradeHeads, (ctx, { params }) => holdersOf(ctx, gradeCharge(params.id))),
  implement(contract.putGradeHeads, (ctx, { params, body }) => putHolders(ctx, gradeCharge(params.id), body.user_ids)),
  implement(contract.classTeachers, (ctx, { params }) => holdersOf(ctx, { kind: 'class', classId: params.id })),
  implement(contract.putClassTeachers, (ctx, { params, body }) =>
    putHolders(ctx, { kind: 'class', classId: params.id }, body.user_ids),
  ),
  implement(contract.inCharge, (ctx) => everyoneInCharge(ctx)),
];
