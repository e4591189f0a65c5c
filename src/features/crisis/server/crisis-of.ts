import { OPEN } from '../../../platform/access/server/policies.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lastReferral } from '../../interventions/server/queries/referrals.ts';
import { openCaseOf } from './queries/crisis-cases.ts';

/**
 * Where a student stands (`spec §3`, student base data): the level of the open case, to whom warnings are open; and the
 * latest referral with the states that it went through, to whoever may report, since they are asked first where one is
 * under way (`spec §8`).
 */
export interface CrisisStanding {
  crisis_level?: number;
  referral_id?: string;
  referral_statuses?: readonly number[];
}

export async function crisisOf(
  { actor, services: { access, db } }: OrgContext,
  childId: string,
): Promise<CrisisStanding> {
  const [seesWarnings, mayReport] = ['crisis/warn', 'crisis-report'].map((area) => access.decide(actor, area, OPEN));
  if (!seesWarnings && !mayReport) return {};
  const [[open], [referral]] = await db.read({ orgId: actor.orgId, userId: null }, [
    openCaseOf(actor.orgId, childId),
    lastReferral(actor.orgId, childId),
  ]);
  return {
    ...(seesWarnings && open && { crisis_level: open.crisis_level }),
    ...(mayReport && referral && { referral_id: referral.referral_id, referral_statuses: referral.statuses }),
  };
}
