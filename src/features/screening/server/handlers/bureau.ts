import { schoolsReached } from '../../../../platform/access/server/queries/school-rows.ts';
import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import * as contract from '../../contract/bureau.ts';
import { acceptPlan, declinePlan } from '../bureau/answer-plan.ts';
import { readPlanProgress } from '../bureau/read-plan-progress.ts';
import { readReceivedPlans } from '../bureau/received-plans.ts';
import { closePlan, recallPlan, sendPlan } from '../bureau/send-plan.ts';

/** Calls about an institution's plans, besides those of every resource, and the answers of its schools. */
export const bureauHandlers: readonly Implementation[] = [
  implement(contract.planSchools, async ({ actor, read, services }) => {
    const [schools] = await read([schoolsReached(actor.orgId, services.access.scope(actor, 'bureau-plan'))]);
    const items = schools.map(({ org_id, org_name }) => ({ school_id: org_id, school_name: org_name }));
    return { total: items.length, items };
  }),
  implement(contract.sendPlan, (ctx, { params }) =>
    ctx.transaction((tx) => sendPlan(inTransaction(ctx, tx), tx, params.id)),
  ),
  implement(contract.closePlan, (ctx, { params }) => ctx.transaction((tx) => closePlan(ctx, tx, params.id))),
  implement(contract.recallPlan, (ctx, { params }) => ctx.transaction((tx) => recallPlan(ctx, tx, params.id))),
  implement(contract.planProgress, (ctx, { params }) => readPlanProgress(ctx, params.id)),
  implement(contract.receivedPlans, async (ctx) => {
    const items = await readReceivedPlans(ctx);
    return { total: items.length, items };
  }),
  implement(contract.acceptPlan, (ctx, { params, body }) =>
    ctx.transaction((tx) => acceptPlan(ctx, tx, params.id, body)),
  ),
  implement(contract.declinePlan, (ctx, { params, body }) =>
    ctx.transaction((tx) => declinePlan(ctx, tx, params.id, body)),
  ),
];
