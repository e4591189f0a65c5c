import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import type { DataOf, QueryOf } from '../../../platform/contract/endpoint.ts';
import type { RowOf } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { MayRead } from '../../../platform/media/server/may-play.ts';
import { playAddress } from '../../../platform/media/server/play.ts';
import { imagesOf } from '../../../platform/rich-text/rich-text.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import type { Announcement, AnnouncementLine, announcementBanner, announcements } from '../contract/reading.ts';
import * as store from './queries/reading.ts';
import { readerOf } from './reader.ts';

export const AREA = 'platform-announcement';

type StoredLine = RowOf<ReturnType<typeof store.listFor>>;

/** A line as its readers get it; the cover of a withdrawn one is not shown. */
export const lineOf =
  (ctx: OrgContext) =>
  ({ org_id, announcement_id, kind, title, summary, ...line }: StoredLine): AnnouncementLine => ({
    announcement_id,
    kind,
    title,
    summary: line.withdrawn_at === null ? summary : '',
    publisher_name: line.publisher_name ?? '',
    published_at: line.published_at,
    pinned: line.pinned && line.withdrawn_at === null,
    ...withoutNulls({ read_at: line.read_at, withdrawn_at: line.withdrawn_at }),
    ...(line.cover_id !== null &&
      line.withdrawn_at === null && { cover_url: playAddress(ctx, line.cover_id, { orgId: org_id }).play_url }),
  });

/** What is addressed to the caller, one page, with the unread numbers of both kinds. */
export async function listAnnouncements(
  ctx: OrgContext,
  { page = 1, size = PAGE_SIZE_DEFAULT, kind, unread }: QueryOf<typeof announcements>,
): Promise<DataOf<typeof announcements>> {
  const reader = await readerOf(ctx);
  const now = ctx.nowIso();
  const part = { kind, unread };
  const [items, [count], waiting] = await ctx.read([
    store.listFor(reader, now, part, size, (page - 1) * size),
    store.countFor(reader, now, part),
    store.unreadFor(reader, now),
  ]);
  const unreadOf = (which: string) => waiting.find((one) => one.kind === which)?.n ?? 0;
  return {
    total: count?.n ?? 0,
    unread: { announcement: unreadOf('announcement'), article: unreadOf('article') },
    items: items.map(lineOf(ctx)),
  };
}

/** @throws AppError PSY_NOT_FOUND where the caller is not addressed, or it is not published any more */
export async function openAnnouncement(ctx: OrgContext, id: string): Promise<Announcement> {
  const reader = await readerOf(ctx);
  const [[found]] = await ctx.read([store.oneFor(reader, ctx.nowIso(), id)]);
  if (!found) throw new AppError('PSY_NOT_FOUND');
  const { content, status, ends_at, withdraw_reason, ...line } = found;
  const withdrawn = status === 'withdrawn';
  return {
    ...lineOf(ctx)(line),
    ...withoutNulls({ ends_at, withdraw_reason }),
    ...(!withdrawn && {
      content,
      images: imagesOf(content).map((file_id) => ({
        file_id,
        play_url: playAddress(ctx, file_id, { orgId: line.org_id }).play_url,
      })),
    }),
  };
}

export async function readBanner(ctx: OrgContext): Promise<DataOf<typeof announcementBanner>> {
  const [[banner]] = await ctx.read([store.bannerFor(await readerOf(ctx), ctx.nowIso())]);
  return banner ? { banner } : {};
}

/** The pictures of an announcement are readable by its readers and its writers. */
export const mayReadPictures: MayRead = async (ctx, id) => {
  const { actor, services } = ctx;
  if (services.access.decide(actor, `${AREA}/manage`, 'open')) return true;
  if (!services.access.decide(actor, AREA, 'open')) return false;
  const [[found]] = await ctx.read([store.oneFor(await readerOf(ctx), ctx.nowIso(), id)]);
  return found?.status === 'published';
};
