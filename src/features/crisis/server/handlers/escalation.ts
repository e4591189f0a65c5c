import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/escalation.ts';
import { beginDrill, finishDrill, listRuns } from '../escalation/drills.ts';
import { changeRules, readRules } from '../escalation/rules.ts';

const done = { ok: true } as const;

/** Escalation rules, runs and drills. */
export const escalationHandlers: readonly Implementation[] = [
  implement(contract.escalation, readRules),
  implement(contract.putEscalation, async (ctx, { body }) => {
    await ctx.transaction((tx) => changeRules(ctx, tx, body));
    return readRules(ctx);
  }),
  implement(contract.escalationRuns, (ctx, { query }) => listRuns(ctx, query)),
  implement(contract.startDrill, (ctx, { body }) => ctx.transaction((tx) => beginDrill(ctx, tx, body))),
  implement(contract.endDrill, async (ctx, { params }) => {
    await ctx.transaction((tx) => finishDrill(ctx, tx, params.id, 'ended'));
    return done;
  }),
  implement(contract.acknowledgeDrill, async (ctx, { params }) => {
    await ctx.transaction((tx) => finishDrill(ctx, tx, params.id, 'acknowledged'));
    return done;
  }),
];
