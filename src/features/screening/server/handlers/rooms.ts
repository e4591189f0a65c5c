import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/rooms.ts';
import { assent, readAssent } from '../rooms/assent.ts';
import { findCode, makeCodes, openSeat, takeSeat } from '../rooms/codes.ts';
import { readRoom } from '../rooms/read-room.ts';
import { lockOwnSheet } from '../sheets/open-sheet.ts';

export const roomHandlers: readonly Implementation[] = [
  implement(contract.makeCodes, (ctx, { params: { id }, body }) =>
    ctx.transaction((tx) => makeCodes(ctx, tx, id, body)),
  ),
  implement(contract.examSignIn, async (ctx, { body }) => {
    const code = await findCode(ctx, body.code);
    const { orgId } = code;
    const seat = await ctx.services.db.transaction({ orgId, userId: null }, (tx) => takeSeat(ctx, tx, code, body));
    return openSeat(ctx, orgId, seat);
  }),
  implement(contract.examRoom, (ctx, { params: { id }, query: { class_id } }) => readRoom(ctx, id, class_id)),
  implement(contract.readAssent, async (ctx, { params: { id } }) =>
    readAssent(ctx, await ctx.transaction((tx) => lockOwnSheet(ctx, tx, id))),
  ),
  implement(contract.assent, (ctx, { params: { id } }) => ctx.transaction((tx) => assent(ctx, tx, id))),
];
