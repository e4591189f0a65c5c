import { tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { clearNotices } from './notices.ts';

const DAY_MS = 86_400_000;

/** Deletes old notices. */
export const clearingOfNotices = tenantChore('notices-clearing', DAY_MS, clearNotices);
