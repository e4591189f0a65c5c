import { tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { expireOverdue } from './reset-passwords.ts';

const HALF_HOUR_MS = 30 * 60_000;

/** Ends expired batches and deletes their passwords. */
export const expiryOfPasswords = tenantChore('passwords-expiry', HALF_HOUR_MS, ({ db, clock }, orgId) =>
  db.transaction({ orgId, userId: null }, (tx) => expireOverdue(tx, orgId, nowIso(clock))),
);
