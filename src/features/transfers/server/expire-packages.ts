import type { Services } from '../../../platform/context/server/services.ts';
import { tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { settle } from '../../notices/server/public.ts';
import { answerJob, informLater } from './inform.ts';
import { expirePackages } from './queries/received.ts';

const HOUR_MS = 3_600_000;

/** Empties packages that nobody has answered in time. @returns how many */
export const expireDue = (services: Services, orgId: string): Promise<number> =>
  services.db.transaction({ orgId, userId: null }, async (tx) => {
    const ended = await tx.run(expirePackages(orgId, nowIso(services.clock)));
    for (const { transfer_id: transferId, from_org_id } of ended) {
      await settle(tx, services, orgId, { type: 'transfer', id: transferId });
      await informLater(tx, { services }, answerJob, { orgId: from_org_id, transferId });
    }
    return ended.length;
  });

export const expiringJob = tenantChore('transfer-expiry', HOUR_MS, expireDue);
