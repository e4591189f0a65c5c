import type { Services } from '../../context/server/services.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { ownMemberships } from './queries/memberships.ts';

/** The organisation whose budget pays: the person's first. @param userId of nobody where the number is unknown */
export async function payerOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
): Promise<{ orgId?: string }> {
  const [[membership]] = await db.read({ orgId: null, userId }, [ownMemberships(userId, nowIso(clock))]);
  return membership ? { orgId: membership.org_id } : {};
}
