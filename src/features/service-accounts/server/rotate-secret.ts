import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { endSessionsOfUser } from '../../../platform/identity/server/queries/sessions.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { Secret } from '../contract.ts';
import { RESOURCE } from './create-account.ts';
import { keyEntry, newCredential } from './credential.ts';
import { clientId } from './list-accounts.ts';
import { accountOf, endSecrets, hadCredential, insertSecret, lockUsed, setResponsible } from './queries.ts';
import { grantableRights, grantOf, textOf } from './rights.ts';

const HOUR_MS = 3_600_000;

/** Whether the person who answered for an account has lost the role or all of its rights. */
export async function isAbandoned(ctx: OrgContext, serviceId: string): Promise<boolean> {
  const [[account]] = await ctx.read([accountOf(ctx.actor.orgId, serviceId)]);
  return account !== undefined && !(await ctx.services.access.standingOf(grantOf(account)))?.length;
}

/**
 * Gives an account a new secret or another public key, for which the caller answers from then on. The former one stays
 * valid for some hours; with none, its sessions end as well.
 *
 * @throws AppError PSY_NOT_FOUND when it is not in use; AC_FORBIDDEN when it has a right that the caller cannot give;
 *   PSY_INVALID_INPUT for an overlap when the responsible person has left, because that person knows the former secret;
 *   for a public key that the account had before
 */
export async function rotate(
  ctx: OrgContext,
  tx: Tx,
  serviceId: string,
  { overlapHours, abandoned, publicKey }: { overlapHours: number; abandoned: boolean; publicKey: string | undefined },
): Promise<Secret> {
  const {
    actor: { orgId, roleId },
    caller: { userId },
    services: { clock, sessions },
  } = ctx;
  const [account] = await tx.run(lockUsed(orgId, serviceId));
  if (!account) throw new AppError('PSY_NOT_FOUND');
  const grantable = new Set(grantableRights(ctx).map(textOf));
  if (account.rights.some((right) => !grantable.has(right)))
    throw new AppError('AC_FORBIDDEN', {
      message: '这个系统账号有您现在不能授予的权限，不能由您更换密钥。请停用它，按需要新建',
    });
  if (overlapHours > 0 && abandoned) throw invalid('/overlap_hours', '负责人已失效，接管时原密钥必须立即失效');
  const now = clock.now();
  const { stored, answer } = await newCredential(publicKey);
  if ((await tx.run(hadCredential(orgId, serviceId, stored.secret_hash))).length > 0)
    throw invalid('/public_key', '这个账号已经用过这把公钥，请让对接系统生成一对新的密钥');
  await tx.batch([
    setResponsible(orgId, serviceId, { responsible: userId, role_id: roleId }),
    endSecrets(orgId, serviceId, isoTime(now + overlapHours * HOUR_MS)),
    insertSecret({
      org_id: orgId,
      service_id: serviceId,
      ...stored,
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
    before: { responsible: account.responsible },
    after: { overlap_hours: overlapHours, responsible: userId, ...keyEntry(answer) },
  });
  return {
    service_id: serviceId,
    client_id: clientId(orgId, serviceId),
    ...answer,
    expires_at: account.expires_at,
  };
}
