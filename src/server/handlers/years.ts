import * as contract from '../../shared/contract/years.ts';
import { planRollOver, shownPlan } from '../commands/plan-roll-over.ts';
import { rollOver } from '../commands/roll-over.ts';
import { implement, type Implementation } from '../context.ts';

/** Moving the school up into a year: shown first, then done. */
export const yearsHandlers: readonly Implementation[] = [
  implement(contract.rollOverPreview, ({ actor: { orgId }, services: { db } }, { params }) =>
    db.transaction({ orgId, userId: null }, async (tx) => shownPlan(await planRollOver(tx, orgId, params.id)))),
  implement(contract.rollOver, (call, { params, body }) => rollOver(call, params.id, body)),
];
