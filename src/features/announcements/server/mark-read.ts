import { createHash } from 'node:crypto';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { readAbout } from '../../notices/server/public.ts';
import { ANNOUNCEMENT_KINDS, type AnnouncementKind } from '../rules/kinds.ts';
import type { Reader } from './queries/audience.ts';
import * as store from './queries/reading.ts';

/** Announcements that are marked at once; the page offers it again while more are unread. */
const AT_ONCE = 500;
/** Rows that the readers of an announcement are counted in, so that they do not wait for each other. */
const PARTS = 16;

interface Found {
  org_id: string;
  announcement_id: string;
}

/** A person is always counted in the same part. */
const partOf = (userId: string): number => (createHash('sha256').update(userId).digest()[0] ?? 0) % PARTS;

/** Marks announcements as read, counts the reader for the institution, and settles the notices about them. */
async function mark(ctx: OrgContext, tx: Tx, found: readonly Found[]): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  if (found.length === 0) return;
  const ids = found.map(({ announcement_id }) => announcement_id).toSorted();
  const fresh = new Set(
    (await tx.run(store.markRead(orgId, userId, ids, ctx.nowIso()))).map(({ announcement_id }) => announcement_id),
  );
  for (const { org_id: publisher_id, announcement_id } of found)
    if (publisher_id !== orgId && fresh.has(announcement_id))
      await tx.run(store.addReader({ org_id: orgId, announcement_id, part: partOf(userId), publisher_id }));
  await readAbout(tx, ctx.services, orgId, userId, ANNOUNCEMENT_KINDS, ids);
}

/** @throws AppError PSY_NOT_FOUND where the caller is not addressed, or it is not published any more */
async function found(ctx: OrgContext, tx: Tx, reader: Reader, id: string) {
  const [one] = await tx.run(store.oneFor(reader, ctx.nowIso(), id));
  if (!one) throw new AppError('PSY_NOT_FOUND');
  return one;
}

/** @throws AppError PSY_NOT_FOUND */
export async function markOneRead(ctx: OrgContext, tx: Tx, reader: Reader, id: string): Promise<void> {
  await mark(ctx, tx, [await found(ctx, tx, reader, id)]);
}

/** Marks everything of a kind, or of both. */
export async function markAllRead(
  ctx: OrgContext,
  tx: Tx,
  reader: Reader,
  kind: AnnouncementKind | undefined,
): Promise<void> {
  await mark(ctx, tx, await tx.run(store.unreadIds(reader, ctx.nowIso(), kind, AT_ONCE)));
}

/**
 * Closes the banner of the header for the caller, on every device.
 *
 * @throws AppError PSY_NOT_FOUND
 */
export async function dismissBanner(ctx: OrgContext, tx: Tx, reader: Reader, id: string): Promise<void> {
  await found(ctx, tx, reader, id);
  await tx.run(store.dismiss(ctx.actor.orgId, ctx.caller.userId, id, ctx.nowIso()));
}
