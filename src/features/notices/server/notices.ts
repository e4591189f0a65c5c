import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { DataOf, QueryOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { NOTICES, announced } from '../../../platform/push/server/announced.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { NOTICES_PAGE, type Notice, type notices } from '../contract.ts';
import type { NoticeKind } from '../rules.ts';
import * as store from './queries/notices.ts';

/** Retention of notices, read or not. */
const KEPT_MS = 365 * 86_400_000;

type StoredNotice = Omit<Notice, 'read_at' | 'title' | 'body'> & {
  read_at: string | null;
  title: string | null;
  body: string | null;
};

const presentNotice = ({ read_at, title, body, ...notice }: StoredNotice): Notice => ({
  ...notice,
  ...(title !== null && { title }),
  ...(body !== null && { body }),
  ...(read_at !== null && { read_at }),
});

/** @param kinds The kinds that the caller may see in this identity; all where absent */
export async function listNotices(
  ctx: OrgContext,
  { page = 1, size = NOTICES_PAGE, unread = false }: QueryOf<typeof notices>,
  kinds?: readonly NoticeKind[],
): Promise<DataOf<typeof notices>> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const reader = { userId, kinds };
  const [items, [count]] = await ctx.read([
    store.noticesOf(orgId, reader, unread, size, (page - 1) * size),
    store.countNotices(orgId, reader),
  ]);
  const { all, unread: waiting } = count ?? { all: 0, unread: 0 };
  return { total: unread ? waiting : all, unread: waiting, items: items.map(presentNotice) };
}

/** Notices that a window missed since an id. Ids are assigned before the commit, so some earlier ones are repeated. */
export async function missedNotices(ctx: OrgContext, from: string, limit: number): Promise<Notice[]> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const [items] = await ctx.read([store.noticesAfter(orgId, userId, from, limit)]);
  return items.map(presentNotice);
}

/**
 * Marks one or all of the caller's notices as read, and informs the caller's other windows.
 *
 * @throws AppError PSY_NOT_FOUND when it does not exist or belongs to another user
 */
export async function readNotices(
  ctx: OrgContext,
  tx: Tx,
  { id: noticeId, kinds }: { id?: string; kinds?: readonly NoticeKind[] } = {},
): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const reader = { userId, kinds };
  const count = await tx.run(store.readNotices(orgId, reader, ctx.nowIso(), noticeId));
  if (count > 0) await tx.announce(NOTICES, [announced({ orgId, userId })]);
  else if (noticeId !== undefined && (await tx.run(store.noticeOf(orgId, reader, noticeId))).length === 0)
    throw new AppError('PSY_NOT_FOUND');
}

/** Deletes notices past their retention. */
export async function clearNotices({ db, clock }: Pick<Services, 'db' | 'clock'>, orgId: string): Promise<number> {
  const [count] = await db.write({ orgId, userId: null }, [store.forgetNotices(orgId, isoTime(clock.now() - KEPT_MS))]);
  return count;
}
