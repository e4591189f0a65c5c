import { tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { clearExports } from './tasks.ts';

const HALF_HOUR_MS = 30 * 60_000;

/** Deletes expired exports. */
export const clearingOfExports = tenantChore('exports-clearing', HALF_HOUR_MS, clearExports);
