import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/escalation.ts';
import { beginDrill, finishDrill, listRuns } from '../escalation/drills.ts';
import { changeRules, readRules } from '../escalation/rules.ts';

const done = { ok: true } as const;

/** Escalation rules, runs and drills. */
export const escalationHandlers: readonly Implementation[] = [
  implement(contract.escalation, readRules),
  implement(contract.putEscalation, (ctx, { body }) => changeRules(ctx, body)),
  implement(contract.escalationRuns, (ctx, { query }) => listRuns(ctx, query)),
  implement(contract.startDrill, (ctx, { body }) => beginDrill(ctx, body)),
  implement(contract.endDrill, async (ctx, { params }) => {
    await finishDrill(ctx, params.id, 'ended');
    return done;
  }),
  implement(contract.acknowledgeDrill, async (ctx, { params }) => {
    await finishDrill(ctx, params.id, 'acknowledged');
    return done;
  }),
];
