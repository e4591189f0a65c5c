import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { endConsultation } from './end-consultation.ts';
import { freeSlots } from './hooks/consultations.ts';
import { moveReferral, stepsOfReferral } from './move-referral.ts';

/** The calls that records have beside those of every resource. */
export const recordsHandlers: readonly Implementation[] = [
  implement(contract.referralSteps, (call, { params }) => stepsOfReferral(call, params.id)),
  implement(contract.moveReferral, (call, { params, body }) => moveReferral(call, params.id, body)),
  implement(contract.endConsultation, (call, { params, body }) => endConsultation(call, params.id, body.status)),
  implement(contract.freeSlots, async (call) => {
    const items = await freeSlots(call);
    return { total: items.length, items };
  }),
];
