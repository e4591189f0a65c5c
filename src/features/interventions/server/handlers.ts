import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { endConsultation } from './end-consultation.ts';
import { freeSlots } from './hooks/consultations.ts';
import { moveReferral, stepsOfReferral } from './move-referral.ts';

/** Endpoints of records besides the generic resource endpoints. */
export const recordsHandlers: readonly Implementation[] = [
  implement(contract.referralSteps, (ctx, { params }) => stepsOfReferral(ctx, params.id)),
  implement(contract.moveReferral, (ctx, { params, body }) => moveReferral(ctx, params.id, body)),
  implement(contract.endConsultation, (ctx, { params, body }) => endConsultation(ctx, params.id, body.status)),
  implement(contract.freeSlots, async (ctx) => {
    const items = await freeSlots(ctx);
    return { total: items.length, items };
  }),
];
