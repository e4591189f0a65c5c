import { changeAccount } from '../../audit/server/change-account.ts';
import { audit } from '../../audit/server/queries/audit-logs.ts';
import type { OrgContext, RequestContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import { ownMemberships } from '../../identity/server/queries/memberships.ts';
import { bindingsOf, deleteBindingsOf, deleteSubjectsOf } from './queries.ts';
import { releasedText, tellHolder } from './tell-holder.ts';

const UNBIND = { act: 'unbind', resource: 'account' } as const;

/** Tells the holder which bindings are gone. */
function tellReleased(
  ctx: Pick<RequestContext, 'services' | 'requestId'>,
  released: readonly { user_id: string; provider: string }[],
): void {
  for (const userId of new Set(released.map(({ user_id }) => user_id)))
    tellHolder(
      ctx,
      userId,
      releasedText(released.filter((one) => one.user_id === userId).map(({ provider }) => provider)),
    );
}

/**
 * Removes what is bound to accounts whose password this organisation sets anew, so that nobody who bound a way in of
 * their own keeps it, and tells the holders. The identity server of the organisation names the account anew at the next
 * sign-in.
 */
export async function releaseBindings(ctx: OrgContext, tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const subjects = await tx.run(deleteSubjectsOf(ctx.actor.orgId, userIds));
  const bindings = await tx.run(deleteBindingsOf(userIds));
  const released = [...bindings, ...subjects.map(({ user_id }) => ({ user_id, provider: 'sso' }))];
  for (const { user_id, provider } of released)
    await audit(tx, ctx, {
      ...UNBIND,
      rowId: user_id,
      rowLabel: '重置密码',
      before: { [provider]: '已绑定' },
    });
  tx.afterCommit(async () => tellReleased(ctx, bindings));
}

/**
 * Removes everything that is bound to an account whose holder recovers it: somebody else may have bound it. In all
 * organisations of the person, each of which logs it.
 */
export async function releaseEverywhere(ctx: RequestContext, userId: string): Promise<void> {
  const { db } = ctx.services;
  const [bindings, memberships] = await db.read({ orgId: null, userId }, [
    bindingsOf(userId),
    ownMemberships(userId, ctx.nowIso()),
  ]);
  for (const orgId of new Set(memberships.map(({ org_id }) => org_id)))
    await db.transaction({ orgId, userId: null }, async (tx) => {
      if ((await tx.run(deleteSubjectsOf(orgId, [userId]))).length === 0) return;
      const holder = { ...ctx, caller: { userId }, actor: { orgId, roleId: 0 } };
      await audit(tx, holder, { ...UNBIND, rowId: userId, rowLabel: '找回密码', before: { sso: '已绑定' } });
    });
  if (bindings.length === 0) return;
  const before = Object.fromEntries(bindings.map(({ provider }) => [provider, '已绑定']));
  const released = await changeAccount(ctx, userId, { act: 'unbind', rowLabel: '找回密码', before }, (tx) =>
    tx.run(deleteBindingsOf([userId])),
  );
  tellReleased(ctx, released);
}
