import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/escalation.ts';
import { beginDrill, finishDrill, listRuns } from '../escalation/drills.ts';
import { changeRules, readRules } from '../escalation/rules.ts';

const done = { ok: true } as const;

/** Who is told of warnings that nobody takes on, and drills of that. */
export const escalationHandlers: readonly Implementation[] = [
  implement(contract.escalation, readRules),
  implement(contract.putEscalation, (call, { body }) => changeRules(call, body)),
  implement(contract.escalationRuns, (call, { query }) => listRuns(call, query)),
  implement(contract.startDrill, (call, { body }) => beginDrill(call, body)),
  implement(contract.endDrill, async (call, { params }) => {
    await finishDrill(call, params.id, 'ended');
    return done;
  }),
  implement(contract.acknowledgeDrill, async (call, { params }) => {
    await finishDrill(call, params.id, 'acknowledged');
    return done;
  }),
];
