import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lastReferral } from './queries/referrals.ts';

/**
 * The latest referral of a student with its states (`spec §3`, student base data), for roles that may report: a report
 * during a referral needs a confirmation (`spec §8`).
 */
export async function referralOf(
  { actor, read, services: { access } }: OrgContext,
  childId: string,
): Promise<{ referral_id?: string; referral_statuses?: readonly number[] }> {
  if (!access.decide(actor, 'crisis-report', OPEN)) return {};
  const [[referral]] = await read([lastReferral(actor.orgId, childId)]);
  return referral ? { referral_id: referral.referral_id, referral_statuses: referral.statuses } : {};
}
