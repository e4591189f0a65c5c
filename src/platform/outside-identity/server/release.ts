import { audit } from '../../audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import { deleteBindingsOf, deleteSubjectsOf } from './queries.ts';

/**
 * Removes what is bound to accounts whose password this organisation sets anew, so that nobody who bound a way in of
 * their own keeps it. The identity server of the organisation names the account anew at the next sign-in.
 */
export async function releaseBindings(ctx: OrgContext, tx: Tx, userIds: readonly string[]): Promise<void> {
  const subjects = await tx.run(deleteSubjectsOf(ctx.actor.orgId, userIds));
  const bindings = await tx.run(deleteBindingsOf(userIds));
  const released = [...bindings, ...subjects.map(({ user_id }) => ({ user_id, provider: 'sso' }))];
  for (const { user_id, provider } of released)
    await audit(tx, ctx, {
      act: 'unbind',
      resource: 'account',
      rowId: user_id,
      rowLabel: '重置密码',
      before: { [provider]: '已绑定' },
    });
}
