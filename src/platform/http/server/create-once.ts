import type { OrgContext } from '../../context/server/context.ts';
import { inTransaction } from '../../context/server/make-context.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { deleteOldKeys, keepAnswer, takeKey, takenKey } from './queries.ts';

/** How long a key answers what its first call answered (`api.md`, envelope). */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * Runs a create call at most once for an idempotency key of this person in this organisation. Key, rows and answer are
 * written in one transaction; a second call waits for the first and gets the same answer.
 *
 * @param request Identifies role, call and content; a key used with a different request is refused
 * @param create Does the work in the transaction that its context is bound to, and returns the answer as JSON
 * @throws AppError `PSY_CONFLICT` where the key was used with another request
 */
export async function createOnce(
  ctx: OrgContext,
  key: string,
  request: string,
  create: (ctx: OrgContext) => Promise<string>,
): Promise<{ answer: string; replayed: boolean }> {
  const {
    services: { clock },
    caller,
    actor,
  } = ctx;
  const keyOf = { org_id: actor.orgId, user_id: caller.userId, key };
  const at = { table: 'idempotency_keys', row: `${caller.userId} ${key}`, field: 'answer' };
  const now = clock.now();
  // The caller's own rows, such as saved views, are written under it too.
  return ctx.personal.transaction(async (tx) => {
    const bound = inTransaction(ctx, tx);
    const { keys } = bound.services;
    const [, taken] = await tx.batch([
      deleteOldKeys(actor.orgId, isoTime(now - KEPT_MS)),
      takeKey(keyOf, request, isoTime(now)),
    ]);
    if (taken > 0) {
      const answer = await create(bound);
      await tx.run(keepAnswer(keyOf, await keys.encryptText(actor.orgId, answer, at)));
      return { answer, replayed: false };
    }
    const [known] = await tx.run(takenKey(keyOf));
    if (known?.answer == null || known.request !== request)
      throw new AppError('PSY_CONFLICT', {
        message: '之前那次提交已经保存，之后的修改没有保存。请关闭这里，在已保存的内容上修改',
      });
    return { answer: await keys.decryptText(actor.orgId, known.answer, at), replayed: true };
  });
}
