import { NO_TENANT } from '../../../platform/db/server/database.ts';
import { recurring, tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { forgetRefused } from './queries/applications.ts';
import { forgetTenants } from './queries/invitations.ts';

const DAY_MS = 86_400_000;
/** For this long after its end a code is told as expired, used up or revoked; then as unknown. */
const TOLD_DAYS = 90;
/** A refused registration is about a person who is not at the school. */
const REFUSED_DAYS = 30;

export const clearingOfCodes = recurring('invitation-codes', DAY_MS, async ({ services: { db, clock } }) => {
  await db.write(NO_TENANT, [forgetTenants(isoTime(clock.now() - TOLD_DAYS * DAY_MS))]);
});

export const clearingOfRefused = tenantChore('registrations-refused', DAY_MS, async ({ db, clock }, orgId) => {
  const before = isoTime(clock.now() - REFUSED_DAYS * DAY_MS);
  const [count] = await db.write({ orgId, userId: null }, [forgetRefused(orgId, before)]);
  return count;
});
