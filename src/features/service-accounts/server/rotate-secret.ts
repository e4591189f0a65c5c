import { randomBytes } from 'node:crypto';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { endSessionsOfUser } from '../../../platform/identity/server/queries/sessions.ts';
import { newToken, tokenHash } from '../../../platform/identity/server/tokens.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { Secret } from '../contract.ts';
import { RESOURCE } from './create-account.ts';
import { clientId } from './list-accounts.ts';
import { endSecrets, insertSecret, lockUsed } from './queries.ts';

const HOUR_MS = 3_600_000;

/**
 * Gives an account a new secret. The former one stays valid for some hours; with none, its sessions end as well.
 *
 * @throws AppError PSY_NOT_FOUND when it is not in use
 */
export async function rotate(ctx: OrgContext, tx: Tx, serviceId: string, overlapHours: number): Promise<Secret> {
  const {
    actor: { orgId },
    services: { clock, sessions },
  } = ctx;
  const [account] = await tx.run(lockUsed(orgId, serviceId));
  if (!account) throw new AppError('PSY_NOT_FOUND');
  const now = clock.now();
  const client_secret = newToken(randomBytes);
  await tx.batch([
    endSecrets(orgId, serviceId, isoTime(now + overlapHours * HOUR_MS)),
    insertSecret({
      org_id: orgId,
      service_id: serviceId,
      secret_hash: tokenHash(client_secret),
      created_at: isoTime(now),
    }),
  ]);
  if (overlapHours === 0) {
    const ended = await tx.run(endSessionsOfUser(account.user_id, isoTime(now)));
    tx.afterCommit(() => sessions.publishEnded(ended));
  }
  await audit(tx, ctx, {
    act: 'update',
    resource: RESOURCE,
    rowId: serviceId,
    rowLabel: account.name,
    after: { overlap_hours: overlapHours },
  });
  return {
    service_id: serviceId,
    client_id: clientId(orgId, serviceId),
    client_secret,
    expires_at: account.expires_at,
  };
}
