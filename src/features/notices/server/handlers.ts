import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { idBefore } from '../../../platform/db/server/ids.ts';
import * as contract from '../contract.ts';
import { OWN_KINDS } from '../rules.ts';
import { listNotices, missedNotices, readNotices } from './notices.ts';

/** Maximum duration of a transaction: an id may be committed after a later one. */
const OVERLAP_MS = 60_000;
/** Maximum number of missed notices in the stream; the list has the rest. */
const MISSED_MAX = 50;

const done = { ok: true } as const;

/** Notices of the caller. */
export const noticesHandlers: readonly Implementation[] = [
  implement(contract.notices, (ctx, { query }) => listNotices(ctx, query)),
  implement(contract.readNotice, async (ctx, { params }) => {
    await ctx.transaction((tx) => readNotices(ctx, tx, params));
    return done;
  }),
  implement(contract.readAllNotices, async (ctx) => {
    await ctx.transaction((tx) => readNotices(ctx, tx));
    return done;
  }),
  implement(contract.myNotices, (ctx, { query }) => listNotices(ctx, query, OWN_KINDS)),
  implement(contract.readMyNotice, async (ctx, { params }) => {
    await ctx.transaction((tx) => readNotices(ctx, tx, { ...params, kinds: OWN_KINDS }));
    return done;
  }),
  implement(contract.readAllMyNotices, async (ctx) => {
    await ctx.transaction((tx) => readNotices(ctx, tx, { kinds: OWN_KINDS }));
    return done;
  }),
  implement(contract.noticeStream, (ctx) =>
    ctx.services.push.open(ctx, async () => {
      const from = ctx.lastEventId === undefined ? undefined : idBefore(ctx.lastEventId, OVERLAP_MS);
      return from === undefined
        ? []
        : (await missedNotices(ctx, from, MISSED_MAX)).filter(({ notice_id }) => notice_id !== ctx.lastEventId);
    }),
  ),
];
