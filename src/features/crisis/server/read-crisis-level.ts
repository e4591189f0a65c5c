import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { openCaseOf } from './queries/crisis-cases.ts';

/** Level of a student's open case (`spec §3`, student base data), for roles that may read warnings. */
export async function readCrisisLevel(
  { actor, read, services: { access } }: OrgContext,
  childId: string,
): Promise<{ crisis_level?: number }> {
  if (!access.decide(actor, 'crisis/warn', OPEN)) return {};
  const [[open]] = await read([openCaseOf(actor.orgId, childId)]);
  return open ? { crisis_level: open.crisis_level } : {};
}
