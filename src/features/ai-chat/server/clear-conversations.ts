import { tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { KEEP_DAYS } from '../rules/limits.ts';
import { forgetConversations } from './queries/conversations.ts';

const DAY_MS = 86_400_000;

/** Deletes conversations that were not used for a long time. */
export const clearingOfConversations = tenantChore('ai-chat-clearing', DAY_MS, async ({ db, clock }, orgId) => {
  const [count] = await db.write({ orgId, userId: null }, [
    forgetConversations(orgId, isoTime(clock.now() - KEEP_DAYS * DAY_MS)),
  ]);
  return count;
});
