import { setTimeout as wait } from 'node:timers/promises';
import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/seats.ts';
import { restoreInRoom, restoreOwn, type Rescue } from '../rooms/rescue.ts';
import { noteContact } from '../rooms/seats.ts';
import { chooseTalk, readChoices } from '../rooms/talk-choice.ts';
import { SAME_TIME_MS } from './sheets.ts';

const done = { ok: true } as const;

/** The refusal is thrown after the commit, which holds the warning of a late answer. */
function accepted<T extends object>(outcome: Rescue<T>): T {
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome;
}

export const seatHandlers: readonly Implementation[] = [
  implement(contract.seatContact, async (ctx, { params: { id }, body }) => {
    await ctx.transaction((tx) => noteContact(ctx, tx, id, body));
    return done;
  }),
  implement(contract.talkChoices, (ctx, { params: { id } }) => ctx.transaction((tx) => readChoices(ctx, tx, id))),
  implement(contract.chooseTalk, async (ctx, { params: { id }, body: { choice } }) => {
    await Promise.all([ctx.transaction((tx) => chooseTalk(ctx, tx, id, choice)), wait(SAME_TIME_MS)]);
    return done;
  }),
  implement(contract.restoreOwn, async (ctx, { params: { id }, body: { file } }) => {
    const [outcome] = await Promise.all([ctx.transaction((tx) => restoreOwn(ctx, tx, id, file)), wait(SAME_TIME_MS)]);
    return accepted(outcome);
  }),
  implement(contract.restoreInRoom, async (ctx, { params: { id }, body: { file } }) =>
    accepted(await ctx.transaction((tx) => restoreInRoom(ctx, tx, id, file))),
  ),
];
