import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/own.ts';
import { agree, readConsents, withdraw } from '../own/consents.ts';
import { handle, readOwnTalks, readTalks, storeTalk } from '../own/talks.ts';

const done = { ok: true } as const;
const listed = <T>(items: T[]) => ({ total: items.length, items });

/** Consents and requests for a talk: of students and guardians, and of the staff who look after them. */
export const ownHandlers: readonly Implementation[] = [
  implement(contract.myConsents, async (ctx) => listed(await readConsents(ctx))),
  implement(contract.agree, (ctx, { body }) => ctx.transaction((tx) => agree(ctx, tx, body))),
  implement(contract.withdrawOwn, async (ctx, { params }) => {
    await ctx.transaction((tx) => withdraw(ctx, tx, params.id));
    return done;
  }),
  implement(contract.myTalks, (ctx) => ctx.transaction((tx) => readOwnTalks(ctx, tx))),
  implement(contract.askForTalk, (ctx, { body }) => ctx.transaction((tx) => storeTalk(ctx, tx, body))),
  implement(contract.talks, (ctx, { query }) => readTalks(ctx, query)),
  implement(contract.handleTalk, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => handle(ctx, tx, params.id, body));
    return done;
  }),
];
