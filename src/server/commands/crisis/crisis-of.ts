import { OPEN } from '../../access/policies.ts';
import type { OrgCall } from '../../context.ts';
import { openCaseOf } from '../../store/crisis-cases.ts';

/** Where a student stands: the level of the open case, to whom warnings are open (`spec §3`, student base data). */
export interface CrisisStanding { crisis_level?: number; referral_id?: string; referral_statuses?: readonly number[] }

export async function crisisOf({ actor, services: { access, db } }: OrgCall, childId: string): Promise<CrisisStanding> {
  if (!access.decide(actor, 'crisis/warn', OPEN)) return {};
  const [[open]] = await db.read({ orgId: actor.orgId, userId: null }, [openCaseOf(actor.orgId, childId)]);
  return open ? { crisis_level: open.crisis_level } : {};
}
